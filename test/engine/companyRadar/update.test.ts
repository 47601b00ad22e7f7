import type { IDataObject } from 'n8n-workflow';

import { useSandbox } from '../support/sandbox';

const service = useSandbox();
const getMany = { resource: 'update', operation: 'getMany' };

test('lists up to the limit, simplified to one level', async () => {
	service.control.seed({ radars: 3, updates: 80 });
	const result = await service.run({ ...getMany, limit: 60 });
	expect(result.json('Company Radar')).toHaveLength(60);
	const [first = {}] = result.json('Company Radar');
	expect(first).toMatchObject({
		summary: expect.any(String),
		radar_type: expect.any(String),
		link: expect.stringMatching(/^https:/),
		custom_fields: {},
		radar_id: expect.any(String),
		update_id: expect.any(String),
	});
	expect(Object.keys(first)[0]).toBe('summary');
	expect(Object.keys(first).slice(-5)).toEqual(
		'radar_type update_type custom_fields radar_id update_id'.split(' '),
	);
});

test('gives everything as the service sent it with Simplify off', async () => {
	service.control.seed({ radars: 3, updates: 20 });
	const result = await service.run({ ...getMany, simplify: false });
	const sent = service.control.log().map(({ responseBody }) => JSON.parse(responseBody) as IDataObject);
	expect(result.json('Company Radar')).toEqual(sent.flatMap(({ updates }) => updates));
});

test.each(['null', 'absent', 'repeated', 'resumable'] as const)(
	'lists all, when the last cursor is %s and pages are empty in between',
	async (lastCursor) => {
		service.control.change({ updates: { lastCursor, pageSize: 30, emptyPages: true, arrayName: 'data' } });
		service.control.seed({ radars: 3, updates: 100 });
		const result = await service.run({ ...getMany, returnAll: true, simplify: false });
		expect(new Set(result.json('Company Radar').map(({ update_id }) => update_id)).size).toBe(100);
	},
);

test('filters by radars, ten with a call, and by types', async () => {
	service.control.seed({ radars: 25, updates: 100 });
	const ids = service.control
		.radars()
		.slice(0, 15)
		.map(({ radar_id }) => radar_id);
	const result = await service.run({ ...getMany, returnAll: true, filters: { radarIds: ids.join(',') } });
	expect(result.json('Company Radar').every(({ radar_id }) => ids.includes(String(radar_id)))).toBe(true);
	expect(service.control.log().map(({ query }) => String(query.radar_id).split(',').length)).toEqual([10, 5]);
});

test('begins at a cursor that is given as an additional query parameter', async () => {
	service.control.seed({ radars: 1, updates: 3 });
	service.control.change({ updates: { pageSize: 1 } });
	const all = await service.run({ ...getMany, returnAll: true });
	const cursor = String(service.control.log().at(-1)?.query.cursor);
	const rest = await service.run({
		...getMany,
		returnAll: true,
		options: { queryParameters: { parameters: [{ name: 'cursor', value: cursor }] } },
	});
	expect(rest.json('Company Radar')).toEqual(all.json('Company Radar').slice(-1));
});

test('sends additional query parameters as they are, and shows what the service says of them', async () => {
	const result = await service.run({
		...getMany,
		options: { queryParameters: { parameters: [{ name: 'since', value: '2026' }] } },
	});
	expect(service.control.log()[0]?.query).toMatchObject({ since: '2026' });
	expect(result.error?.description).toContain('since');
	service.control.clearLog();
});
