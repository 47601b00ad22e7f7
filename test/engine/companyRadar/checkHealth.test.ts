import type { IDataObject } from 'n8n-workflow';

import { withFingerprint } from '../../../nodes/shared/values/radars/sameRadar';
import { loopback } from '../../../tools/shared/loopback';
import { agentCalls } from '../support/agentCalls';
import { countTurns } from '../support/countTurns';
import { useSandbox } from '../support/sandbox';
import { DUPLICATES, PER_UPDATE, tell, type Step } from '../support/stories';

const service = useSandbox({ settings: { unlimited: true } });

const health: IDataObject = { resource: 'radar', operation: 'checkHealth' };
const URL = 'https://n8n.example.com/webhook/radar';
const TEST_URL = 'https://n8n.example.com/n8n/webhook-test/radar';
const DAY = 24 * 3600;

const hires: IDataObject = { radar_type: 'company_new_hires', domain: 'w3.org' };
const reviews: IDataObject = { radar_type: 'company_reviews', domain: 'w3.org' };
const titled = (job_titles: string) =>
	({ ...withFingerprint({ ...hires, job_titles } as never) }) as IDataObject;

/** Creates the radars, a second after the one before, and returns the ID of the last. */
async function create(...definitions: IDataObject[]): Promise<string> {
	let id = '';
	for (const definition of definitions) {
		service.control.clock({ advance: 1 });
		const { data } = await service.post<{ data: { radar_id: string } }>('/v1/radars', definition);
		id = data.radar_id;
	}
	return id;
}

const deactivate = async (id: string) =>
	await loopback.delete(`${service.running.baseUrl}/v1/radars/${id}`, {
		headers: { 'x-api-key': service.running.apiKey },
	});

const daysAgo = (days: number) =>
	new Date(Date.parse(service.control.clock().now) - days * DAY * 1000).toISOString();

/** Updates that old: so far back the list of updates surely goes. */
const listUpdates = (radar_id: string, ...days: number[]) => {
	for (const age of days) service.control.pushFindings({ radar_id, discovered_at: daysAgo(age) });
};

/** Checks the account, and compares the problems, their rows and the panel. */
const expectProblems = async (problems: string[], step: Step = {}) =>
	await tell(service, [{ run: health, ...step, column: { problem: problems, ...step.column } }]);

describe('An account without problems', () => {
	test.each([0, 30])(
		'outputs nothing, and says in the editor what was checked: %d radars',
		async (radars) => {
			service.control.seed({ radars, updates: 10 * radars });
			await expectProblems([], { set: { silentDays: 10 }, panel: [`${radars} radars checked: 0 problems.`] });
			const [call] = agentCalls(service.credential, { ...health, silentDays: 10, options: {} }, [{}]);
			expect(await call?.()).toEqual([[]]);
		},
	);

	test('is only read, once for all input items', async () => {
		service.control.seed({ radars: 30 });
		await expectProblems([], { items: [{}, {}, {}], charges: 0, writes: 0 });
		expect(service.requests().filter((request) => request === 'GET /v1/radars')).toHaveLength(1);
	});

	test('that has never found anything is told so in the editor', async () => {
		await create(hires);
		const says = '1 radar may have found nothing for 30 days. The service lists no updates at all.';
		await expectProblems([], { daysLater: 60, balance: 1000, says });
	});
});

describe('Balance ran out', () => {
	const RAN_OUT = ['Balance ran out'];
	const fail = async (definition: IDataObject = hires) => {
		const id = await create(definition);
		service.control.failRadar(id, 'insufficient_funds');
		return id;
	};

	test('names the radar, and says what to do after a top-up', async () => {
		const radarId = await fail({ ...hires, custom_fields: { owner: 'ada' } });
		const result = await service.run(health);
		expect(result.json('Company Radar')).toEqual([
			{
				problem: 'Balance ran out',
				radar: 'w3.org – New Hires',
				what_to_do: expect.stringMatching(
					/^It stopped on \d{4}-\d\d-\d\d\. Top up, wait, then check .*\. Create again only those that stay inactive\.$/,
				),
				filters: 'Unknown',
				...service.control.radars().find(({ radar_id: id }) => id === radarId),
				custom_fields: { owner: 'ada' },
				runs_until: expect.any(String),
			},
		]);
		expect(result.items('Company Radar')[0]?.pairedItem).toEqual([{ item: 0 }]);
	});

	test('is over once another radar monitors the target, with the same filters', async () => {
		service.control.change(DUPLICATES);
		await fail(titled('sales'));
		await create(titled('marketing'));
		await expectProblems(RAN_OUT);
		await create(titled('sales'));
		await expectProblems([]);
	});

	test('is over once the user has deactivated the radar, or topped up for one paid by update', async () => {
		service.control.change(PER_UPDATE);
		const radarId = await fail();
		await expectProblems(RAN_OUT, { says: /1 problem/ });
		service.control.clock({ advance: DAY });
		await deactivate(radarId);
		await expectProblems([]);
		await fail(reviews);
		await fail({ ...hires, domain: 'ietf.org' });
		await expectProblems([...RAN_OUT, ...RAN_OUT]);
		await expectProblems(RAN_OUT, { balance: 100, column: { domain: ['w3.org'] } });
	});
});

test('Setup failed names the target, the reason and the refund, until another radar monitors the target', async () => {
	const radarId = await create({ ...hires, custom_fields: { owner: 'ada' } });
	service.control.failRadar(radarId, 'source_inaccessible');
	expect((await service.run(health)).json('Company Radar')).toEqual([
		{
			problem: 'Setup failed',
			radar: 'w3.org – New Hires',
			what_to_do: expect.stringMatching(
				/^The source is inaccessible or private \(\d{4}-\d\d-\d\d\)\. \$1\.00 was refunded\. Check the target, then create the radar again\.$/,
			),
			...hires,
			custom_fields: { owner: 'ada' },
			radar_id: radarId,
		},
	]);
	await create(hires);
	await expectProblems([]);
});

describe('A notice that cannot be read', () => {
	const OTHER_ID = '6f1c9c52-4e0b-4d39-9a5e-2f6f0a6c9f01';
	const SETUP = 'Setup failed';
	const RAN_OUT = 'Balance ran out';

	/** Which part cannot be read. */
	test.each<[string, IDataObject, string, RegExp]>([
		['a type', { data: { radar_id: 5, radar_type: null } }, SETUP, /./],
		[
			'a name',
			{ data: { radar_type: 7, domain: { a: 1 }, full_name: [], email: 3, keyword: true } },
			SETUP,
			/./,
		],
		[
			'custom fields',
			{ data: { radar_type: 'industry_funding_rounds', custom_fields: { n8n_definition: 5 } } },
			SETUP,
			/./,
		],
		['a reason', { message: { text: 'x' }, code: [], refund_amount_usd: '1e999' }, SETUP, /./],
		['its own type', { data: { radar_type: 'constructor' } }, SETUP, /./],
		['a date', { discovered_at: null }, SETUP, /^Odd\. Check/],
		[
			'a date',
			{ discovered_at: null, code: 402, data: { radar_id: OTHER_ID } },
			RAN_OUT,
			/^It stopped\. Top up/,
		],
		[
			'a date',
			{ discovered_at: null, code: 402, bulk_id: OTHER_ID, item_index: 0 },
			RAN_OUT,
			/^It wasn't created: the balance was too low\. Top up, then create it\.$/,
		],
	])('without %s fails no other: %j', async (_, notice, problem, text) => {
		const right = service.control.failRadar(await create(hires), 'source_inaccessible');
		const odd = { update_type: 'radar_failure', update_id: 'odd', code: 500, message: 'Odd', ...notice };
		const updates = [right, { discovered_at: daysAgo(1), ...odd }];
		service.control.addFaults({ kind: 'status', status: 200, path: '/v1/updates', replace: { updates } });
		const rows = (await service.run(health)).json('Company Radar');
		const others = rows.filter(({ radar }) => radar !== 'w3.org – New Hires');
		expect(rows).toHaveLength(2);
		expect(others).toEqual([expect.objectContaining({ problem, what_to_do: expect.stringMatching(text) })]);
	});
});

describe('No updates', () => {
	/** Two radars that are 40 days old, one of which found something yesterday. */
	async function oldRadars(pageSize = 100, order: 'newest-first' | 'oldest-first' = 'newest-first') {
		service.control.change({ updates: { order, pageSize } });
		const [silent, active] = [await create(hires), await create(reviews)];
		service.control.clock({ advance: 40 * DAY });
		service.control.balance(1000);
		listUpdates(active, 1);
		return { silent, active };
	}
	const forDays = (silentDays: number) => ({ set: { silentDays } });

	test.each(['newest-first', 'oldest-first'] as const)(
		'names radars that found nothing for the days and are older, in a list that is %s',
		async (order) => {
			const { silent, active } = await oldRadars(1, order);
			listUpdates(silent, 35);
			listUpdates(active, 38);
			const what_to_do = expect.stringMatching(/^It found nothing in the last 30 days\..* wider ones\.$/);
			await expectProblems(['No updates'], { row: { radar_id: silent, what_to_do } });
			await expectProblems([], forDays(36));
			await expectProblems([], { ...forDays(41), hides: /may have found/ });
		},
	);

	test('reads at most a page more than it needs of a list that is newest first', async () => {
		const { active } = await oldRadars(1);
		listUpdates(active, 31, 32, 33, 34);
		await service.run(health);
		expect(service.requests().filter((request) => request === 'GET /v1/updates')).toHaveLength(2);
	});

	test('is no problem where the service no longer lists the days, and the editor says which it lists', async () => {
		listUpdates((await oldRadars()).active, 12.5);
		const oldest = daysAgo(12.5).slice(0, 10);
		const says = `1 radar may have found nothing for 30 days. There are no updates older than ${oldest}.`;
		await expectProblems([], { says });
		await expectProblems(['No updates'], forDays(12));
	});
});

describe('Duplicate', () => {
	beforeEach(() => service.control.change(DUPLICATES));

	test('names the other radar of the same target', async () => {
		const [olderId, newerId] = [await create(reviews), await create({ ...reviews, webhook_url: URL })];
		await expectProblems(['Duplicate'], {
			row: {
				filters: 'None',
				radar_id: olderId,
				other_radar_id: newerId,
				what_to_do: `Radar ${newerId} monitors the same target. Deactivate one of the two. They send to different URLs.`,
			},
		});
	});

	test('is none of two people who share a name, but neither page nor address', async () => {
		const jane = { radar_type: 'contact_job_changes', domain: 'w3.org', full_name: 'Jane Doe' };
		const page = (name: string) => ({ ...jane, profile_url: `https://example.com/in/${name}` });
		await create(...['jane', 'jane-2'].map((name) => ({ ...page(name), email: `${name}@w3.org` })));
		await expectProblems([]);
		await create(page('jane'));
		await expectProblems(['Duplicate']);
	});

	test.each<[string, IDataObject[], string[], RegExp]>([
		[
			'doubtful where filters are not known',
			[titled('sales'), hires],
			['Duplicate'],
			/unless their filters differ/,
		],
		[
			'one where they are the same',
			[titled('sales'), titled('marketing'), titled('sales')],
			['Duplicate'],
			/target\. Deactivate one of the two\.$/,
		],
	])('is %s', async (_, radars, problems, text) => {
		await create(...radars);
		const row = { filters: 'Job Titles', what_to_do: expect.stringMatching(text) };
		await expectProblems(problems, problems.length > 0 ? { row } : { says: text });
	});
});

describe('Webhook URLs', () => {
	const UNKNOWN = ['Unknown webhook URL'];

	test('a test URL is a problem, also below a prefix, until its radar is deactivated', async () => {
		const radarId = await create({ ...hires, webhook_url: TEST_URL });
		await expectProblems(['Test URL'], {
			set: { knownUrls: URL },
			row: {
				radar_id: radarId,
				webhook_url: TEST_URL,
				what_to_do: expect.stringContaining('create it again with the production URL'),
			},
		});
		await deactivate(radarId);
		await expectProblems([]);
	});

	test.each<[string, IDataObject, IDataObject[]]>([
		['typed', { knownUrls: `${URL}/\nhttps://crm.example.com/hook` }, [{}]],
		['a list', { knownUrls: '={{ $json.urls }}' }, [{ urls: [URL, 'https://crm.example.com/hook'] }]],
		[
			'one per item',
			{ knownUrls: '={{ $json.url }}' },
			[{ url: 'https://crm.example.com/hook' }, { url: URL }],
		],
	])('a URL that is not among the known ones is a problem: %s', async (_, set, items) => {
		await create({ ...hires, webhook_url: `${URL}?k=secret` }, { ...reviews, domain: 'ietf.org' });
		const radar_id = await create({ ...reviews, webhook_url: 'https://old.example.com/webhook/radar' });
		await expectProblems(UNKNOWN, { set, items, row: { radar_id } });
		await expectProblems([]);
	});

	test('a trigger that was at another URL of n8n is a problem, unless that is known', async () => {
		const path = '3f2b8c1e-5d4a-4b6f-9e7a-1c2d3e4f5a60/webhook';
		const old = `https://old.example.com/webhook/${path}`;
		const lost = await create({ ...hires, webhook_url: `${old}?k=secret` });
		await create({ ...reviews, webhook_url: `http://localhost/webhook/${path}` });
		const what_to_do = expect.stringMatching(
			/^It sends to https:\/\/old\.example\.com\/webhook, and this n8n listens at http:\/\/localhost\/webhook\./,
		);
		await expectProblems(UNKNOWN, { row: { radar_id: lost, what_to_do } });
		await expectProblems([], { set: { knownUrls: [old, `http://localhost/webhook/${path}`] } });
	});

	test('a known URL that is none is refused before anything is sent', async () => {
		const set = { knownUrls: 'n8n.example.com' };
		await tell(service, [{ run: health, set, fails: /'Known Webhook URLs'/, requests: 0 }]);
	});
});

test('10,000 radars and 20,000 updates are read page by page, and do not hold up other work', async () => {
	const wrong = await create({ ...hires, webhook_url: TEST_URL });
	service.control.change({ updates: { pageSize: 500 } });
	service.control.seed({ radars: 10_000, updates: 20_000, days: 40 });
	service.control.clearLog();
	const { result, turns, cpuMs } = await countTurns(async () => await service.run(health));
	expect(result.json('Company Radar')).toMatchObject([{ problem: 'Test URL', radar_id: wrong }]);
	expect(result.hints('Company Radar')).toEqual(['10,001 radars checked: 1 problem.']);
	const sent = (request: string) => service.requests().filter((one) => one === request).length;
	expect(sent('GET /v1/radars')).toBe(21);
	expect(sent('GET /v1/updates')).toBeLessThanOrEqual(32);
	expect(turns).toBeGreaterThan(cpuMs / 50);
});
