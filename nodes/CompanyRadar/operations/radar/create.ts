import type { IDataObject } from 'n8n-workflow';

import { mapItems, defineOperation } from '../../../shared/run/operation';
import type { RunContext } from '../../../shared/run/runContext';
import { inSlices } from '../../../shared/host/clock';
import { paidKey, type OpenCall } from '../../../shared/money/ledger';
import type { Purchases } from '../../../shared/money/purchases';
import {
	includeInputOption,
	optionsField,
	allowDoubtfulOption,
	monthlyBudgetOption,
} from '../../../shared/form/fieldOptions';
import { radarFormFields, radarOptions } from '../../../shared/form/radarForm';
import {
	createCostNotices,
	ifRadarExistsOption,
	maximumRadarsOption,
	readCreateSettings,
	toolLimitNotice,
	createRadars,
} from '../../radars/createRadars';
import { asGiven, doubtsOf, entriesOf, readRadarsFrom } from '../../radars/definitions';
import { dryRunField, type DryRunColumns, type DryRunIds } from '../../radars/dryRun';
import type { ExistingRadars } from '../../radars/existingRadars';
import { createdRadar, existingRadar, type CreatedColumns, type RadarRow } from '../../radars/radarRow';
import type { Entry } from '../../radars/entries';

/** Creates a radar, or finds the one of a try before whose outcome is unknown. @throws RadarApiError, or Refused by a limit */
async function createOne(
	entry: Entry,
	purchases: Purchases,
	existing: ExistingRadars,
	context: RunContext,
): Promise<IDataObject> {
	const { client, paid } = context;
	const { definition } = entry;
	const buy = async (open?: OpenCall) =>
		(open && (await client.findLostRadar(open.failure))) ??
		(await purchases.buy(
			async () => await client.createRadar(definition, open?.failure.lost),
			definition.radar_type,
		));
	try {
		return createdRadar(await paid.once(paidKey(entry), buy, { radars: 1 }), context);
	} catch (error) {
		const [instead] = await existing.insteadOf([{ definition, error }]);
		if (instead?.existing) return existingRadar(instead.existing, definition, context);
		throw instead?.error;
	}
}

export type Output = RadarRow<CreatedColumns & DryRunColumns, DryRunIds>;

/** Calls the API operations `createRadar`, `listRadars` for radars that exist or were lost, and `getAccount`. */
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
			...radarOptions,
			allowDoubtfulOption,
			ifRadarExistsOption,
			includeInputOption,
			maximumRadarsOption,
			monthlyBudgetOption('Create no more radars'),
		),
	],
	failedColumns: (_, read) => asGiven(read),
	readSettings: readCreateSettings,
	readInput: readRadarsFrom,
	doubtsOf,
	run: async (items, context, settings) =>
		await createRadars(items.flatMap(entriesOf), settings, context, async (toCreate) => {
			const entries = toCreate.map((entry) => ({ item: entry.item, input: entry }));
			const ofFirstTry = new Set<Entry>();
			for await (const entry of inSlices(toCreate))
				if (context.paid.knows(paidKey(entry))) ofFirstTry.add(entry);
			return {
				radars: toCreate.length - ofFirstTry.size,
				create: async (purchases, existing) => {
					const createItem = async (entry: Entry) => await createOne(entry, purchases, existing, context);
					return await mapItems(entries, context, createItem, ({ input }) => ofFirstTry.has(input));
				},
			};
		}),
});
