import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { fasterWaits } from '../client/time';
import { EVERY_OPERATION, RADAR } from '../support/everyOperation';
import { useSandbox } from '../support/sandbox';

const service = useSandbox({ settings: { unlimited: true } });
fasterWaits();

/** A whole item: each operation finds what it needs in it. */
function wholeItem(domain: string, index: number): IDataObject {
	const radar = service.control.radars()[index];
	return {
		radar_type: 'company_new_hires',
		domain,
		ip: `8.8.8.${11 + index}`,
		month: '2026-11',
		radar_id: radar?.radar_id ?? '',
		bulk_id: '6f1c9c52-4e0b-4d39-9a5e-2f6f0a6c9f01',
		title: 'Head of Sales',
		url: 'https://n8n.example.com/webhook/radar',
	};
}

const each = (item: IDataObject, change: (value: unknown) => unknown): IDataObject =>
	Object.fromEntries(Object.entries(item).map(([name, value]) => [name, change(value)])) as IDataObject;

type Kind = (item: IDataObject, next: IDataObject) => IDataObject;

/** What stands between two whole items. */
const KINDS: Record<string, Kind> = {
	'a whole item': (item) => item,
	nothing: () => ({}),
	'only a row number': () => ({ row_number: 4 }),
	'empty cells': (item) => ({ row_number: 4, ...each(item, () => '') }),
	nulls: (item) => each(item, () => null),
	'a list of one': (item) => each(item, (value) => [value]),
	'a list of two': (item) => each(item, (value) => [value, value]),
	'an empty list': (item) => each(item, () => []),
	'an item that carries an error': (item) => ({ ...item, error: 'The request failed' }),
	'an error alone': () => ({ error: 'The request failed', message: 'Try again', details: {} }),
	'the item after it': (_, next) => next,
	'values that find nothing': (item) => ({
		...item,
		domain: 'iana.org',
		radar_id: '7f1c9c52-4e0b-4d39-9a5e-2f6f0a6c9f01',
		ip: '8.8.4.11',
	}),
};

const linkedIn = (items: INodeExecutionData[]): number[] =>
	items.flatMap(({ pairedItem }) =>
		[pairedItem].flat().flatMap((link) => (typeof link === 'object' ? link.item : (link ?? []))),
	);

/** The items that texts name, as "item 1" or "items 0, 1 and 2". */
const namedIn = (texts: string): number[] =>
	[...texts.matchAll(/\bitems? (\d+(?:(?:, | and )\d+)*)/gi)].flatMap(([, list = '']) =>
		list.split(/\D+/).map(Number),
	);

/** Three whole items, or the rows of a plan for them. */
async function wholeItems(parameters: IDataObject): Promise<IDataObject[]> {
	const items = ['w3.org', 'ietf.org', 'w3.org'].map(wholeItem);
	if (parameters.syncMode !== 'applyRows') return items;
	const plan = await service.run({ ...parameters, ...RADAR, syncMode: 'plan' }, items);
	return plan.json('Company Radar');
}

async function untold(parameters: IDataObject, kind: Kind, onError: string) {
	service.control.seed({ radars: 6, updates: 6 });
	const items = await wholeItems(parameters);
	items[1] = kind(items[1] ?? {}, items[2] ?? {});
	const result = await service.run(parameters, items, { node: { onError: onError as never } });
	const { error } = result;
	if (error) return { error: `${error.message}\n${error.description}` };
	const rows = [...result.items('Company Radar'), ...result.items('Company Radar', 1)];
	const told = new Set([...linkedIn(rows), ...namedIn(result.hints('Company Radar').join('\n'))]);
	return { untold: [0, 1, 2].filter((item) => !told.has(item)), hints: result.hints('Company Radar') };
}

const nameOf = (parameters: IDataObject) => JSON.stringify(parameters);

describe.each(EVERY_OPERATION)('$name', ({ ways }) => {
	describe.each(ways.map((way) => [nameOf(way), way] as const))('%s', (_, parameters) => {
		test.each(Object.entries(KINDS))('%s comes out, or is named', async (_name, kind) => {
			const seen = await untold(parameters, kind, 'continueErrorOutput');
			if (seen.error === undefined) expect(seen).toMatchObject({ untold: [] });
			else expect(seen.error).toMatch(/\bitems? \d|must be the same for all items/i);
		});
	});
});
