import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { UPDATES_RADAR_IDS } from '../../../shared/api/assumptions';
import { isObject } from '../../../shared/basics/json';
import { counted } from '../../../shared/basics/inWords';
import { nameContacts } from '../../../shared/updates/nameContacts';
import { simplifyUpdate } from '../../../shared/updates/simplifyUpdate';
import { titleOf } from '../../../shared/updates/titleOf';
import { timeOf } from '../../../shared/updates/update';
import type { SimplifiedUpdate } from '../../../shared/updates/updateColumns';
import { matchJobTitle, parseJobTitles } from '../../../shared/validation/jobTitles';
import { checkQueryParameters } from '../../../shared/validation/nameValues';
import { checkRadarIds, checkRadarTypes } from '../../../shared/validation/radarFields';
import { defineItemOperation } from '../../runner/operation';
import type { RunContext } from '../../runner/runContext';
import { forModels, type ParameterReader } from '../../../shared/parameters/parameterReader';
import { radarsFields } from '../../radars/pickerFields';
import { checkTimestamp } from '../../../shared/validation/dates';
import { checkDomain } from '../../../shared/validation/domain';
import { listCheck } from '../../../shared/validation/primitives';
import { invalid } from '../../../shared/validation/result';
import { FoundBetween, type TimeRange } from '../../../shared/updates/foundBetween';
import { chunk } from '../../../shared/basics/chunk';
import { sameHost } from '../../../shared/basics/sameText';
import { optionsField, readLimit, returnAllFields } from '../../runner/commonFields';
import {
	RADAR_TYPE_OPTIONS,
	filtersField,
	listValues,
	onceForTools,
	shownWhile,
	simplifyField,
	textField,
	titleExpression,
	withToolDescription,
} from '../../../shared/parameters/fieldOptions';

export interface Output extends SimplifiedUpdate {
	/** With Job Titles: `Not judged`, because it has no title. */
	title_filter?: string;
}

const NOT_JUDGED = 'Not judged';

const returnField: INodeProperties = shownWhile(
	{ jobTitles: [{ _cnd: { exists: true } }] },
	{
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
	},
);

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

/** Accepts unknown domains, because a filter that matches nothing costs nothing. */
const domainsCheck = (context: ParameterReader['context']) =>
	listCheck((domain) => checkDomain(domain, { ...context }), 'Use domains such as acme.com.');

function readQueryParameters(read: ParameterReader): Record<string, string> {
	const rows = read.raw('options.queryParameters.parameters');
	return rows === undefined ? {} : read.accept('Additional Query Parameters', checkQueryParameters(rows));
}

function readInput(read: ParameterReader) {
	const types = read.optional('filters.radarTypes', checkRadarTypes);
	return {
		limit: readLimit(read),
		simplify: read.flag('simplify'),
		radarIds: read.optional('filters.radarIds', checkRadarIds),
		domains: read.optional('filters.domains', domainsCheck(read.context))?.map(sameHost),
		found: readFound(read),
		titles: read.optional('filters.jobTitles', parseJobTitles),
		wantsMatching: read.raw('filters.titlesReturn') !== 'notMatching',
		query: { ...readQueryParameters(read), ...(types ? { radar_type: types.join(',') } : {}) },
	};
}

type Input = ReturnType<typeof readInput>;

/** Whether an update is about one of these companies: the one that its radar monitors, or another in the update, such as a new employer. */
function isAbout(domains: string[], { domain }: SimplifiedUpdate, { data }: IDataObject): boolean {
	const monitored = isObject(data) ? data.domain : undefined;
	return [domain, monitored].some((each) => domains.includes(sameHost(each)));
}

/** Whether to return the update under a filter by job titles. One without a title passes the filter, and is marked. */
function isWanted({ titles, wantsMatching }: Input, row: SimplifiedUpdate): boolean {
	if (!titles) return true;
	const title = titleOf(row);
	if (title === undefined) row.title_filter = NOT_JUDGED;
	return wantsMatching === (title === undefined || matchJobTitle(titles, title).matches);
}

/** Reads the list only as far as needed. The service filters by radar and type, and all other filters are applied here. */
async function find(input: Input, { client, summary }: RunContext): Promise<IDataObject[]> {
	const { limit, simplify, radarIds, domains, found, query } = input;
	const groups = radarIds ? chunk(radarIds, UPDATES_RADAR_IDS) : [undefined];
	const read: Array<{ row: IDataObject; time: number; isJudged: boolean }> = [];
	for (const ids of groups) {
		const range = new FoundBetween(found);
		let left = limit;
		const part = { ...query, ...(ids ? { radar_id: ids.join(',') } : {}) };
		for await (const update of client.allUpdates(part)) {
			const verdict = range.judge(update);
			if (verdict === 'end') break;
			const simplified = simplifyUpdate(update);
			if (verdict === 'leave' || (domains && !isAbout(domains, simplified, update))) continue;
			if (!isWanted(input, simplified)) continue;
			const isJudged = simplified.title_filter !== NOT_JUDGED;
			read.push({ row: simplify ? simplified : update, time: timeOf(update) ?? 0, isJudged });
			if (--left <= 0) break;
		}
	}
	if (groups.length > 1) read.sort((a, b) => b.time - a.time);
	const returned = read.slice(0, limit);
	const unjudged = returned.filter(({ isJudged }) => !isJudged).length;
	if (unjudged > 0) {
		const which = counted(unjudged, 'update has', 'updates have');
		summary.note(`${which} no job title to judge, and passed the filter.`);
	}
	const updates = returned.map(({ row }) => row);
	if (simplify) await nameContacts(updates, () => client);
	return updates;
}

/** Calls the API operation `listUpdates`. */
export const getMany = defineItemOperation({
	name: 'Get Many',
	value: 'getMany',
	action: 'Get many radar updates (findings and failures)',
	description: 'Get what your radars found so far, and any failures. Free.',
	fields: [
		...returnAllFields,
		simplifyField,
		...onceForTools(
			filtersField([
				textField(
					'Company Domains',
					'domains',
					'example.com',
					'Only updates about these companies, separated by commas, one per line or as a list',
				),
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
				{
					...titleExpression('jobTitles'),
					displayName: 'Job Titles',
					description:
						'Only updates whose job title matches, such as sales AND NOT intern. Updates without a title pass.',
				},
				returnField,
				...radarsFields('Only updates from these radars'),
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
		optionsField(
			forModels({
				displayName: 'Additional Query Parameters',
				name: 'queryParameters',
				type: 'fixedCollection',
				typeOptions: { multipleValues: true },
				placeholder: 'Add Parameter',
				default: {},
				description: 'Parameters to add to the API request, for filters that this node has no field for',
				options: [
					{
						displayName: 'Parameters',
						name: 'parameters',
						values: [
							textField(
								'Name',
								'name',
								'cursor',
								'Name of the parameter. The service rejects unknown names.',
							),
							textField('Value', 'value', '42', 'Value of the parameter'),
						],
					},
				],
			}),
		),
	],
	readInput,
	call: find,
});
