import { mapItems } from '../../runner/mapItems';
import type { Entry } from '../../radars/split';
import { defineOperation } from '../../runner/operation';
import type { RunContext } from '../../runner/runContext';
import { paidKey } from '../../../shared/money/ledger';
import { MonthlyBudget } from '../../../shared/money/monthlyBudget';
import { checkUsd } from '../../../shared/validation/amount';
import {
	createdRadar,
	existingRadar,
	ifRadarExistsField,
	readConflict,
	type CreatedColumns,
	type IfRadarExists,
} from '../../radars/ifRadarExists';
import { allowUnknownDomainsOption, optionsField, tagCreatesOption } from '../../runner/fields';
import { definitionFields } from '../../radars/definition/definitionFields';
import { dryRun, dryRunField } from '../../radars/dryRun';
import {
	createBudgetOption,
	createCostNotices,
	exceedsMaximum,
	maximumRadarsOption,
	readMaximumRadars,
	reportSpending,
} from '../../radars/spending';
import { readDefinition } from '../../radars/definition/readDefinition';
import type { RadarRow } from '../../radars/radarRow';

async function createOne(
	entry: Entry,
	ifRadarExists: IfRadarExists,
	budget: MonthlyBudget,
	{ client, summary, paid }: RunContext,
) {
	const { definition } = entry;
	const buy = async () => await budget.buy(async () => await client.createRadar(definition));
	const created = paid.once(paidKey(entry), buy, { radars: 1 }).then((radar) => {
		summary.radarCreated(radar);
		return createdRadar(radar);
	});
	if (ifRadarExists === 'fail') return await created;
	return await created.catch(async (error: unknown) => {
		const existing = await readConflict(client, error);
		summary.radarExisted(existing);
		return existingRadar(existing, definition);
	});
}

export type Output = RadarRow<CreatedColumns>;

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
		optionsField(allowUnknownDomainsOption, maximumRadarsOption, createBudgetOption, tagCreatesOption),
	],
	readSettings: async (read) => ({
		// One item that asks for it is enough: a run that only checks costs nothing.
		isDryRun: await read.flagOfAnyItem('dryRun'),
		ifRadarExists: read.raw('ifRadarExists') as IfRadarExists,
		maximumRadars: readMaximumRadars(read),
		monthlyBudget: read.optional('options.monthlyBudget', checkUsd),
	}),
	readInput: readDefinition,
	run: async (items, context, { isDryRun, ifRadarExists, maximumRadars, monthlyBudget }) => {
		const entryOf = ({ item, input: { definition } }: (typeof items)[number]): Entry => ({
			item,
			definition,
		});
		if (isDryRun) return await dryRun(items.map(entryOf), context);
		const isKnown = (each: (typeof items)[number]) => context.paid.knowsCall(entryOf(each));
		const tooMany = exceedsMaximum(
			items.filter((each) => !isKnown(each)),
			maximumRadars,
			context,
		);
		if (tooMany) return tooMany;
		const budget = new MonthlyBudget(monthlyBudget, context.client);
		const createItem = async ({ definition }: (typeof items)[number]['input'], item: number) =>
			await createOne({ item, definition }, ifRadarExists, budget, context);
		return await reportSpending(context, async () => await mapItems(items, context, createItem, isKnown));
	},
});
