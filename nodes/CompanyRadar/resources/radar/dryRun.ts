import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { RadarDefinition } from '../../../shared/interface/types';
import { definitionKey } from '../../../shared/validation/radarDefinition';
import type { Outcome, RunContext } from '../../operation';
import { counted, usd } from '../../receipt';

export const dryRunField: INodeProperties = {
	displayName: 'Dry Run',
	name: 'dryRun',
	type: 'boolean',
	default: false,
	description:
		'Whether to only check the items and say how many radars they would make, without creating or charging anything',
};

/** Says what a run would create, and which item, and which place in its list, a repeat repeats. Reads the balance, writes nothing. */
export async function dryRun(
	radars: Array<{ item: number; definition: RadarDefinition }>,
	{ service, receipt }: RunContext,
): Promise<Outcome[]> {
	const { balance_remaining_usd: balance } = await service.getAccount();
	receipt.balanceSeen(balance);
	const first = new Map<string, IDataObject>();
	let place = { item: -1, index: 0 };
	const outcomes = radars.map(({ item, definition }, at): Outcome => {
		place = { item, index: item === place.item ? place.index + 1 : 0 };
		const isInList = place.index > 0 || radars[at + 1]?.item === item;
		const key = definitionKey(definition);
		const repeats = first.get(key);
		if (!repeats) first.set(key, { repeats_item: item, ...(isInList ? { repeats_index: place.index } : {}) });
		const json: IDataObject = {
			dry_run: true,
			would_create: repeats === undefined,
			...repeats,
			radar: definition as unknown as IDataObject,
		};
		return { items: [item], json: [json] };
	});
	const repeated = radars.length - first.size;
	receipt.note(
		`Dry run: ${counted(first.size, 'radar', 'radars')} would be created from ${counted(radars.length, 'definition', 'definitions')}` +
			`${repeated > 0 ? `; repeats: ${repeated}` : ''}. The balance is ${usd(balance)}. Nothing was created.`,
	);
	return outcomes;
}
