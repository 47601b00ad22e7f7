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

/** Says what a run would create. Reads the balance, writes nothing. */
export async function dryRun(
	radars: Array<{ item: number; definition: RadarDefinition }>,
	{ service, receipt }: RunContext,
): Promise<Outcome[]> {
	const { balance_remaining_usd: balance } = await service.getAccount();
	receipt.balanceSeen(balance);
	const firstItem = new Map<string, number>();
	const outcomes = radars.map(({ item, definition }): Outcome => {
		const key = definitionKey(definition);
		const repeats = firstItem.get(key);
		if (repeats === undefined) firstItem.set(key, item);
		const json: IDataObject = {
			dry_run: true,
			would_create: repeats === undefined,
			...(repeats === undefined ? {} : { repeats_item: repeats }),
			radar: definition as unknown as IDataObject,
		};
		return { items: [item], json: [json] };
	});
	const repeated = radars.length - firstItem.size;
	receipt.note(
		`Dry run: ${counted(firstItem.size, 'radar', 'radars')} would be created from ${counted(radars.length, 'definition', 'definitions')}` +
			`${repeated > 0 ? `; repeats: ${repeated}` : ''}. The balance is ${usd(balance)}. Nothing was created.`,
	);
	return outcomes;
}
