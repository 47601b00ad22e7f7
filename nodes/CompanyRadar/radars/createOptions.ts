import type { INodeProperties } from 'n8n-workflow';

import { TYPES_IGNORING_FILTERS, TYPES_IGNORING_KEYWORD } from '../../shared/api/assumptions';
import type { RadarType } from '../../shared/api/radarTypes';
import { notice, shownWhile } from '../../shared/form/fieldOptions';
import { checkCount, checkUsd } from '../../shared/values/rules/primitives';
import type { ParameterReader } from '../../shared/form/parameterReader';

const MAXIMUM_RADARS = 'Maximum Radars to Create';
export const MAXIMUM_RADARS_PATH = 'options.maximumRadars';

export const maximumRadarsOption: INodeProperties = {
	displayName: MAXIMUM_RADARS,
	name: 'maximumRadars',
	type: 'number',
	typeOptions: { minValue: 0, numberPrecision: 0 },
	default: 100,
	description:
		'Create nothing if this execution would create more radars than this. AI agents need this limit.',
};

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

/** Hidden in a dry run, which charges nothing. */
const costNotice = (text: string, radarType: readonly RadarType[]): INodeProperties =>
	notice('costNotice', text, { show: { radarType: [...radarType] }, hide: { dryRun: [true] } });

/** About types whose filters or keyword may not lower the cost. */
export const createCostNotices: INodeProperties[] = [
	costNotice('The service may ignore filters on this radar type.', TYPES_IGNORING_FILTERS),
	costNotice(
		'Without a keyword, this radar type reports every new event worldwide, and each one may be charged. The service may ignore the keyword.',
		TYPES_IGNORING_KEYWORD,
	),
];

/** Radar: Create and Radars in Bulk: Create refuse an agent without it. */
export const toolLimitNotice = shownWhile(
	{ '@tool': [true] },
	notice(
		'toolLimitNotice',
		`Set <b>${MAXIMUM_RADARS}</b> under Options: without it, AI agents create nothing. In n8n's Agents and MCP, set <b>Monthly Budget</b> too. Unless <b>Dry Run</b> is on, <b>Execute step</b> charges at once, also behind a human review.`,
	),
);

/** The settings that Radar: Create and Radars in Bulk: Create share. */
export function readCreateSettings(read: ParameterReader) {
	const isDryRun = read.flag('dryRun');
	return {
		isDryRun,
		returnsExisting: read.raw('options.ifRadarExists') !== 'fail',
		maximumRadars: isDryRun
			? read.optional(MAXIMUM_RADARS_PATH, checkCount)
			: read.limit(MAXIMUM_RADARS_PATH, checkCount),
		monthlyBudget: isDryRun ? read.optional('options.monthlyBudget', checkUsd) : read.budget(),
	};
}
