import type { IExecuteFunctions, IHookFunctions, IPollFunctions, IWebhookFunctions } from 'n8n-workflow';

import { RADAR_TYPES, UPDATE_TYPES, type RadarType, type UpdateType } from '../shared/interface/radarTypes';
import { checkChoice } from '../shared/validation/choice';
import { checkFlag } from '../shared/validation/flag';
import { shown } from '../shared/validation/look';
import { checkRadarIds } from '../shared/validation/radarId';
import { checkEach } from '../shared/validation/textList';
import { checkTimestamp } from '../shared/validation/timestamp';
import { invalid, valid, type Problem, type Verdict } from '../shared/validation/verdict';
import { CATCH_UP, POLLING, WEBHOOK } from './fields/delivery';
import { REMEMBERED_DEFAULT, REMEMBERED_MAX, REMEMBERED_MIN } from './fields/options';
import { CREATE_ON_ACTIVATION, CREATED_ELSEWHERE } from './fields/radars';
import { NEWEST_UPDATES, REAL_DELIVERY, SAMPLE } from './fields/testing';
import { InputError } from './inputError';

export type TriggerContext = IExecuteFunctions | IHookFunctions | IPollFunctions | IWebhookFunctions;

export interface Settings {
	delivery: typeof POLLING | typeof WEBHOOK | typeof CATCH_UP;
	polls: boolean;
	startFrom: 'now' | 'date' | 'everything';
	/** Milliseconds since the epoch; set if `startFrom` is `date`. */
	startDate: number | undefined;
	createsRadars: boolean;
	filters: {
		/** Known update types that are not selected. Unknown types always pass. */
		unwantedTypes: ReadonlySet<string>;
		/** Empty: all. */
		radarTypes: ReadonlySet<string>;
		/** Empty: all. */
		radarIds: ReadonlySet<string>;
	};
	simplify: boolean;
	testWith: string;
	sampleRadarType: RadarType;
	oneExecutionEach: boolean;
	splitBulk: boolean;
	verifyEvents: boolean;
	alertAfterHours: number | undefined;
	replayHours: number | undefined;
	/** How many updates n8n remembers for this node. */
	remembered: number;
}

type Check<T> = (value: unknown) => Verdict<T>;

const REMOVE = 'Select at least one, or remove the field.';

const choice =
	<T extends string>(choices: readonly T[], what: string): Check<T> =>
	(value) =>
		checkChoice(value, choices, what);

const nonEmpty =
	<T>(check: Check<T[]>): Check<T[]> =>
	(value) => {
		const list = check(value);
		return list.ok && list.value.length === 0 ? invalid('Nothing is selected.', REMOVE) : list;
	};

const checkUpdateTypes = nonEmpty<UpdateType>((value) =>
	checkEach(value, choice(UPDATE_TYPES, 'update type'), REMOVE),
);
const checkRadarTypes = nonEmpty<RadarType>((value) =>
	checkEach(value, choice(RADAR_TYPES, 'radar type'), REMOVE),
);

const wholeNumber =
	(least: number, most = Number.MAX_SAFE_INTEGER): Check<number> =>
	(value) => {
		const number = typeof value === 'number' ? value : Number.parseFloat(String(value));
		if (Number.isInteger(number) && number >= least && number <= most) return valid(number);
		const range = most < Number.MAX_SAFE_INTEGER ? `from ${least} to ${most}` : `of ${least} or more`;
		return invalid(`${shown(value)} is not a whole number ${range}.`, `Use a whole number ${range}.`);
	};

/** Reads parameters by the names that the editor shows, and collects every problem. */
class SettingsReader {
	private readonly problems: Array<Problem & { field: string }> = [];

	constructor(private readonly context: TriggerContext) {}

	/** The checked parameter; undefined where the editor does not show it. */
	field<T>(name: string, label: string, check: Check<T>): T | undefined {
		const value = this.read(name, label);
		return value === null ? undefined : this.checked(label, value, check);
	}

	/** The checked member of a collection; undefined where it was not added. */
	member<T>(collection: string, name: string, label: string, check: Check<T>): T | undefined {
		const members = this.read(collection, label) ?? {};
		return name in (members as object)
			? this.checked(label, (members as Record<string, unknown>)[name], check)
			: undefined;
	}

	/** @throws InputError that names every field with a problem */
	finish(): void {
		if (this.problems.length > 0) throw InputError.ofFields(this.problems);
	}

	private read(name: string, label: string): unknown {
		const { context } = this;
		try {
			return 'getInputData' in context
				? context.getNodeParameter(name, 0, null)
				: context.getNodeParameter(name, null);
		} catch (error) {
			const reason = `The expression can't be evaluated: ${error instanceof Error ? error.message : String(error)}`;
			this.problems.push({ field: label, reason, fix: 'Correct the expression.' });
			return null;
		}
	}

	private checked<T>(label: string, value: unknown, check: Check<T>): T | undefined {
		const verdict = check(value);
		if (verdict.ok) return verdict.value;
		this.problems.push(...verdict.problems.map((problem) => ({ ...problem, field: label })));
		return undefined;
	}
}

/**
 * The node's parameters, in any of its contexts.
 * @throws InputError that names every field with a problem
 */
export function readSettings(context: TriggerContext): Settings {
	const reader = new SettingsReader(context);
	const filter = <T>(name: string, label: string, check: Check<T>) =>
		reader.member('filters', name, label, check);
	const option = <T>(name: string, label: string, check: Check<T>) =>
		reader.member('options', name, label, check);

	const delivery =
		reader.field(
			'delivery',
			'Delivery',
			choice<Settings['delivery']>([POLLING, WEBHOOK, CATCH_UP], 'delivery'),
		) ?? POLLING;
	const startFrom =
		reader.field(
			'startFrom',
			'Start From',
			choice<Settings['startFrom']>(['now', 'date', 'everything'], 'start'),
		) ?? 'now';
	const polls = delivery !== WEBHOOK;
	const timeZone = context.getTimezone();
	const startDate =
		delivery === POLLING && startFrom === 'date'
			? reader.field('startDate', 'Start Date', (value) => checkTimestamp(value, { timeZone }))
			: undefined;
	const radars = reader.field(
		'radars',
		'Radars',
		choice([CREATE_ON_ACTIVATION, CREATED_ELSEWHERE], 'way to get radars'),
	);
	const wantedTypes = reader.field('updateTypes', 'Update Types', checkUpdateTypes) ?? UPDATE_TYPES;
	const settings: Settings = {
		delivery,
		polls,
		startFrom,
		startDate: startDate?.millis,
		createsRadars: delivery !== POLLING && radars === CREATE_ON_ACTIVATION,
		filters: {
			unwantedTypes: new Set(UPDATE_TYPES.filter((type) => !wantedTypes.includes(type))),
			radarTypes: new Set(filter('radarTypes', 'Radar Types', checkRadarTypes)),
			radarIds: new Set(filter('radarIds', 'Radar IDs', nonEmpty(checkRadarIds))),
		},
		simplify: reader.field('simplify', 'Simplify', checkFlag) ?? true,
		testWith:
			reader.field('testWith', 'Test With', choice([NEWEST_UPDATES, SAMPLE, REAL_DELIVERY], 'way to test')) ??
			'',
		sampleRadarType:
			reader.field('sampleRadarType', 'Sample Radar Type', choice(RADAR_TYPES, 'radar type')) ??
			'company_new_hires',
		oneExecutionEach: option('oneExecutionEach', 'One Execution per Update', checkFlag) ?? false,
		splitBulk: option('splitBulk', 'Split Bulk Submissions', checkFlag) ?? false,
		verifyEvents: option('verifyEvents', 'Verify Events', checkFlag) ?? false,
		alertAfterHours: option('alertAfterHours', 'Alert After (Hours)', wholeNumber(1)),
		replayHours: option('replayHours', 'Replay (Hours)', wholeNumber(1)),
		remembered:
			option('rememberedUpdates', 'Remembered Updates', wholeNumber(REMEMBERED_MIN, REMEMBERED_MAX)) ??
			REMEMBERED_DEFAULT,
	};
	reader.finish();
	return settings;
}
