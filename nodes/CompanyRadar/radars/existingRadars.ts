import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { differenceText, endOf, isActive } from '../../shared/values/radars/radarInWords';
import { pushTo } from '../../shared/values/basics/values';
import type { Radar, RadarDefinition } from '../../shared/api/types';
import { RadarApiError, type RadarClient } from '../../shared/client';
import { RadarIndex, differences } from '../../shared/values/radars/sameRadar';
import { toFailure, failEach, type ItemResult } from '../../shared/run/itemErrors';
import type { RunContext } from '../../shared/run/runContext';
import { radarRow } from './radarRow';
import type { DoubtfulEntry } from './requests';
import { refusalOfFields } from '../../shared/values/basics/refusal';

/** The account's radars, read once for each type that is asked for. */
export class ExistingRadars {
	private readonly byType = new Map<string, Promise<RadarIndex>>();

	/** @param withEnding whether deactivated radars count until their paid month ends */
	constructor(
		private readonly client: RadarClient,
		private readonly withEnding = false,
	) {}

	/** The closest radar of the same target. @throws RadarApiError */
	async closest(definition: RadarDefinition) {
		const { radar_type: type } = definition;
		const reading = this.byType.get(type) ?? this.read(type);
		this.byType.set(type, reading);
		return (await reading).closest(definition);
	}

	/** The radar of the same target with the same filters, else one whose filters aren't known. @throws RadarApiError */
	async find(definition: RadarDefinition): Promise<Radar | undefined> {
		const closest = await this.closest(definition);
		return closest?.filters === 'other' ? undefined : closest?.radar;
	}

	private async read(type: string): Promise<RadarIndex> {
		const { client, withEnding } = this;
		const radars: Record<'active' | 'ending', Radar[]> = { active: [], ending: [] };
		const query = { radar_type: type, ...(withEnding ? {} : { radar_status: 'active' as const }) };
		for await (const radar of client.allRadars(query)) {
			if (isActive(radar)) radars.active.push(radar);
			else if (withEnding && endOf(radar, client.now) !== undefined) radars.ending.push(radar);
		}
		return await RadarIndex.of([...radars.active, ...radars.ending]);
	}
}

export const ifRadarExistsOption: INodeProperties = {
	displayName: 'If Radar Exists',
	name: 'ifRadarExists',
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'Fail', value: 'fail', description: "Report an error with the existing radar's ID" },
		{
			name: 'Return the Existing One',
			value: 'returnExisting',
			description: 'Return the existing radar. Nothing is charged.',
		},
	],
	default: 'returnExisting',
	description:
		'What to do if your account already has this radar. Accounts that allow duplicates create another one.',
};

/** Loads the radar that a 409 names. Rethrows any other error. */
export async function readConflict(client: RadarClient, error: unknown): Promise<Radar> {
	if (!(error instanceof RadarApiError) || error.failure.conflictingRadarId === undefined) throw error;
	const call = client.call('getRadar', { id: error.failure.conflictingRadarId });
	const { data } = await call.catch((reason: unknown) => {
		const detail = `Couldn't load the existing radar: ${toFailure(reason).what}.`;
		throw new RadarApiError({ ...error.failure, detail });
	});
	return data;
}

/** A radar that was created, or that existed already. */
export interface CreatedColumns {
	already_existed: boolean;
	/** Of an existing radar: the fields that differ from your definition, or may, with commas. */
	differs_in?: string;
}

/** The output row of a new radar. */
export const newRadar = (radar: Radar | RadarDefinition | undefined, ids?: object): IDataObject =>
	radarRow(radar, { already_existed: false, differs_in: '' }, ids);

/** The output row of a new radar, which also goes into the summary. Without its record, it has its definition. */
export function createdRadar(
	radar: Radar | RadarDefinition,
	{ summary }: RunContext,
	ids?: object,
): IDataObject {
	summary.radarCreated(radar);
	return newRadar(radar, ids);
}

/** The output row of an existing radar. Summary and row say how it differs from the definition. */
export function existingRadar(
	radar: Radar,
	definition: RadarDefinition,
	{ summary }: RunContext,
	ids?: object,
): IDataObject {
	const differs = differences(definition, radar);
	summary.radarExisted(radar, differs);
	const differsIn = differs.map(differenceText).join(', ');
	return radarRow(radar, { already_existed: true, differs_in: differsIn }, ids);
}

/** The radars that doubtful entries have already. Only reads the list of radars; if it can't be read, none is known. */
async function existingOf(
	doubtful: DoubtfulEntry[],
	{ client, summary }: RunContext,
): Promise<Map<DoubtfulEntry, Radar>> {
	const radars = new ExistingRadars(client);
	const found = new Map<DoubtfulEntry, Radar>();
	try {
		for (const entry of doubtful) {
			const radar = await radars.find(entry.definition);
			if (radar) found.set(entry, radar);
		}
	} catch (error) {
		summary.note(`Couldn't load the existing radars: ${toFailure(error).what}.`);
	}
	return found;
}

/**
 * Takes doubtful radars, and those that a dry run said no to, out of the entries before anything is sent. A doubtful one that exists
 * already costs nothing, so with `returnExisting` it's returned; the others are refused, with all other radars of their items.
 */
export async function takeDoubtful(
	wanted: DoubtfulEntry[],
	returnExisting: boolean,
	context: RunContext,
): Promise<{ toCreate: DoubtfulEntry[]; results: ItemResult[] }> {
	const skipped = wanted.flatMap(({ item, notWanted }): ItemResult[] =>
		notWanted === undefined ? [] : [{ items: [item], skipped: notWanted }],
	);
	const entries = skipped.length > 0 ? wanted.filter(({ notWanted }) => notWanted === undefined) : wanted;
	const doubtful = entries.filter(({ doubts }) => doubts.length > 0);
	if (doubtful.length === 0) return { toCreate: entries, results: skipped };
	const existing = returnExisting ? await existingOf(doubtful, context) : new Map<DoubtfulEntry, Radar>();
	const problems = new Map<number, DoubtfulEntry['doubts']>();
	for (const entry of doubtful.filter((each) => !existing.has(each))) {
		for (const doubt of entry.doubts) pushTo(problems, entry.item, doubt);
	}
	const refused = [...problems].flatMap(([item, doubts]) => failEach([item], refusalOfFields(doubts)));
	context.reject(refused);
	const results: ItemResult[] = [...skipped, ...refused];
	for (const [{ item, definition }, radar] of existing) {
		if (problems.has(item)) continue;
		results.push({ items: [item], json: [existingRadar(radar, definition, context)] });
	}
	const toCreate = entries.filter(({ item, doubts }) => doubts.length === 0 && !problems.has(item));
	return { toCreate, results };
}
