import type { IDataObject } from 'n8n-workflow';

import { detailsOf } from '../harness/engine';
import { useSandbox } from '../support/sandbox';

const service = useSandbox();

const create = {
	resource: 'radar',
	operation: 'create',
	domain: '={{ $json.domain }}',
	options: { longestWait: 0 },
};
const mixed = [{ domain: 'w3.org' }, { domain: 'not a domain' }, { domain: 'ietf.org' }];

describe('A wrong item among right ones', () => {
	test('On Error: Stop sends nothing at all', async () => {
		const result = await service.run(create, mixed);
		expect(result.error).toMatchObject({ context: expect.objectContaining({ itemIndex: 1 }) });
		expect(result.error?.description).toMatch(/<br>To go on .* set 'On Error' to 'Continue'/);
		expect(service.requests()).toEqual([]);
	});

	test('On Error: Stop names no way to go on if all items are wrong', async () => {
		const { error } = await service.run(create, mixed.slice(1, 2));
		expect(error?.description).not.toContain('On Error');
	});

	test.each([[mixed], [[mixed[1]!, mixed[0]!, mixed[2]!]]])(
		'On Error: Continue gives it its domain, error, message and details, then the columns of the others, empty',
		async (items) => {
			const result = await service.run(create, items, { node: { onError: 'continueRegularOutput' } });
			const rows = result.items('Company Radar');
			const wrong = items.indexOf(mixed[1]!);
			const failed = rows[wrong];
			const [first, second] = rows.filter((row) => row !== failed);
			expect([first?.json.domain, second?.json.domain]).toEqual(['w3.org', 'ietf.org']);
			// n8n repeats a run whose first item has an error, in some versions even if it's null.
			expect(first?.json).not.toHaveProperty('error');
			const added = ['domain', 'error', 'message', ...Object.keys(detailsOf({}))];
			const others = Object.keys(first?.json ?? {}).filter((name) => name !== 'domain');
			expect(Object.keys(failed?.json ?? {})).toEqual([...added, ...others]);
			expect(failed?.json).toMatchObject({ domain: 'not a domain', radar_type: null, created_at: null });
			expect(failed?.pairedItem).toEqual({ item: wrong });
		},
	);

	test('On Error: Continue gives its domain, error, message and details where all failed', async () => {
		const node = { onError: 'continueRegularOutput' } as const;
		const [row] = (await service.run(create, mixed.slice(1, 2), { node })).json('Company Radar');
		expect(Object.keys(row ?? {})).toEqual(['domain', 'error', 'message', ...Object.keys(detailsOf({}))]);
	});

	test('On Error: Continue says what is wrong in a summary, if the others have one', async () => {
		const reveal = { resource: 'company', operation: 'reveal', ipAddress: '={{ $json.ip }}' };
		const node = { onError: 'continueRegularOutput' } as const;
		const result = await service.run(reveal, [{ ip: '8.8.8.8' }, { ip: '10.0.0.1' }], { node });
		const [found, failed] = result.json('Company Radar');
		expect(found?.summary).toContain('Visitor in');
		expect(failed?.summary).toMatch(/10\.0\.0\.1 is a private.*Use the public address/);
	});

	test('On Error: Continue names the failed items in its summary, where they are many only the first', async () => {
		const items = Array.from({ length: 9 }, (_, index) =>
			index < 2 ? mixed[0] : { domain: 'not a domain' },
		);
		const result = await service.run(create, items as IDataObject[], {
			node: { onError: 'continueRegularOutput' },
		});
		expect(result.hints('Company Radar')[0]).toContain(
			'7 items failed: item 2 (not a domain), item 3 (not a domain)',
		);
	});

	test('names failed items by their input, however many items others give', async () => {
		service.control.seed({ radars: 3 });
		const getMany = {
			resource: 'radar',
			operation: 'getMany',
			filters: { radarStatus: '={{ $json.status }}' },
		};
		const result = await service.run(getMany, [{ status: 'active' }, { status: 'gone' }], {
			node: { onError: 'continueRegularOutput' },
		});
		expect(result.json('Company Radar')).toHaveLength(4);
		expect(result.hints('Company Radar')[0]).toContain('1 item failed (item 1).');
	});

	test('On Error: Continue (using error output) sends it down the error branch, with its input', async () => {
		const result = await service.run(create, mixed, { node: { onError: 'continueErrorOutput' } });
		expect(result.json('Success').map(({ domain }) => domain)).toEqual(['w3.org', 'ietf.org']);
		expect(result.json('Error')).toEqual([
			expect.objectContaining({ domain: 'not a domain', error: expect.stringContaining("'Company Domain'") }),
		]);
	});
});

test('On Error: Stop starts nothing new after the first failure, and names what was created before', async () => {
	service.control.addFaults({ kind: 'status', status: 402, method: 'POST', path: '/v1/radars', nth: 3 });
	const items = Array.from({ length: 200 }, (_, index) => ({ domain: `company${index}.example.org` }));
	const result = await service.run(create, items);
	const created = service.control.radars();
	expect(created.length).toBeLessThan(100);
	expect(result.error?.message).toContain('balance');
	for (const { radar_id } of created.slice(0, 5)) expect(result.error?.description).toContain(radar_id);
});

test('On Error: Stop names every item of which it is not known whether it was charged', async () => {
	service.control.change({ latencyMs: { '*': 2000 } });
	service.control.addFaults({ kind: 'cut', effect: 'done', path: '/v1/company-reveal', count: 3 });
	const reveal = { resource: 'company', operation: 'reveal', ipAddress: '={{ $json.ip }}' };
	const result = await service.run(reveal, [{ ip: '9.9.9.1' }, { ip: '9.9.9.2' }, { ip: '9.9.9.3' }]);
	expect(service.control.charges()).toHaveLength(3);
	expect(result.error).toMatchObject({
		message: 'The lookup may or may not have been charged',
		description: expect.stringContaining('The outcome is also unknown for items 1, 2.'),
		context: expect.objectContaining({ itemIndex: 0 }),
	});
});
