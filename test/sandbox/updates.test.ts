import { refusedFor, UNKNOWN_ID, useSandbox, UUID, type Parsed } from './support';

const service = useSandbox();

const page = async (query = '') => (await service.get(`/v1/updates?${query}`)).body;
const set = (updates: object) => service.control.change({ updates });
const idsIn = ({ updates }: Parsed): string[] => updates.map(({ update_id: id }: Parsed) => id);

async function pages(query = ''): Promise<Parsed[]> {
	const all = [await page(query)];
	while (all.at(-1).has_more) all.push(await page(`${query}&cursor=${all.at(-1).next_cursor}`));
	return all;
}

const placesOf = (all: Parsed[]): string[] =>
	all.flatMap(({ updates }) => updates.map((one: Parsed) => `${one.discovered_at} ${one.update_id}`));
const dataOf = (all: Parsed[], name: string): string[] =>
	all.flatMap(({ updates }) => updates.map((one: Parsed) => one.data[name]));

beforeEach(() => service.control.seed({ radars: 30, updates: 95 }));

test('findings and failures of all radars', async () => {
	const failure = service.control.failRadar(service.control.radars()[0]!.radar_id, 'setup_failure');
	const { updates, has_more: hasMore } = await page();
	expect([hasMore, updates[0], updates[1].update_type]).toEqual([true, failure, 'radar_finding']);
});

test.each(['newest-first', 'oldest-first'])('%s: every update once, in order', async (order) => {
	set({ order, pageSize: 10 });
	const all = await pages();
	expect(all).toHaveLength(10);
	const places = placesOf(all);
	expect(new Set(places).size).toBe(95);
	const sorted = [...places].sort();
	expect(places).toEqual(order === 'oldest-first' ? sorted : sorted.reverse());
});

test('many of one time are ordered by their IDs: none twice, none lost', async () => {
	set({ pageSize: 3 });
	service.control.pushFindings({ count: 20, discovered_at: '2030-01-01T00:00:00Z' });
	const places = placesOf(await pages()).filter((place) => place.startsWith('2030'));
	expect(new Set(places).size).toBe(20);
	expect(places).toEqual([...places].sort().reverse());
});

test('what comes late stands where its time is', async () => {
	set({ order: 'oldest-first', pageSize: 500 });
	const middle = (await page()).updates[40].discovered_at;
	const [late] = service.control.pushFindings({ discovered_at: middle });
	expect([40, 41]).toContain(idsIn(await page()).indexOf(late!.update_id));
});

test('by radars: foreign and unknown ones are left out', async () => {
	const [first, second] = service.control.radars().map(({ radar_id }) => radar_id);
	set({ pageSize: 2 });
	const found = dataOf(await pages(`radar_id=${first},${UNKNOWN_ID},${second}`), 'radar_id');
	expect(found).toHaveLength(8);
	expect(new Set(found)).toEqual(new Set([first, second]));
	expect(await page(`radar_id=${UNKNOWN_ID}`)).toMatchObject({ updates: [], has_more: false });
});

test('by types, and by both', async () => {
	set({ pageSize: 5 });
	const all = await pages('radar_type=company_reviews,industry_mentions');
	expect(new Set(dataOf(all, 'radar_type'))).toEqual(new Set(['company_reviews', 'industry_mentions']));
	expect(placesOf(all)).toEqual(placesOf(all).sort().reverse());
	const { radar_id } = service.control.radars().find((one) => one.radar_type === 'company_reviews')!;
	expect((await page(`radar_type=industry_mentions&radar_id=${radar_id}`)).updates).toEqual([]);
});

describe('what the API leaves open', () => {
	test.each([
		['null', null],
		['absent', undefined],
		['repeated', expect.any(String)],
		['resumable', expect.any(String)],
		['refused', expect.any(String)],
	])('the last cursor: %s', async (lastCursor, expected) => {
		set({ lastCursor, order: 'oldest-first' });
		const [before, last] = (await pages()).slice(-2);
		expect(last.next_cursor).toEqual(expected);
		expect('next_cursor' in last).toBe(lastCursor !== 'absent');
		expect(last.next_cursor === before.next_cursor).toBe(lastCursor === 'repeated');
		if (lastCursor === 'refused')
			expect(await service.get(`/v1/updates?cursor=${last.next_cursor}`)).toMatchObject(
				refusedFor(400, 'cursor'),
			);
		if (lastCursor !== 'resumable') return;
		expect((await page(`cursor=${last.next_cursor}`)).updates).toEqual([]);
		const [fresh] = service.control.pushFindings();
		expect(idsIn(await page(`cursor=${last.next_cursor}`))).toEqual([fresh!.update_id]);
	});

	test('cursors may grow too old', async () => {
		set({ cursorLifetime: 60 });
		const { next_cursor: cursor } = await page();
		expect((await service.get(`/v1/updates?cursor=${cursor}`)).status).toBe(200);
		service.control.clock({ advance: 61 });
		expect(await service.get(`/v1/updates?cursor=${cursor}`)).toMatchObject(refusedFor(400, 'cursor'));
	});

	test('an empty page may come before each', async () => {
		set({ emptyPages: true, pageSize: 50 });
		expect((await pages()).map(({ updates }) => updates.length)).toEqual([0, 50, 0, 45]);
	});

	test('the list may be called data, and radar_type may stand at the top', async () => {
		set({ arrayName: 'data', radarTypeIn: 'top' });
		const body = await page();
		expect(body.data[0]).toHaveProperty('radar_type');
		expect(body.data[0].data).not.toHaveProperty('radar_type');
		expect(body).not.toHaveProperty('updates');
	});
});

test('every update has a UUID of its own', () => {
	const ids = service.control.pushFindings({ count: 2_000 }).map(({ update_id: id }) => id);
	expect(ids.every((id) => UUID.test(id))).toBe(true);
	expect(new Set(ids).size).toBe(2_000);
});
