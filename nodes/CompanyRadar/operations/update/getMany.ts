import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { UPDATES_RADAR_IDS } from '../../../shared/api/assumptions';
import type { RawUpdate } from '../../../shared/api/types';
import { alignRows, simplifyUpdate, nameContacts } from '../../../shared/updates/simplifyUpdate';
import { LEVEL_NAMES } from '../../../shared/values/basics/levels';
import { timeOf, FoundBetween, type TimeRange } from '../../../shared/updates/update';
import {
	judgeUpdate,
	passes,
	noteNotJudged,
	withNotJudged,
	type Verdict,
	domainsFilter,
	levelsFilter,
	readUpdateFilter,
	titlesFilter,
} from '../../../shared/form/updateFilter';
import { UPDATE_OUTPUT, type SimplifiedUpdate } from '../../../shared/updates/updateColumns';
import { checkRadarIds } from '../../../shared/values/rules/primitives';
import { checkRadarTypes } from '../../../shared/values/rules/radarFieldChecks';
import { defineItemOperation } from '../../../shared/run/operation';
import type { RunContext } from '../../../shared/run/runContext';
import type { ParameterReader } from '../../../shared/form/parameterReader';
import {
	optionsField,
	readLimit,
	returnAllFields,
	RADAR_TYPE_OPTIONS,
	filtersField,
	listValues,
	onceForTools,
	simplifyField,
	withToolDescription,
} from '../../../shared/form/fieldOptions';
import { radarIdsFields } from '../../../shared/form/radarPicker';
import { checkTimestamp } from '../../../shared/values/rules/dates';
import { invalid } from '../../../shared/values/basics/refusal';
import { chunk } from '../../../shared/values/basics/values';

export interface Output extends SimplifiedUpdate {
	/** With filters: those that the update says nothing about and passed. */
	not_judged?: string;
}

export type RawOutput = RawUpdate;

const returnField: INodeProperties = {
	displayName: 'Job Titles: Return',
	name: 'titlesReturn',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'Matching',
			value: 'matching',
			description: 'Updates whose job title matches, and those without one',
		},
		{
			name: 'Not Matching',
			value: 'notMatching',
			description: 'Updates that the job titles would filter out',
		},
	],
	default: 'matching',
	description: 'Whether to return the updates that Job Titles matches, or those that it would filter out',
};

/** Milliseconds since the epoch. */
const readMoment = (read: ParameterReader, name: string): number | undefined =>
	read.optional(`filters.${name}`, (value) => checkTimestamp(value, read.context))?.millis;

function readFound(read: ParameterReader): TimeRange {
	const after = readMoment(read, 'foundAfter') ?? Number.NEGATIVE_INFINITY;
	const before = readMoment(read, 'foundBefore') ?? Number.POSITIVE_INFINITY;
	if (after >= before) {
		read.accept(
			'Found Before',
			invalid(
				"The date isn't later than 'Found After'.",
				'Swap the two dates, or remove one of the filters.',
			),
		);
	}
	return { after, before };
}

function readInput(read: ParameterReader) {
	const types = read.optional('filters.radarTypes', checkRadarTypes);
	const { filter } = readUpdateFilter(read);
	const wantsMatching = read.raw('filters.titlesReturn') !== 'notMatching';
	if (!wantsMatching && !read.parameters.isSet('filters.jobTitles')) {
		const fix = "Add 'Job Titles', or remove this filter.";
		read.accept(returnField.displayName, invalid('Not Matching has no job titles to go by.', fix));
	}
	return {
		limit: readLimit(read),
		simplify: read.flag('simplify'),
		radarIds: read.optional('filters.radarIds', checkRadarIds),
		found: readFound(read),
		filter,
		wantsMatching,
		query: types ? { radar_type: types.join(',') } : {},
	};
}

type Input = ReturnType<typeof readInput>;

/** Whether to return an update, and the filters that it says nothing about. Not Matching inverts Job Titles only. */
function judge({ filter, wantsMatching }: Input, update: IDataObject): Verdict {
	const { jobTitles } = filter;
	if (!jobTitles || wantsMatching) return judgeUpdate(filter, update);
	const isUnwanted = (title: string) => {
		const isWanted = jobTitles(title);
		return isWanted === undefined ? undefined : !isWanted;
	};
	const inverted = judgeUpdate({ ...filter, jobTitles: isUnwanted }, update);
	const isNotJudged = inverted.notJudged.includes(titlesFilter.displayName);
	return isNotJudged ? { ...inverted, droppedBy: [titlesFilter.displayName] } : inverted;
}

/** Reads the list only as far as needed. The service filters by radar and type, and all other filters are applied here. */
async function find(input: Input, { client, summary }: RunContext): Promise<IDataObject[]> {
	const { limit, simplify, radarIds, found, query } = input;
	const groups = radarIds ? chunk(radarIds, UPDATES_RADAR_IDS) : [undefined];
	const read: Array<{ row: IDataObject; time: number; notJudged: string[] }> = [];
	for (const ids of groups) {
		const range = new FoundBetween(found);
		let left = limit;
		const part = { ...query, ...(ids ? { radar_id: ids.join(',') } : {}) };
		for await (const update of client.updatesBetween(range, part)) {
			const verdict = judge(input, update);
			if (!passes(verdict)) continue;
			const { notJudged } = verdict;
			const row = simplify ? withNotJudged(simplifyUpdate(update), notJudged) : update;
			read.push({ row, time: timeOf(update) ?? 0, notJudged });
			if (--left <= 0) break;
		}
	}
	if (groups.length > 1) read.sort((a, b) => b.time - a.time);
	const returned = read.slice(0, limit);
	noteNotJudged(
		returned.map(({ notJudged }) => notJudged),
		(text) => summary.note(text),
	);
	const updates = returned.map(({ row }) => row);
	if (!simplify) return updates;
	await nameContacts(updates, () => client);
	return await alignRows(updates);
}

/** Calls the API operations `listUpdates`, and `listRadars` for the names of contacts. */
export const getMany = defineItemOperation({
	name: 'Get Many',
	value: 'getMany',
	action: 'Get many radar updates (findings and failures)',
	description: 'Get what your radars found so far, and any failures. Free.',
	outputHint: UPDATE_OUTPUT,
	fields: [
		...returnAllFields,
		simplifyField,
		...onceForTools(
			filtersField([
				domainsFilter,
				{
					displayName: 'Found After',
					name: 'foundAfter',
					type: 'dateTime',
					default: '',
					description: 'Only updates found at this time or later, such as 2026-11-01',
				},
				{
					displayName: 'Found Before',
					name: 'foundBefore',
					type: 'dateTime',
					default: '',
					description: 'Only updates found before this time, such as 2026-11-08',
				},
				titlesFilter,
				returnField,
				...withToolDescription(
					levelsFilter,
					`${levelsFilter.description} Separated by commas: ${listValues([...LEVEL_NAMES])}`,
				),
				...radarIdsFields('Only updates from these radars'),
				...withToolDescription(
					{
						displayName: 'Radar Types',
						name: 'radarTypes',
						type: 'multiOptions',
						options: RADAR_TYPE_OPTIONS,
						default: [],
						description: 'Only updates from these radar types',
					},
					`Only updates from these radar types, separated by commas: ${listValues(RADAR_TYPE_OPTIONS)}`,
				),
			]),
		),
		optionsField(),
	],
	readInput,
	call: find,
});
