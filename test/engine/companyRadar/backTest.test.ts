import type { IDataObject } from 'n8n-workflow';

import type { RunResult } from '../harness';
import { useSandbox } from '../support/sandbox';

const service = useSandbox({ settings: { unlimited: true } });
jest.setTimeout(60_000);

const backTest: IDataObject = {
	resource: 'titleFilter',
	operation: 'previewMatches',
	expression: 'sales AND NOT intern',
	titlesFrom: 'updates',
};

const rows = (result: RunResult) => result.json('Company Radar');
const hints = (result: RunResult) => result.hints('Company Radar');

async function createRadar(domain: string, radarType = 'company_new_hires'): Promise<string> {
	const create = { resource: 'radar', operation: 'create', radarType, domain };
	const [radar] = rows(await service.run(create));
	return String(radar?.radar_id);
}

function find(radar_id: string, ...titles: Array<string | null>): void {
	for (const title of titles) service.control.pushFindings({ radar_id, content: { title } });
}

/** Two radars that found titles today, and another one a title 20 days ago. */
async function foundTitles(): Promise<[w3: string, ietf: string]> {
	const [w3, ietf] = [await createRadar('w3.org'), await createRadar('ietf.org')] as [string, string];
	find(w3, 'Head of Sales', 'Sales Intern', 'Sales Intern', 'Sales Intern', null);
	find(ietf, 'Sales Intern', 'Sales Manager', 'CTO');
	const discovered_at = new Date(
		Date.parse(service.control.clock().now) - 20.5 * 24 * 3_600_000,
	).toISOString();
	service.control.pushFindings({ radar_id: w3, content: { title: 'Old CTO' }, discovered_at });
	service.control.clearLog();
	return [w3, ietf];
}

test('takes a title that is a number', async () => {
	const id = await createRadar('w3.org');
	service.control.pushFindings({ radar_id: id, content: { title: 42 } });
	expect(rows(await service.run({ ...backTest, days: 10 }))[0]).toMatchObject({
		title: '42',
		matches: false,
	});
});

const TOTAL = 'Would drop 5 of 7 updates, for example "Sales Intern" (4), "CTO".';

test.each(['newest-first', 'oldest-first'] as const)(
	'says which titles of the last days a filter would drop, of which radars: %s',
	async (order) => {
		service.control.change({ updates: { order, pageSize: 2 } });
		const [w3, ietf] = await foundTitles();
		const result = await service.run({ ...backTest, days: 10 });
		const [w3Hires, ietfHires] = [
			{ radar: 'w3.org – New Hires', radar_id: w3 },
			{ radar: 'ietf.org – New Hires', radar_id: ietf },
		];
		expect(rows(result)[0]).toEqual({
			title: 'Sales Intern',
			matches: false,
			count: 3,
			why: ['excluded by NOT "intern"'],
			...w3Hires,
		});
		expect(rows(result)).toHaveLength(5);
		expect(rows(result)).toEqual(
			expect.arrayContaining([
				expect.objectContaining({ title: 'Sales Intern', matches: false, count: 1, ...ietfHires }),
				expect.objectContaining({ title: 'CTO', matches: false, count: 1, ...ietfHires }),
				expect.objectContaining({ title: 'Head of Sales', matches: true, count: 1, ...w3Hires }),
				expect.objectContaining({ title: 'Sales Manager', matches: true, count: 1, ...ietfHires }),
			]),
		);
		expect(rows(result).map(({ matches }) => matches)).toEqual([false, false, false, true, true]);
		expect(hints(result)).toEqual(['1 update has no job title and was left out.', TOTAL]);
	},
);

test('sums up by radar', async () => {
	const [w3, ietf] = await foundTitles();
	const result = await service.run({ ...backTest, days: 10, output: 'radars' });
	expect(rows(result)).toEqual([
		{
			summary: 'Would drop 3 of 4 updates, for example "Sales Intern" (3).',
			radar: 'w3.org – New Hires',
			total: 4,
			matches: 1,
			dropped: 3,
			examples: ['Sales Intern'],
			radar_id: w3,
		},
		expect.objectContaining({ radar: 'ietf.org – New Hires', total: 3, dropped: 2, radar_id: ietf }),
	]);
});

test('sums up as one item, for each expression of the input, and reads the updates once', async () => {
	await foundTitles();
	const result = await service.run(
		{ ...backTest, expression: '={{ $json.expression }}', days: 10, output: 'summary' },
		[{ expression: 'sales AND NOT intern' }, { expression: 'NOT unicorn' }],
	);
	expect(rows(result).map(({ summary }) => summary)).toEqual([TOTAL, 'Would drop 0 of 7 updates.']);
	expect(result.items('Company Radar').map(({ pairedItem }) => pairedItem)).toEqual([
		[{ item: 0 }],
		[{ item: 1 }],
	]);
	expect(service.requests().filter((request) => request === 'GET /v1/updates')).toHaveLength(1);
});

test('says how far back the updates go', async () => {
	await foundTitles();
	const result = await service.run({ ...backTest, days: 60 });
	expect(hints(result)[0]).toBe('Of all updates, the service lists only those of the last 20 days.');
	expect(rows(result)).toHaveLength(6);
});

test('tests only radars that heed a title filter, is free, and gives hints as always', async () => {
	find(await createRadar('w3.org', 'company_mentions'), 'Sales Intern');
	const charges = service.control.charges();
	const result = await service.run({ ...backTest, expression: 'sales*' });
	expect(rows(result)).toEqual([]);
	expect(service.control.charges()).toEqual(charges);
	expect(hints(result).join()).toContain('wildcard');
});

test('needs a credential, which titles of the input do not', async () => {
	const node = { credentials: {} };
	const result = await service.run(backTest, [{}], { node });
	expect(result.error?.message).toContain('credentials');
	const own = await service.run({ ...backTest, titlesFrom: 'titles', title: 'CTO' }, [{}], { node });
	expect(rows(own)).toHaveLength(1);
});

test('reads 50,000 updates at most, and says so', async () => {
	service.control.change({ updates: { pageSize: 5000 } });
	await createRadar('w3.org');
	service.control.seed({ updates: 55_000, days: 10 });
	const result = await service.run({ ...backTest, output: 'summary' });
	expect(rows(result)).toEqual([expect.objectContaining({ total: 50_000 })]);
	expect(hints(result)[0]).toBe('Only 50,000 updates could be read: those of the last 9 days.');
});
