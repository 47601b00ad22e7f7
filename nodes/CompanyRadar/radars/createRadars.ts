import type { INodeProperties } from 'n8n-workflow';

import { Purchases } from '../../shared/money/purchases';
import { failEach, type ItemResult } from '../../shared/run/itemErrors';
import type { RunContext } from '../../shared/run/runContext';
import { refusalOfFields, Refused, type Refusal } from '../../shared/values/basics/refusal';
import { pushTo } from '../../shared/values/basics/values';
import { dryRun } from './dryRun';
import { ExistingRadars } from './existingRadars';
import { existingRadar } from './radarRow';
import { itemNumbersOf, type DoubtfulEntry } from './entries';
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

/** Creates radars, and reports the balance before and after. */
export async function reportSpending<Result>(
	purchases: Purchases,
	{ client, summary, paid }: RunContext,
	create: () => Promise<Result>,
): Promise<Result> {
	const before = await paid.balanceBefore(async () => await purchases.readBalance());
	const result = await create();
	const after = await client.readBalance();
	summary.spending.bought(before, after);
	summary.balanceSeen(after);
	return result;
}

/**
 * Takes doubtful radars, and those that a dry run said no to, out of the entries before anything is sent. A doubtful one that exists
 * already is returned; the others are refused, with all other radars of their items.
 */
async function takeDoubtful(wanted: DoubtfulEntry[], existing: ExistingRadars, context: RunContext) {
	const results = wanted.flatMap(({ item, notWanted }): ItemResult[] =>
		notWanted === undefined ? [] : [{ items: [item], skipped: notWanted }],
	);
	const entries = results.length > 0 ? wanted.filter(({ notWanted }) => notWanted === undefined) : wanted;
	const doubtful = entries
		.filter(({ doubts }) => doubts.length > 0)
		.map((entry) => ({ ...entry, error: new Refused(refusalOfFields(entry.doubts)) }));
	if (doubtful.length === 0) return { toCreate: entries, results };
	const checked = await existing.insteadOf(doubtful);
	const problems = new Map<number, Refusal[]>();
	for (const entry of checked.filter((each) => each.existing === undefined))
		for (const doubt of entry.doubts) pushTo(problems, entry.item, doubt);
	const refused = [...problems].flatMap(([item, doubts]) => failEach([item], refusalOfFields(doubts)));
	context.reject(refused);
	results.push(...refused);
	for (const { item, definition, existing: radar } of checked)
		if (radar && !problems.has(item))
			results.push({ items: [item], json: [existingRadar(radar, definition, context)] });
	const toCreate = entries.filter(({ item, doubts }) => doubts.length === 0 && !problems.has(item));
	return { toCreate, results };
}

interface CreateSettings {
	isDryRun: boolean;
	/** Whether a radar that exists is returned, and doesn't fail. */
	returnsExisting: boolean;
	maximumRadars: number | undefined;
	monthlyBudget: number | undefined;
}

/** How the radars that nothing forbids are created. */
interface Creation {
	/** How many may be charged. */
	radars: number;
	create(purchases: Purchases, existing: ExistingRadars): Promise<ItemResult[]>;
}

/**
 * The steps of Radar: Create and Radars in Bulk: Create: a dry run, or else doubts, limits, and the balance before and after.
 * @param plan empties the list of entries if they needn't be kept
 */
export async function createRadars(
	wanted: DoubtfulEntry[],
	settings: CreateSettings,
	context: RunContext,
	plan: (entries: DoubtfulEntry[]) => Promise<Creation>,
): Promise<ItemResult[]> {
	if (settings.isDryRun) return await dryRun(wanted, settings, context);
	const existing = new ExistingRadars(context, settings.returnsExisting);
	const { toCreate, results } = await takeDoubtful(wanted, existing, context);
	if (toCreate.length === 0) return results;
	const items = itemNumbersOf(toCreate);
	const { maximumRadars, monthlyBudget } = settings;
	const purchases = new Purchases({ maximumRadars, monthlyBudget }, context.client, context.paid.ledger);
	const { radars, create } = await plan(toCreate);
	const tooMany = purchases.tooManyRadars(radars);
	if (tooMany) return [...results, ...failEach(items, tooMany)];
	context.paid.reserveRadars(radars);
	const created = await reportSpending(purchases, context, async () => await create(purchases, existing));
	// Not spread: there may be more than a call takes.
	return results.concat(created);
}
