import { cpuMsOf } from '../cpuMsOf';
import { useSandbox } from './support';

const service = useSandbox();
const PAGES = 40;

/** Milliseconds of processor time of the fastest of some calls. */
async function fastest(call: () => Promise<unknown>): Promise<number> {
	const times: number[] = [];
	for (let index = 0; index < PAGES; index += 1) {
		const { cpuMs } = await cpuMsOf(call);
		times.push(cpuMs);
	}
	return Math.min(...times);
}

/** Of the first pages, cursor by cursor. */
async function pageTime(path: string): Promise<number> {
	let cursor = '';
	return await fastest(async () => {
		const { body } = await service.get(`${path}${cursor && `&cursor=${cursor}`}`);
		expect(body.has_more).toBe(true);
		cursor = body.next_cursor;
	});
}

async function times(): Promise<Record<string, number>> {
	const ids = service.control.radars().slice(0, 10);
	const byRadars = `/v1/updates?radar_id=${ids.map(({ radar_id }) => radar_id).join(',')}`;
	service.control.change({ updates: { order: 'newest-first' } });
	const found = {
		'newest first': await pageTime('/v1/updates?'),
		'by type': await pageTime('/v1/updates?radar_type=company_reviews,industry_mentions'),
		'by radars': await fastest(async () => await service.get(byRadars)),
		radars: await pageTime('/v1/radars?limit=10'),
		account: await fastest(async () => await service.get('/v1/account')),
		'a new finding': await fastest(async () => service.control.pushFindings()),
	};
	service.control.change({ updates: { order: 'oldest-first' } });
	return { ...found, 'oldest first': await pageTime('/v1/updates?') };
}

test('a page of 300,000 updates and 30,000 radars takes as long as one of fewer', async () => {
	service.control.seed({ radars: 1_000, updates: 20_000 });
	const few = await times();
	service.control.seed({ radars: 29_000, updates: 280_000 });
	const many = await times();
	// To read all of them would take 15 times as long.
	const slower = Object.entries(many).filter(([name, time]) => time > 2 * (few[name] ?? 0) + 3);
	expect(slower).toEqual([]);
	expect((await service.get('/v1/account')).body.data.account).toMatchObject({
		total_radars: 30_000,
		total_updates_found: 300_080,
	});
});
