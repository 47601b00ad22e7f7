import type { IExecuteFunctions, IHookFunctions, IPollFunctions, IWebhookFunctions } from 'n8n-workflow';

import { UPDATE_TYPES } from '../shared/interface/radarTypes';
import { checkRadarIds } from '../shared/validation/radarId';
import { CATCH_UP, POLLING, WEBHOOK } from './fields/delivery';
import { REMEMBERED_DEFAULT, REMEMBERED_MAX } from './fields/options';
import { CREATE_ON_ACTIVATION } from './fields/radars';

export type TriggerContext = IExecuteFunctions | IHookFunctions | IPollFunctions | IWebhookFunctions;

export interface Settings {
	delivery: typeof POLLING | typeof WEBHOOK | typeof CATCH_UP;
	polls: boolean;
	startFrom: 'now' | 'date' | 'everything';
	createsRadars: boolean;
	filters: {
		/** Update types that are known and not wanted. */
		unwantedTypes: ReadonlySet<string>;
		/** Empty: all. */
		radarTypes: ReadonlySet<string>;
		/** Empty: all. */
		radarIds: ReadonlySet<string>;
	};
	simplify: boolean;
	testWith: string;
	sampleRadarType: string;
	oneExecutionEach: boolean;
	splitBulk: boolean;
	verifyEvents: boolean;
	alertAfterHours: number | undefined;
	replayHours: number | undefined;
	/** How many updates n8n remembers for this node. */
	remembered: number;
}

type Read = (name: string, fallback: unknown) => unknown;

const readerOf = (context: TriggerContext): Read =>
	'getInputData' in context
		? (name, fallback) => context.getNodeParameter(name, 0, fallback)
		: (name, fallback) => context.getNodeParameter(name, fallback as object);

const positive = (value: unknown): number | undefined => (Number(value) > 0 ? Number(value) : undefined);

/** IDs that cannot be read are let pass as they are: they match nothing. */
const radarIdsIn = (value: unknown): string[] => {
	if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return [];
	const ids = checkRadarIds(value);
	return ids.ok ? ids.value : String(value as string).split(',');
};

/** The node's parameters, read in any of its contexts. */
export function readSettings(context: TriggerContext): Settings {
	const read = readerOf(context);
	const delivery = read('delivery', POLLING) as Settings['delivery'];
	const filters = read('filters', {}) as { radarIds?: unknown; radarTypes?: string[] };
	const options = read('options', {}) as Record<string, unknown>;
	const wantedTypes = new Set(read('updateTypes', UPDATE_TYPES) as string[]);
	return {
		delivery,
		polls: delivery !== WEBHOOK,
		startFrom: read('startFrom', 'now') as Settings['startFrom'],
		createsRadars: delivery !== POLLING && read('radars', '') === CREATE_ON_ACTIVATION,
		filters: {
			unwantedTypes: new Set(UPDATE_TYPES.filter((type) => !wantedTypes.has(type))),
			radarTypes: new Set(filters.radarTypes ?? []),
			radarIds: new Set(radarIdsIn(filters.radarIds).map((id) => id.trim().toLowerCase())),
		},
		simplify: read('simplify', true) === true,
		testWith: read('testWith', '') as string,
		sampleRadarType: read('sampleRadarType', 'company_new_hires') as string,
		oneExecutionEach: options.oneExecutionEach === true,
		splitBulk: options.splitBulk === true,
		verifyEvents: options.verifyEvents === true,
		alertAfterHours: positive(options.alertAfterHours),
		replayHours: positive(options.replayHours),
		remembered: Math.min(positive(options.rememberedUpdates) ?? REMEMBERED_DEFAULT, REMEMBERED_MAX),
	};
}
