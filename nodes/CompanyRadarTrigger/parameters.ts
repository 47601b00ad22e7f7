import type { IExecuteFunctions, IHookFunctions, IPollFunctions, IWebhookFunctions } from 'n8n-workflow';

import { RADAR_TYPES, type RadarType } from '../shared/api/radarTypes';
import { checkChoice } from '../shared/validation/choice';
import { checkFlag } from '../shared/validation/flag';
import { shown } from '../shared/validation/primitives';
import { checkRadarIds } from '../shared/validation/radarId';
import { checkEach } from '../shared/validation/textList';
import { checkTimestamp, type Timestamp } from '../shared/validation/timestamp';
import { invalid, valid, type Problem, type ValidationResult } from '../shared/validation/result';
import { fields } from './fields';
import { CATCH_UP, POLLING, WEBHOOK } from './fields/delivery';
import {
	DEFAULT_EVENTS,
	nameOfEvent,
	RADAR_EVENTS,
	WEBHOOK_ONLY_EVENTS,
	type RadarEvent,
} from './fields/events';
import { REMEMBERED_DEFAULT, REMEMBERED_MAX, REMEMBERED_MIN } from './fields/options';
import { CREATE_ON_ACTIVATION, CREATED_ELSEWHERE } from './fields/radars';
import { NEWEST_UPDATES, REAL_DELIVERY, SAMPLE } from './fields/testing';
import { InputError } from './errors';

export type TriggerContext = IExecuteFunctions | IHookFunctions | IPollFunctions | IWebhookFunctions;

export interface TriggerParameters {
	delivery: typeof POLLING | typeof WEBHOOK | typeof CATCH_UP;
	polls: boolean;
	startFrom: 'now' | 'date' | 'everything';
	/** Milliseconds since the epoch; set if `startFrom` is `date`. */
	startDate: number | undefined;
	createsRadars: boolean;
	filters: {
		events: ReadonlySet<string>;
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

type Check<T> = (value: unknown) => ValidationResult<T>;

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

const choices = <T extends string>(all: readonly T[], what: string): Check<T[]> =>
	nonEmpty((value) => checkEach(value, choice(all, what), REMOVE));

const wholeNumber =
	(least: number, most = Number.MAX_SAFE_INTEGER): Check<number> =>
	(value) => {
		const number = typeof value === 'number' ? value : Number.parseFloat(String(value));
		if (Number.isInteger(number) && number >= least && number <= most) return valid(number);
		const range = most < Number.MAX_SAFE_INTEGER ? `from ${least} to ${most}` : `of ${least} or more`;
		return invalid(`${shown(value)} is not a whole number ${range}.`, `Use a whole number ${range}.`);
	};

/** The names that the editor shows. */
const LABELS = new Map(
	fields
		.flatMap((field) => (field.type === 'collection' ? [field, ...(field.options ?? [])] : [field]))
		.map((field) => [field.name, 'displayName' in field ? field.displayName : field.name]),
);

/** Reads parameters and collects every problem. */
class TriggerParameterReader {
	private readonly problems: Array<Problem & { field: string }> = [];

	constructor(private readonly context: TriggerContext) {}

	/** The checked parameter; the fallback where the editor doesn't show it. */
	field<T, F>(name: string, check: Check<T>, fallback: F): T | F {
		const value = this.read(name);
		return value === null ? fallback : this.checked(name, value, check, fallback);
	}

	/** Gives the checked members of a collection; the fallback where one wasn't added. */
	collection(collection: string): <T, F>(name: string, check: Check<T>, fallback: F) => T | F {
		const members = (this.read(collection) ?? {}) as Record<string, unknown>;
		return (name, check, fallback) =>
			name in members ? this.checked(name, members[name], check, fallback) : fallback;
	}

	/** @throws InputError that names every field with a problem */
	finish(): void {
		if (this.problems.length > 0) throw InputError.ofFields(this.problems);
	}

	private read(name: string): unknown {
		const { context } = this;
		try {
			return 'getInputData' in context
				? context.getNodeParameter(name, 0, null)
				: context.getNodeParameter(name, null);
		} catch (error) {
			const reason = `The expression can't be evaluated: ${error instanceof Error ? error.message : String(error)}`;
			this.report(name, [{ reason, fix: 'Correct the expression.' }]);
			return null;
		}
	}

	private checked<T, F>(name: string, value: unknown, check: Check<T>, fallback: F): T | F {
		const result = check(value);
		if (result.ok) return result.value;
		this.report(name, result.problems);
		return fallback;
	}

	private report(name: string, problems: readonly Problem[]): void {
		const field = LABELS.get(name) ?? name;
		this.problems.push(...problems.map((problem) => ({ ...problem, field })));
	}
}

const checkDelivery = choice<TriggerParameters['delivery']>([POLLING, WEBHOOK, CATCH_UP], 'delivery');
const checkEvents = choices(RADAR_EVENTS, 'event');

const checkEventsOf =
	(delivery: TriggerParameters['delivery']): Check<RadarEvent[]> =>
	(value) => {
		const events = checkEvents(value);
		if (!events.ok || delivery !== POLLING) return events;
		const missing = events.value.filter((event) => WEBHOOK_ONLY_EVENTS.includes(event)).map(nameOfEvent);
		if (missing.length === 0) return events;
		return invalid(
			`Polling can't receive ${missing.join(' or ')}.`,
			"Remove it from 'Events', or set 'Delivery' to 'Webhook'.",
		);
	};

const checkStart = choice<TriggerParameters['startFrom']>(['now', 'date', 'everything'], 'start');
const checkRadars = choice([CREATE_ON_ACTIVATION, CREATED_ELSEWHERE], 'way to get radars');
const checkTestWith = choice([NEWEST_UPDATES, SAMPLE, REAL_DELIVERY], 'way to test');
const checkRemembered = wholeNumber(REMEMBERED_MIN, REMEMBERED_MAX);

/**
 * The node's parameters, in any of its contexts.
 * @throws InputError that names every field with a problem
 */
export function readParameters(context: TriggerContext): TriggerParameters {
	const reader = new TriggerParameterReader(context);
	const filter = reader.collection('filters');
	const option = reader.collection('options');
	const timeZone = context.getTimezone();
	const checkDate: Check<Timestamp> = (value) => checkTimestamp(value, { timeZone });

	const delivery = reader.field('delivery', checkDelivery, POLLING);
	const startFrom = reader.field('startFrom', checkStart, 'now' as const);
	const hasStartDate = delivery === POLLING && startFrom === 'date';
	const radars = reader.field('radars', checkRadars, undefined);
	const settings: TriggerParameters = {
		delivery,
		polls: delivery !== WEBHOOK,
		startFrom,
		startDate: hasStartDate ? reader.field('startDate', checkDate, undefined)?.millis : undefined,
		createsRadars: delivery !== POLLING && radars === CREATE_ON_ACTIVATION,
		filters: {
			events: new Set<string>(reader.field('events', checkEventsOf(delivery), DEFAULT_EVENTS)),
			radarIds: new Set(filter('radarIds', nonEmpty(checkRadarIds), [])),
		},
		simplify: reader.field('simplify', checkFlag, true),
		testWith: reader.field('testWith', checkTestWith, ''),
		sampleRadarType: reader.field('sampleRadarType', choice(RADAR_TYPES, 'radar type'), 'company_new_hires'),
		oneExecutionEach: option('oneExecutionEach', checkFlag, false),
		splitBulk: option('splitBulk', checkFlag, false),
		verifyEvents: option('verifyEvents', checkFlag, false),
		alertAfterHours: option('alertAfterHours', wholeNumber(1), undefined),
		replayHours: option('replayHours', wholeNumber(1), undefined),
		remembered: option('rememberedUpdates', checkRemembered, REMEMBERED_DEFAULT),
	};
	reader.finish();
	return settings;
}
