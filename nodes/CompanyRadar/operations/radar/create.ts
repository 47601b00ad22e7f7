import { failEach } from '../../../shared/run/itemErrors';
import { mapItems, defineOperation } from '../../../shared/run/operation';
import type { Entry } from '../../radars/requests';
import type { RunContext } from '../../../shared/run/runContext';
import { paidKey, type OpenCall } from '../../../shared/money/ledger';
import { isBudgetReached, Purchases } from '../../../shared/money/purchases';
import {
	ExistingRadars,
	createdRadar,
	existingRadar,
	ifRadarExistsOption,
	readConflict,
	type CreatedColumns,
	takeDoubtful,
} from '../../radars/existingRadars';
import { includeInputOption, optionsField } from '../../../shared/run/commonFields';
import { allowDoubtfulOption, monthlyBudgetOption } from '../../../shared/form/fieldOptions';
import { radarFormFields } from '../../../shared/form/radarForm';
import { dryRun, dryRunField, type DryRunColumns, type DryRunIds } from '../../radars/dryRun';
import {
	createCostNotices,
	maximumRadarsOption,
	planRadars,
	readCreateSettings,
	reportSpending,
	toolLimitNotice,
} from '../../radars/createOptions';
import { doubtsOf, entriesOf, readRadarsFrom } from '../../radars/definitions';
import type { RadarRow } from '../../radars/radarRow';

async function createOne(
	entry: Entry,
	existing: ExistingRadars | undefined,
	purchases: Purchases,
	context: RunContext,
) {
	const { client, paid } = context;
	const { definition } = entry;
	const buy = async (open?: OpenCall) =>
		(open && (await client.findLostRadar(open.failure))) ??
		(await purchases.buy(
			async () => await client.createRadar(definition, open?.failure.lost),
			definition.radar_type,
		));
	const created = paid.once(paidKey(entry), buy, { radars: 1 }).then((radar) => createdRadar(radar, context));
	if (!existing) return await created;
	return await created.catch(async (error: unknown) => {
		// With the budget reached, nothing is sent, but a radar that exists costs nothing.
		const found = isBudgetReached(error) ? await existing.find(definition) : undefined;
		const radar = found ?? (await readConflict(client, error));
		return existingRadar(radar, definition, context);
	});
}

export type Output = RadarRow<CreatedColumns & DryRunColumns, DryRunIds>;

/** Calls the API operations `createRadar`, `listRadars` and `getRadar` for radars that exist or were lost, and `getAccount`. */
export const create = defineOperation({
	name: 'Create',
	value: 'create',
	action: 'Create radar (charged)',
	description: 'Start monitoring a company, contact or industry. Charges your account.',
	fields: [
		dryRunField,
		...createCostNotices,
		toolLimitNotice,
		...radarFormFields,
		optionsField(
			allowDoubtfulOption,
			ifRadarExistsOption,
			includeInputOption,
			maximumRadarsOption,
			monthlyBudgetOption('Create no more radars'),
		),
	],
	readSettings: readCreateSettings,
	readInput: readRadarsFrom,
	doubtsOf,
	run: async (items, context, { isDryRun, returnExisting, maximumRadars, monthlyBudget }) => {
		const wanted = items.flatMap(entriesOf);
		if (isDryRun)
			return await dryRun(wanted, { maximumRadars, monthlyBudget, returnsExisting: returnExisting }, context);
		const { toCreate, results } = await takeDoubtful(wanted, returnExisting, context);
		const isKnown = (entry: Entry) => context.paid.knowsCall(entry);
		const added = toCreate.filter((entry) => !isKnown(entry));
		const purchases = new Purchases({ maximumRadars, monthlyBudget }, context.client, context.paid.ledger);
		const tooMany = planRadars(added.length, purchases, context);
		if (tooMany) {
			const numbers = toCreate.map(({ item }) => item);
			return [...results, ...failEach(numbers, tooMany)];
		}
		const existing = returnExisting ? new ExistingRadars(context.client) : undefined;
		const createItem = async (entry: Entry) => await createOne(entry, existing, purchases, context);
		const entries = toCreate.map((entry) => ({ item: entry.item, input: entry }));
		if (entries.length === 0) return results;
		const created = await reportSpending(
			purchases,
			context,
			async () => await mapItems(entries, context, createItem, ({ input }) => isKnown(input)),
		);
		return [...results, ...created];
	},
});
