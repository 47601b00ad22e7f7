import { Purchases } from '../../shared/money/purchases';
import { failEach, type ItemResult } from '../../shared/run/itemErrors';
import type { RunContext } from '../../shared/run/runContext';
import { refusalOfFields, Refused, type Refusal } from '../../shared/values/basics/refusal';
import { pushTo } from '../../shared/values/basics/values';
import { dryRun } from './dryRun';
import { ExistingRadars } from './existingRadars';
import { existingRadar } from './radarRow';
import { itemNumbersOf, type DoubtfulEntry } from './requests';

/** Plans the radars of a run before anything is sent. Returns the limit that they exceed. */
export function planRadars(radars: number, purchases: Purchases, { paid }: RunContext): Refusal | undefined {
	const reached = purchases.refusesRadars(radars);
	if (reached) return reached;
	paid.plan(radars);
	return undefined;
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
	const tooMany = planRadars(radars, purchases, context);
	if (tooMany) return [...results, ...failEach(items, tooMany)];
	const created = await reportSpending(purchases, context, async () => await create(purchases, existing));
	// Not spread: there may be more than a call takes.
	return results.concat(created);
}
