import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';
import { LIMITS } from '../../../shared/api/limits';
import type { Radar } from '../../../shared/api/types';
import { listed, LISTED } from '../../../shared/values/basics/inWords';
import { checkTimestamp } from '../../../shared/values/rules/dates';
import { checkRadarStatus, checkRadarType } from '../../../shared/values/rules/radarFieldChecks';
import { checkRadarIds } from '../../../shared/values/rules/primitives';
import { sameHost } from '../../../shared/values/basics/sameText';
import { domainsFilter, readUpdateFilter } from '../../../shared/form/updateFilter';
import { defineItemOperation } from '../../../shared/run/operation';
import type { RunContext } from '../../../shared/run/runContext';
import {
	optionsField,
	readLimit,
	returnAllFields,
	filtersField,
	onceForTools,
	radarTypeField,
	withListedValues,
} from '../../../shared/form/fieldOptions';
import { radarIdsFields } from '../../../shared/form/radarPicker';
import { radarRow, type RadarRow } from '../../radars/radarRow';
import { chunk } from '../../../shared/values/basics/values';
import type { ParameterReader } from '../../../shared/form/parameterReader';
import { timeIn } from '../../../shared/values/basics/time';

export type Output = RadarRow;

const STATUS_OPTIONS: INodePropertyOptions[] = [
	{ name: 'Active', value: 'active' },
	{
		name: 'Inactive',
		value: 'inactive',
		description: "All radars that aren't active, including those whose paid month still runs",
	},
];

const readInput = (read: ParameterReader) => ({
	isOfDomains: readUpdateFilter(read).filter.domains,
	filters: {
		created_since: read.optional('filters.createdSince', (value) => checkTimestamp(value, read.context))
			?.text,
		radar_type: read.optional('filters.radarType', checkRadarType),
		radar_status: read.optional('filters.radarStatus', checkRadarStatus),
	},
	limit: readLimit(read),
	radarIds: read.optional('filters.radarIds', checkRadarIds),
});

type Input = ReturnType<typeof readInput>;

/** The radars with these ids, newest first. The service leaves out unknown IDs, so a hint names them. */
async function withIds(ids: string[], { filters }: Input, { client, summary }: RunContext) {
	const radars: Radar[] = [];
	for (const group of chunk(ids, LIMITS.listRadarIds)) {
		const query = { ...filters, radar_id: group.join(',') };
		for await (const radar of client.allRadars(query)) radars.push(radar);
	}
	const found = new Set(radars.map(({ radar_id }) => radar_id));
	const missing = ids.filter((id) => !found.has(id));
	if (missing.length > 0)
		summary.note(`Not found, or excluded by the other filters: ${listed(missing, LISTED)}.`);
	return radars.sort((a, b) => (timeIn(b.created_at) ?? 0) - (timeIn(a.created_at) ?? 0));
}

async function find(input: Input, context: RunContext): Promise<IDataObject[]> {
	const { limit, radarIds, filters, isOfDomains } = input;
	const isWanted = ({ domain }: Radar) => !isOfDomains || (domain ? isOfDomains(sameHost(domain)) : false);
	if (radarIds) {
		const radars = (await withIds(radarIds, input, context)).filter(isWanted);
		return radars.slice(0, limit).map((radar) => radarRow(radar));
	}
	const radars: IDataObject[] = [];
	for await (const radar of context.client.allRadars(filters, isOfDomains ? undefined : limit)) {
		if (isWanted(radar)) radars.push(radarRow(radar));
		if (radars.length >= limit) break;
	}
	return radars;
}

/** Calls the API operation `listRadars`. */
export const getMany = defineItemOperation({
	name: 'Get Many',
	value: 'getMany',
	action: 'Get many radars',
	description: "Get your account's radars, newest first. Free.",
	fields: [
		...returnAllFields,
		...onceForTools(
			filtersField([
				{
					...domainsFilter,
					description: 'Only radars of these companies, separated by commas, one per line or as a list',
				},
				{
					displayName: 'Created Since',
					name: 'createdSince',
					type: 'dateTime',
					default: '',
					description:
						"Only radars created since this date, such as 2026-11-01. Uses the workflow's time zone if none is given.",
				},
				...radarIdsFields('Only these radars'),
				...withListedValues(radarTypeField('Only radars of this type')),
				...withListedValues({
					displayName: 'Status',
					name: 'radarStatus',
					type: 'options',
					options: STATUS_OPTIONS,
					default: 'active',
					description: 'Only radars with this status',
				}),
			]),
		),
		optionsField(),
	],
	readInput,
	call: find,
});
