import type { RadarDefinition } from '../../../shared/api/types';
import { failEach } from '../../runner/itemErrors';
import { mapItems, type ValidItem } from '../../runner/mapItems';
import type { Entry } from '../../radars/split';
import { defineOperation } from '../../runner/operation';
import type { RunContext } from '../../runner/runContext';
import { paidKey, type OpenCall } from '../../../shared/money/ledger';
import { BudgetReached, MonthlyBudget } from '../../../shared/money/monthlyBudget';
import { ExistingRadars } from '../../radars/existingRadars';
import {
	createdRadar,
	existingRadar,
	ifRadarExistsField,
	readConflict,
	type CreatedColumns,
} from '../../radars/ifRadarExists';
import { allowUnknownDomainsOption, optionsField } from '../../runner/fields';
import { definitionFields } from '../../radars/definition/definitionFields';
import { dryRun, dryRunField, type DryRunColumns, type DryRunIds } from '../../radars/dryRun';
import {
	createBudgetOption,
	createCostNotices,
	exceedsMaximum,
	maximumRadarsOption,
	readCreateSettings,
	reportSpending,
} from '../../radars/createOptions';
import { readDefinition } from '../../radars/definition/readDefinition';
import type { RadarRow } from '../../radars/radarRow';

async function createOne(
	entry: Entry,
	existing: ExistingRadars | undefined,
	budget: MonthlyBudget,
	{ client, summary, paid }: RunContext,
) {
	const { definition } = entry;
	const buy = async (open?: OpenCall) =>
		(open && (await client.findLostRadar(open.failure))) ??
		(await budget.buy(async () => await client.createRadar(definition, open?.failure.lost)));
	const created = paid.once(paidKey(entry), buy, { radars: 1 }).then((radar) => {
		summary.radarCreated(radar);
		return createdRadar(radar);
	});
	if (!existing) return await created;
	return await created.catch(async (error: unknown) => {
		// With the budget reached, nothing is sent, but a radar that exists costs nothing.
		const found = error instanceof BudgetReached ? await existing.find(definition) : undefined;
		const radar = found ?? (await readConflict(client, error));
		summary.radarExisted(radar, definition);
		return existingRadar(radar, definition);
	});
}

export type Output = RadarRow<CreatedColumns & DryRunColumns, DryRunIds>;

const entryOf = ({ item, input }: ValidItem<RadarDefinition>): Entry => ({ item, definition: input });

/** Calls the API operation `createRadar`. */
export const create = defineOperation({
	name: 'Create',
	value: 'create',
	action: 'Create radar (charged)',
	description: 'Start monitoring a company, contact or industry. Charges your account.',
	fields: [
		dryRunField,
		...createCostNotices,
		...definitionFields,
		ifRadarExistsField,
		optionsField(allowUnknownDomainsOption, maximumRadarsOption, createBudgetOption),
	],
	readSettings: readCreateSettings,
	readInput: (read) => readDefinition(read).definition,
	run: async (items, context, { isDryRun, returnExisting, maximumRadars, monthlyBudget }) => {
		if (isDryRun) return await dryRun(items.map(entryOf), maximumRadars, context);
		const isKnown = (each: ValidItem<RadarDefinition>) => context.paid.knowsCall(entryOf(each));
		const added = items.filter((each) => !isKnown(each));
		const tooMany = exceedsMaximum(added.length, maximumRadars, context);
		if (tooMany)
			return failEach(
				items.map(({ item }) => item),
				tooMany,
			);
		const budget = new MonthlyBudget(monthlyBudget, context.client);
		const existing = returnExisting ? new ExistingRadars(context.client) : undefined;
		const createItem = async (definition: RadarDefinition, item: number) =>
			await createOne({ item, definition }, existing, budget, context);
		return await reportSpending(context, async () => await mapItems(items, context, createItem, isKnown));
	},
});
