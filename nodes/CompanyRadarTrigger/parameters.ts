import type { IHookFunctions, IPollFunctions } from 'n8n-workflow';

import { RADAR_TYPES, type RadarType, type SampleType } from '../shared/api/radarTypes';
import { ALLOW_DOUBTFUL, ParameterReader } from '../shared/form/parameterReader';
import { readUpdateFilter, wantedDomainsIn } from '../shared/form/updateFilter';
import {
	checkRadarIds,
	checkUsd,
	wholeNumber,
	choiceCheck,
	listCheck,
} from '../shared/values/rules/primitives';
import { checkTimestamp } from '../shared/values/rules/dates';
import { invalid, type Check } from '../shared/values/basics/refusal';
import {
	fields,
	REMEMBERED_DEFAULT,
	REMEMBERED_MAX,
	REMEMBERED_MIN,
	CREATE_ON_PUBLISH,
	BULK_EVENTS,
	POLLING,
} from './fields';
import { nameOfEvent, RADAR_EVENTS, type RadarEvent } from '../shared/form/fieldOptions';
import { isRestart } from '../shared/host/host';
import { assertValid, fieldsRefused } from '../shared/run/nodeErrors';
import { NodeParameters, sourceOf, type TriggerContext } from '../shared/form/nodeParameters';

const NO_EVENTS = 'Select at least one.';

const checkEvents = listCheck(choiceCheck(RADAR_EVENTS, 'event', nameOfEvent), NO_EVENTS);

const checkEventsOf =
	(delivery: string): Check<RadarEvent[]> =>
	(value) => {
		const events = checkEvents(value);
		if (!events.ok) return events;
		if (events.value.length === 0) return invalid('Nothing is selected.', NO_EVENTS);
		const missing = events.value.filter((event) => delivery === POLLING && BULK_EVENTS.includes(event));
		if (missing.length === 0) return events;
		return invalid(
			`Polling can't receive ${missing.map(nameOfEvent).join(' or ')}.`,
			"Remove it from 'Events', or set 'Delivery' to 'Webhook'.",
		);
	};

const checkRemembered = wholeNumber(REMEMBERED_MIN, REMEMBERED_MAX);

/** The test event that fits the selected events best; a new hire if none fits. */
function sampleOf(events: ReadonlySet<string>): { radar_type: RadarType; update_type?: SampleType } {
	const radarType = RADAR_TYPES.find((type) => events.has(type));
	const isFailure = !radarType && !events.has('radar_finding') && events.has('radar_failure');
	if (isFailure) return { radar_type: 'company_new_hires', update_type: 'radar_failure' };
	return { radar_type: radarType ?? 'company_new_hires' };
}

/** Milliseconds since the epoch. After a problem, it's undefined. */
const readStartDate = (read: ParameterReader): number | undefined =>
	read.value('startDate', (value) => checkTimestamp(value, read.context))?.millis;

/**
 * The node's parameters, in any of its contexts.
 * @throws Refused that names every field with a problem
 */
export function readParameters(context: TriggerContext) {
	const read = new ParameterReader(new NodeParameters(sourceOf(context), fields));
	const delivery = String(read.raw('delivery'));
	const startFrom = read.raw('startFrom') ?? 'now';
	const events = new Set<string>(read.value('events', checkEventsOf(delivery)));
	const { filter, doubts } = readUpdateFilter(read);
	const allowsDoubtful = read.flag(`options.${ALLOW_DOUBTFUL}`);
	const settings = {
		delivery,
		startFrom,
		startDate: delivery === POLLING && startFrom === 'date' ? readStartDate(read) : undefined,
		createsRadars: delivery !== POLLING && read.raw('radars') === CREATE_ON_PUBLISH,
		filters: {
			events,
			/** Empty: all. */
			radarIds: new Set(read.optional('filters.radarIds', checkRadarIds)),
			/** Of Company Domains. */
			domains: wantedDomainsIn(read.raw('filters.domains')),
			ofUpdates: filter,
		},
		notes: read.notes,
		/** Refused when someone publishes, but not later: a new version may doubt more. */
		filterDoubts: doubts,
		simplify: read.flag('simplify', true),
		testWith: read.raw('testWith') ?? '',
		/** The test event to request from the service. */
		sample: sampleOf(events),
		/** USD that the account may spend in a month. */
		monthlyBudget: read.optional('options.monthlyBudget', checkUsd),
		allowsDoubtful,
		oneExecutionEach: read.flag('options.oneExecutionEach'),
		splitBulk: read.flag('options.splitBulk'),
		verifyEvents: read.flag('options.verifyEvents'),
		alertAfterHours: read.optional('options.alertAfterHours', wholeNumber(1)),
		/** How many updates to remember for skipping duplicates. */
		remembered: read.optional('options.rememberedUpdates', checkRemembered) ?? REMEMBERED_DEFAULT,
	};
	assertValid(read);
	return settings;
}

export type TriggerParameters = ReturnType<typeof readParameters>;

/** @throws Refused when someone publishes a filter with values that may be mistakes: it would drop updates unseen */
export function assertNoFilterDoubts(
	context: IHookFunctions | IPollFunctions,
	{ filterDoubts }: TriggerParameters,
): void {
	if (filterDoubts.length > 0 && !isRestart(context)) throw fieldsRefused(filterDoubts);
}
