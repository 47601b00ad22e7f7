import { ACME, refusedFor, UNKNOWN_ID, useSandbox, type Parsed } from './support';

const service = useSandbox();

const page = async (path: string) => (await service.get(`/v1/${path}`)).body;
const itemsOf = ({ updates, data }: Parsed): Parsed[] => updates ?? data;
const idsOf = (body: Parsed): string[] =>
	itemsOf(body).map(({ update_id, radar_id }) => update_id ?? radar_id);
const radarIds = () => service.control.radars().map(({ radar_id: id }) => id);

/** All pages of a list, whose path ends with its parameters. */
async function pages(path: string): Promise<Parsed[]> {
	const all = [await page(path)];
	while (all.at(-1).has_more) all.push(await page(`${path}&cursor=${all.at(-1).next_cursor}`));
	return all;
}

describe('radars', () => {
	const listed = async (query: string) => (await pages(`radars?${query}`)).flatMap(idsOf);

	test('the newest first, each once, in pages, whatever is created meanwhile', async () => {
		service.control.clock({ stopped: true });
		service.control.seed({ radars: 20 });
		for (const name of 'abcde') await service.created({ ...ACME, domain: `${name}.example.com` });
		const before = radarIds().reverse();
		const whole = await page('radars?');
		expect(whole).toMatchObject({ count: 25, limit: 50, has_more: false });
		expect([idsOf(whole), await listed('limit=10')]).toEqual([before, before]);
		const { next_cursor: cursor } = await page('radars?limit=2');
		service.control.clock({ advance: 1 });
		await service.created();
		expect(idsOf(await page(`radars?cursor=${cursor}`))).toEqual(before.slice(2));
	});

	test('of IDs, a type, a state or a time, in pages; unknown ones are left out', async () => {
		service.control.clock({ stopped: true, set: '2025-03-01T00:00:00Z' });
		const early = await service.created({ ...ACME, radar_type: 'company_reviews' });
		service.control.clock({ advance: 3_600 });
		const [late] = [await service.created()];
		await service.delete(`/v1/radars/${early.radar_id}`);
		const [one, two] = [late.radar_id, early.radar_id];
		expect(await listed(`limit=1&radar_id=${[UNKNOWN_ID, two, one].join(',')}`)).toEqual([one, two]);
		expect(await listed(`radar_type=company_reviews&radar_id=${one},${two}`)).toEqual([two]);
		expect(await listed('radar_type=')).toEqual([one, two]);
		expect([await listed('radar_status=active'), await listed('radar_status=inactive')]).toEqual([
			[one],
			[two],
		]);
		const since = async (time: string) => await listed(`created_since=${encodeURIComponent(time)}`);
		expect(await since('2025-03-01T02:00:00+01:00')).toEqual([one]);
		expect(await since('2025-03-01T00:00:00.000Z')).toEqual([one, two]);
	});

	test('may be listed late', async () => {
		service.control.change({ radars: { listDelay: 60 } });
		const { radar_id } = await service.created();
		expect([await listed(''), (await page(`radars/${radar_id}`)).code]).toEqual([[], 200]);
		service.control.clock({ advance: 60 });
		expect(await listed('')).toEqual([radar_id]);
	});
});

describe('updates', () => {
	const set = (updates: object) => service.control.change({ updates });
	const placesIn = (all: Parsed[]): string[] =>
		all.flatMap(itemsOf).map(({ discovered_at: at, update_id: id }) => `${at} ${id}`);

	beforeEach(() => service.control.seed({ radars: 30, updates: 95 }));

	test.each(['newest-first', 'oldest-first'])('%s: each once, in order, in pages', async (order) => {
		set({ order, pageSize: 10 });
		const [late] = service.control.pushFindings({ count: 5, discovered_at: '2030-01-01T00:00:00Z' });
		const all = await pages('updates?');
		expect(all).toHaveLength(10);
		expect(all.flatMap(idsOf)).toContain(late!.update_id);
		const places = placesIn(all);
		expect(new Set(places).size).toBe(100);
		const sorted = [...places].sort();
		expect(places).toEqual(order === 'oldest-first' ? sorted : sorted.reverse());
	});

	test('of radars, of types, and of both; failures are among them', async () => {
		const [first, second] = service.control.radars();
		set({ pageSize: 2 });
		const failure = service.control.failRadar(first!.radar_id, 'insufficient_funds');
		const radarsIn = async (query: string) =>
			new Set((await pages(`updates?${query}`)).flatMap(itemsOf).map(({ data }) => data.radar_id));
		expect(await radarsIn(`radar_id=${first!.radar_id},${UNKNOWN_ID},${second!.radar_id}`)).toEqual(
			new Set([first!.radar_id, second!.radar_id]),
		);
		expect(await radarsIn(`radar_type=${second!.radar_type}&radar_id=${first!.radar_id}`)).toEqual(new Set());
		const all = await pages(`updates?radar_type=${first!.radar_type},${second!.radar_type}`);
		expect(new Set(all.flatMap(itemsOf).map(({ data }) => data.radar_type)).size).toBe(2);
		expect(placesIn(all)).toEqual(placesIn(all).sort().reverse());
		expect(itemsOf(all[0])[0]).toEqual(failure);
	});

	test.each([
		['null', null],
		['absent', undefined],
		['repeated', expect.any(String)],
		['resumable', expect.any(String)],
		['refused', expect.any(String)],
	])('the last cursor may be %s', async (lastCursor, expected) => {
		set({ lastCursor, order: 'oldest-first' });
		const [before, last] = (await pages('updates?')).slice(-2);
		expect(last.next_cursor).toEqual(expected);
		expect('next_cursor' in last).toBe(lastCursor !== 'absent');
		expect(last.next_cursor === before.next_cursor).toBe(lastCursor === 'repeated');
		const next = async () => await service.get(`/v1/updates?cursor=${last.next_cursor}`);
		if (lastCursor === 'refused') expect(await next()).toMatchObject(refusedFor(400, 'cursor'));
		if (lastCursor !== 'resumable') return;
		const [fresh] = service.control.pushFindings();
		expect(idsOf((await next()).body)).toEqual([fresh!.update_id]);
	});

	test('cursors may grow too old, and an empty page may come before each', async () => {
		set({ cursorLifetime: 60, emptyPages: true });
		expect((await pages('updates?')).map((body) => itemsOf(body).length)).toEqual([0, 50, 0, 45]);
		const { next_cursor: cursor } = await page('updates?');
		service.control.clock({ advance: 61 });
		expect(await service.get(`/v1/updates?cursor=${cursor}`)).toMatchObject(refusedFor(400, 'cursor'));
	});
});
