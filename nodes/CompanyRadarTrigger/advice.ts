import type { IExecuteFunctions, IHookFunctions, IPollFunctions } from 'n8n-workflow';

import type { RadarDefinition } from '../shared/api/types';
import { LIMITS } from '../shared/api/limits';
import { counted, domainInWords, listed } from '../shared/values/basics/inWords';
import { sameHost } from '../shared/values/basics/sameText';
import { chunk } from '../shared/values/basics/values';
import { createRadarClient, type RadarClient } from '../shared/client/radarClient';
import { isRestart, otherNodesOf } from '../shared/host/host';
import { hintOn, wrong } from '../shared/values/basics/refusal';
import { isActive } from '../shared/values/radars/radarInWords';
import { orAllow } from '../shared/form/parameterReader';
import { RADARS_LABEL } from '../shared/form/radarPicker';
import { BULK_EVENTS, POLLING } from './fields';
import type { TriggerParameters } from './parameters';

const isFindingEvent = (event: string): boolean =>
	event !== 'radar_failure' && !BULK_EVENTS.some((bulk) => bulk === event);

/** Whether updates of the first events may also be among the others. */
function overlap(events: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
	const isIn = (event: string) => others.has(event) || (isFindingEvent(event) && others.has('radar_finding'));
	return [...events].some(isIn) || (events.has('radar_finding') && [...others].some(isFindingEvent));
}

const hasFilters = (filters: unknown): boolean => Object.keys((filters ?? {}) as object).length > 0;

/** Says that another trigger of the workflow gets the same updates. Polling gets those of all radars. */
function twinOf(
	context: Pick<IHookFunctions, 'getNode'>,
	{ delivery, filters: { events } }: TriggerParameters,
): string | undefined {
	const own = context.getNode();
	const accountOf = ({ credentials }: typeof own) => credentials?.companyRadarApi?.id;
	const twin = otherNodesOf(context).find(({ parameters, ...node }) => {
		const isSameAccount = node.type === own.type && accountOf(node as typeof own) === accountOf(own);
		const polls = delivery === POLLING || parameters.delivery === POLLING;
		// Two filters probably part the updates.
		const isParted = hasFilters(own.parameters.filters) && hasFilters(parameters.filters);
		const others = new Set([parameters.events].flat().map(String));
		return isSameAccount && polls && !isParted && overlap(events, others);
	});
	return (
		twin &&
		`'${twin.name}' in this workflow gets the same updates, so every message comes twice. Remove one of the two triggers, or give each its own Events or Filters.`
	);
}

/** The IDs that the account has no radar for. */
async function unknownRadars(client: RadarClient, radarIds: ReadonlySet<string>): Promise<string[]> {
	const unknown: string[] = [];
	for (const ids of chunk([...radarIds], LIMITS.listRadarIds)) {
		const { data } = await client.call('listRadars', {
			query: { radar_id: ids.join(','), limit: ids.length },
		});
		const listedIds = new Set(data.map(({ radar_id: id }) => id.toLowerCase()));
		unknown.push(...ids.filter((id) => !listedIds.has(id)));
	}
	return unknown;
}

const unknownRadarsInWords = (unknown: string[], { filters: { radarIds } }: TriggerParameters): string =>
	`${unknown.length} of ${counted(radarIds.size, 'radar', 'radars')} in this filter ${unknown.length === 1 ? "isn't" : "aren't"} in your account, so nothing of ${unknown.length === 1 ? 'it' : 'them'} can come: ${listed(unknown)}.`;

/**
 * @throws Refused when someone publishes a filter with radars that the account doesn't have. While the service can't say, none is
 * missing.
 */
export async function assertRadarsExist(
	context: IHookFunctions | IPollFunctions,
	settings: TriggerParameters,
): Promise<void> {
	if (isRestart(context) || settings.allowsDoubtful || settings.filters.radarIds.size === 0) return;
	const client = await createRadarClient(context);
	const unknown = await unknownRadars(client, settings.filters.radarIds).catch(() => []);
	if (unknown.length === 0) return;
	throw wrong(`'${RADARS_LABEL}': ${unknownRadarsInWords(unknown, settings)}`, orAllow('Choose them again'));
}

/** What n8n's log says when someone publishes, and what refuses publishing for Polling, which has no other method for that. */
export async function checkPublish(context: IPollFunctions, settings: TriggerParameters): Promise<void> {
	if (isRestart(context)) return;
	const twin = twinOf(context, settings);
	if (twin !== undefined) context.logger.warn(`${context.getNode().name}: ${twin}`);
	if (settings.delivery === POLLING) await assertRadarsExist(context, settings);
}

/** The wanted domains that no active radar of the account is about, nor one that publishing creates. */
async function unwatchedDomains(
	client: RadarClient,
	{ filters }: TriggerParameters,
	toCreate: RadarDefinition[],
) {
	const missing = new Set(filters.domains);
	const take = (domain: unknown) => missing.delete(sameHost(domain));
	for (const { domain } of toCreate) take(domain);
	if (missing.size === 0) return [];
	for await (const radar of client.allRadars()) {
		if (isActive(radar)) take(radar.domain);
		if (missing.size === 0) break;
	}
	return [...missing];
}

/** What Execute step says about settings that aren't wrong, but may not bring what is meant. */
export async function adviceOn(
	execution: IExecuteFunctions,
	client: RadarClient,
	settings: TriggerParameters,
	toCreate: RadarDefinition[],
): Promise<string[]> {
	const { events } = settings.filters;
	const hearsNoFailures = [...events].some(isFindingEvent) && !events.has('radar_failure');
	const unwatched = await unwatchedDomains(client, settings, toCreate).catch(() => []);
	const unknown = await unknownRadars(client, settings.filters.radarIds).catch(() => []);
	return [
		...settings.notes.map(({ text }) => text),
		...settings.filterDoubts.map(({ field = '', what }) => hintOn(field, what)),
		twinOf(execution, settings),
		hearsNoFailures &&
			"If the balance runs out, radars stop, and this workflow doesn't hear of it: add Radar Failed to Events.",
		unwatched.length > 0 && `No radar of your account is about ${listed(unwatched.map(domainInWords))}.`,
		unknown.length > 0 && `${RADARS_LABEL}: ${unknownRadarsInWords(unknown, settings)}`,
	].filter((each) => typeof each === 'string');
}
