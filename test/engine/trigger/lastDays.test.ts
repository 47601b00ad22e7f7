import type { IDataObject } from 'n8n-workflow';

import { idsOf, TRIGGER, TriggerTest, type TriggerHost } from './support';

const test = new TriggerTest();

const DAY = 24 * 3_600_000;
const LAST_DAYS = { testWith: 'last30Days', delivery: 'polling' };

const daysAgo = (days: number) =>
	new Date(Date.parse(test.control.clock().now) - Math.round(days * DAY)).toISOString();

async function step(host: TriggerHost) {
	const result = await host.executeStep();
	return { rows: result.json(TRIGGER), hint: result.hints(TRIGGER).join(' ') };
}

const newRadar = async (domain = 'example.com') =>
	await test.createRadar({ radar_type: 'company_new_hires', domain });

const hire = (radar_id: string, days: number, title = 'CTO') =>
	test.control.pushFindings({ radar_id, discovered_at: daysAgo(days), content: { title } })[0]?.update_id ??
	'';

describe('Last 30 Days', () => {
	it('shows what would have been delivered, newest first, and how many messages that is', async () => {
		const radar = await newRadar();
		hire(radar, 40, 'Sales Lead');
		const ids = [29.5, 3.2, 3.1, 3.05, 1.5].map((days) => hire(radar, days, 'Sales Lead'));
		hire(radar, 2, 'CTO');
		test.control.failRadar(radar, 'insufficient_funds');
		const { rows, hint } = await step(test.host({ ...LAST_DAYS, filters: { jobTitles: 'sales' } }));
		expect(idsOf(rows)).toEqual([...ids].reverse());
		expect(hint).toContain('5 updates in 30 days (at most 3 a day), so 5 messages in at most 5 executions.');
	});

	it('says how many updates the filters drop, and how many they pass without a judgment', async () => {
		const radar = await newRadar();
		for (const title of ['Sales Lead', '', ' ', 'CTO']) hire(radar, 2, title);
		const { hint } = await step(test.host({ ...LAST_DAYS, filters: { jobTitles: 'sales' } }));
		expect(hint).toContain(
			'so 3 messages in at most 3 executions. 2 of them have no job title and pass. The filters drop 1 other update: 1 by Job Titles alone.',
		);
	});

	it('says which of the filters drops how many', async () => {
		const [radar, other] = [await newRadar(), await newRadar('other.example.com')];
		for (const title of ['CTO', 'CFO', 'Sales Manager', 'Sales Director']) hire(radar, 2, title);
		for (const title of ['CTO', 'Sales Director']) hire(other, 2, title);
		const hint = async (filters: IDataObject) => (await step(test.host({ ...LAST_DAYS, filters }))).hint;
		const two = { jobTitles: 'sales', domains: 'example.com' };
		expect(await hint(two)).toContain(
			'The filters drop 4 other updates: 2 by Job Titles alone, 1 by Company Domains alone.',
		);
		expect(await hint({ ...two, levels: ['director'], radarIds: [radar] })).toContain(
			'The filters drop 5 other updates: 1 by Levels alone.',
		);
	});

	it("says what was covered, and has no test events, since the service doesn't list them", async () => {
		const radar = await newRadar();
		const ids = [1, 12.5].map((days) => hire(radar, days));
		await test.service.run({
			resource: 'webhook',
			operation: 'sendTestEvent',
			radarType: 'company_new_hires',
		});
		const { rows, hint } = await step(test.host(LAST_DAYS));
		expect(idsOf(rows)).toEqual(ids);
		expect(hint).toContain(
			'2 updates in 12 days (at most 1 a day), so 2 messages in at most 2 executions. The service lists no older ones.',
		);
	});

	it('shows at most 100 updates, and counts all', async () => {
		const radar = await newRadar();
		test.control.pushFindings({ radar_id: radar, count: 120, discovered_at: daysAgo(2) });
		hire(radar, 31);
		const { rows, hint } = await step(test.host(LAST_DAYS));
		expect(rows).toHaveLength(100);
		expect(hint).toContain('120 updates in 30 days (at most 120 a day), so 120 messages');
		expect(hint).toContain("Execute workflow passes these updates on: set 'Test With' to Sample Data first.");
	});

	it.each(['newest-first', 'oldest-first'] as const)('reads at most 10,000 updates: %s', async (order) => {
		test.control.change({ updates: { order } });
		const radar = await newRadar();
		for (const days of [20, 10.2, 1.2])
			test.control.pushFindings({ radar_id: radar, count: 4000, discovered_at: daysAgo(days) });
		const { rows, hint } = await step(test.host(LAST_DAYS));
		if (order === 'newest-first') {
			expect(hint).toContain('8,000 updates in 20 days (at most 4000 a day)');
			expect(hint).toContain('Only 10,000 updates could be read.');
		} else {
			expect(hint).toContain("The last 30 days can't be counted");
			expect(hint).toContain('Radar Update: Get Many');
			expect(rows.every(({ sample }) => sample === true)).toBe(true);
		}
	});

	it('shows a sample where nothing would have been delivered', async () => {
		const { rows, hint } = await step(test.host(LAST_DAYS));
		expect(rows).toEqual([expect.objectContaining({ sample: true })]);
		expect(hint).toMatch(/^0 updates in less than a day\. The service lists no older ones\./);
	});
});
