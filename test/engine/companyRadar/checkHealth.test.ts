import type { IDataObject } from 'n8n-workflow';

import { withFingerprint } from '../../../nodes/shared/values/radars/sameRadar';
import { loopback } from '../../../tools/shared/loopback';
import type { RunResult } from '../harness';
import { agentCalls } from '../support/agentCalls';
import { countTurns } from '../support/countTurns';
import { useSandbox } from '../support/sandbox';

const service = useSandbox({ settings: { unlimited: true } });

const health: IDataObject = { resource: 'radar', operation: 'checkHealth' };
const URL = 'https://n8n.example.com/webhook/radar';
const DAY = 24 * 3600;

interface Definition {
	radar_type: string;
	domain: string;
	job_titles?: string;
	full_name?: string;
	profile_url?: string;
	email?: string;
	webhook_url?: string;
	custom_fields?: Record<string, string>;
}

const hires: Definition = { radar_type: 'company_new_hires', domain: 'w3.org' };
const reviews: Definition = { radar_type: 'company_reviews', domain: 'w3.org' };

/** Creates the radar, a second after the one before, and returns its ID. */
async function create(definition: Definition): Promise<string> {
	service.control.clock({ advance: 1 });
	const { baseUrl, apiKey } = service.running;
	const { data } = await loopback.post<{ data: { radar_id: string } }>(`${baseUrl}/v1/radars`, definition, {
		headers: { 'x-api-key': apiKey },
	});
	return data.data.radar_id;
}

async function deactivate(radarId: string): Promise<void> {
	const { baseUrl, apiKey } = service.running;
	await loopback.delete(`${baseUrl}/v1/radars/${radarId}`, { headers: { 'x-api-key': apiKey } });
}

const daysAgo = (days: number) =>
	new Date(Date.parse(service.control.clock().now) - days * DAY * 1000).toISOString();

/** An update that old: so far back the list of updates surely goes. */
const listUpdatesSince = (radar_id: string, days: number) =>
	service.control.pushFindings({ radar_id, discovered_at: daysAgo(days) });

const rows = (result: RunResult) => result.json('Company Radar');
const problems = (result: RunResult) => rows(result).map(({ problem }) => problem);
const hints = (result: RunResult) => result.hints('Company Radar').join('\n');

describe('An account without problems', () => {
	test('outputs nothing, so that no message is sent, and says in the editor what was checked', async () => {
		service.control.seed({ radars: 30, updates: 300 });
		const result = await service.run({ ...health, silentDays: 10 });
		expect(rows(result)).toEqual([]);
		expect(result.ran('Success')).toBe(false);
		expect(hints(result)).toBe('30 radars checked: 0 problems.');
	});

	test('without radars, too', async () => {
		const result = await service.run(health);
		expect(result.error).toBeUndefined();
		expect(rows(result)).toEqual([]);
	});

	test('that has never found anything is told so in the editor', async () => {
		await create(hires);
		service.control.clock({ advance: 60 * DAY });
		service.control.balance(1000);
		const result = await service.run(health);
		expect(rows(result)).toEqual([]);
		expect(hints(result)).toContain(
			'1 radar may have found nothing for 30 days. The service lists no updates at all.',
		);
	});

	test('gives an AI agent an empty list', async () => {
		service.control.seed({ radars: 30, updates: 300 });
		const parameters = { ...health, silentDays: 10, options: {} };
		const [call] = agentCalls(service.credential, parameters, [{}]);
		expect(await call?.()).toEqual([[]]);
	});

	test('is only read, once for all input items', async () => {
		service.control.seed({ radars: 30 });
		await service.run(health, [{}, {}, {}]);
		expect(service.control.charges()).toEqual([]);
		expect(service.requests().filter((request) => request === 'GET /v1/radars')).toHaveLength(1);
		expect(service.requests().filter((request) => !request.startsWith('GET'))).toEqual([]);
	});
});

describe('Balance ran out', () => {
	test('names the radar, and says what to do after a top-up', async () => {
		const radarId = await create({ ...hires, custom_fields: { owner: 'ada' } });
		service.control.failRadar(radarId, 'insufficient_funds');
		const result = await service.run(health);
		expect(rows(result)).toEqual([
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

	test('is over once another radar monitors the target', async () => {
		service.control.change({ account: { duplicatesEnabled: true } });
		service.control.failRadar(await create(hires), 'insufficient_funds');
		await create(hires);
		expect(problems(await service.run(health))).toEqual([]);
	});

	test('is not over if the other radar has other filters', async () => {
		service.control.change({ account: { duplicatesEnabled: true } });
		const radarId = await create(withFingerprint({ ...hires, job_titles: 'sales' }) as Definition);
		service.control.failRadar(radarId, 'insufficient_funds');
		await create(withFingerprint({ ...hires, job_titles: 'marketing' }) as Definition);
		expect(problems(await service.run(health))).toEqual(['Balance ran out']);
	});

	test('is over once the user has deactivated the radar', async () => {
		service.control.change({ account: { billing: { company_new_hires: 'update_based' } } });
		const radarId = await create(hires);
		service.control.failRadar(radarId, 'insufficient_funds');
		service.control.clock({ advance: DAY });
		await deactivate(radarId);
		expect(problems(await service.run(health))).toEqual([]);
	});

	test('is over after a top-up, for a radar paid by update', async () => {
		service.control.change({ account: { billing: { company_new_hires: 'update_based' } } });
		service.control.failRadar(await create(hires), 'insufficient_funds');
		const [row] = rows(await service.run(health));
		expect(row?.what_to_do).toContain('Top up, wait');
		service.control.balance(100);
		expect(problems(await service.run(health))).toEqual([]);
	});
});

describe('Setup failed', () => {
	test('names the target, the reason and the refund, though the radar is gone', async () => {
		const radarId = await create({ ...hires, custom_fields: { owner: 'ada' } });
		service.control.failRadar(radarId, 'source_inaccessible');
		expect(rows(await service.run(health))).toEqual([
			{
				problem: 'Setup failed',
				radar: 'w3.org – New Hires',
				what_to_do: expect.stringMatching(
					/^The source is inaccessible or private \(\d{4}-\d\d-\d\d\)\. \$1\.00 was refunded\. Check the target, then create the radar again\.$/,
				),
				domain: 'w3.org',
				radar_type: 'company_new_hires',
				custom_fields: { owner: 'ada' },
				radar_id: radarId,
			},
		]);
	});

	test('is over once another radar monitors the target', async () => {
		service.control.failRadar(await create(hires), 'setup_failure');
		await create(hires);
		expect(problems(await service.run(health))).toEqual([]);
	});
});

describe('A notice that cannot be read', () => {
	const OTHER_ID = '6f1c9c52-4e0b-4d39-9a5e-2f6f0a6c9f01';
	const NOTICE = { update_type: 'radar_failure', update_id: 'odd', code: 500, message: 'Odd' };

	/** The notice is listed next to one that is in order. */
	async function besides(notice: IDataObject): Promise<IDataObject[]> {
		const right = service.control.failRadar(await create(hires), 'source_inaccessible');
		const odd = { ...NOTICE, discovered_at: daysAgo(1), ...notice };
		service.control.addFaults({
			kind: 'status',
			status: 200,
			path: '/v1/updates',
			replace: { updates: [right, odd] },
		});
		const all = rows(await service.run(health));
		const others = all.filter(({ radar }) => radar !== 'w3.org – New Hires');
		expect(all).toHaveLength(others.length + 1);
		return others;
	}

	test.each<[string, IDataObject]>([
		['a type', { data: { radar_id: 5, radar_type: null } }],
		['a name', { data: { radar_type: 7, domain: { a: 1 }, full_name: [], email: 3, keyword: true } }],
		['custom fields', { data: { radar_type: 'company_new_hires', custom_fields: { n8n_definition: 5 } } }],
		['radar data', { data: [1], custom_fields: 'x' }],
		['a reason', { message: { text: 'x' }, code: [], refund_amount_usd: '1e999' }],
		['its own type', { data: { radar_type: 'constructor' } }],
	])('without %s fails no other', async (_, notice) => {
		expect(await besides(notice)).toEqual([expect.objectContaining({ problem: 'Setup failed' })]);
	});

	test.each<[string, IDataObject, RegExp]>([
		['Setup failed', { code: 500 }, /^Odd\. Check/],
		['Balance ran out', { code: 402, data: { radar_id: OTHER_ID } }, /^It stopped\. Top up/],
		[
			'Balance ran out',
			{ code: 402, bulk_id: OTHER_ID, item_index: 0 },
			/^It wasn't created: the balance was too low\. Top up, then create it\.$/,
		],
	])('without a date names none: %s %j', async (problem, notice, text) => {
		const [row] = await besides({ discovered_at: null, ...notice });
		expect(row).toMatchObject({ problem, what_to_do: expect.stringMatching(text) });
	});
});

describe('No updates', () => {
	/** Two radars that are 40 days old, one of which found something yesterday. */
	async function oldRadars(): Promise<[silent: string, active: string]> {
		const radars = [await create(hires), await create(reviews)] as [string, string];
		service.control.clock({ advance: 40 * DAY });
		service.control.balance(1000);
		listUpdatesSince(radars[1], 1);
		return radars;
	}

	test.each(['newest-first', 'oldest-first'] as const)(
		'names radars that found nothing for the days, in a list that is %s',
		async (order) => {
			service.control.change({ updates: { order, pageSize: 1 } });
			const [silent, active] = await oldRadars();
			listUpdatesSince(silent, 35);
			listUpdatesSince(active, 38);
			const result = await service.run(health);
			expect(rows(result)).toEqual([
				expect.objectContaining({
					problem: 'No updates',
					radar_id: silent,
					what_to_do: expect.stringMatching(/^It found nothing in the last 30 days\..* wider ones\.$/),
				}),
			]);
			expect(problems(await service.run({ ...health, silentDays: 36 }))).toEqual([]);
		},
	);

	test('reads at most a page more than it needs of a list that is newest first', async () => {
		service.control.change({ updates: { pageSize: 1 } });
		const [, active] = await oldRadars();
		for (const days of [31, 32, 33, 34]) listUpdatesSince(active, days);
		service.control.clearLog();
		await service.run(health);
		expect(service.requests().filter((request) => request === 'GET /v1/updates')).toHaveLength(2);
	});

	test('is no problem where the service no longer lists the days, and the editor says which it lists', async () => {
		const [, active] = await oldRadars();
		listUpdatesSince(active, 12.5);
		const oldest = daysAgo(12.5).slice(0, 10);
		const result = await service.run(health);
		expect(rows(result)).toEqual([]);
		expect(hints(result)).toContain(
			`1 radar may have found nothing for 30 days. There are no updates older than ${oldest}.`,
		);
		expect(problems(await service.run({ ...health, silentDays: 12 }))).toEqual(['No updates']);
	});

	test('is not asked of radars that are younger than the days', async () => {
		await oldRadars();
		const result = await service.run({ ...health, silentDays: 41 });
		expect(problems(result)).toEqual([]);
	});
});

describe('Duplicate', () => {
	beforeEach(() => service.control.change({ account: { duplicatesEnabled: true } }));

	test('names the other radar of the same target', async () => {
		const newer = { ...reviews, webhook_url: URL };
		const [olderId, newerId] = [await create(reviews), await create(newer)];
		const [row, ...others] = rows(await service.run(health));
		expect(others).toEqual([]);
		expect(row).toMatchObject({
			problem: 'Duplicate',
			filters: 'None',
			radar_id: olderId,
			other_radar_id: newerId,
			what_to_do: `Radar ${newerId} monitors the same target. Deactivate one of the two. They send to different URLs.`,
		});
	});

	test('is none of two people who share a name, but neither page nor address', async () => {
		const jane = { radar_type: 'contact_job_changes', domain: 'w3.org', full_name: 'Jane Doe' };
		for (const name of ['jane-doe', 'jane-doe-2'])
			await create({ ...jane, profile_url: `https://example.com/in/${name}`, email: `${name}@w3.org` });
		expect(problems(await service.run(health))).toEqual([]);
		await create({ ...jane, profile_url: 'https://example.com/in/jane-doe' });
		expect(problems(await service.run(health))).toEqual(['Duplicate']);
	});

	test('is doubtful where the filters are not known', async () => {
		await create(withFingerprint({ ...hires, job_titles: 'sales' }) as Definition);
		await create(hires);
		const [row] = rows(await service.run(health));
		expect(row).toMatchObject({ problem: 'Duplicate', filters: 'Job Titles' });
		expect(row?.what_to_do).toContain('unless their filters differ');
	});

	test('is none where the fingerprints show different filters, and one where they show the same', async () => {
		await create(withFingerprint({ ...hires, job_titles: 'sales' }) as Definition);
		await create(withFingerprint({ ...hires, job_titles: 'marketing' }) as Definition);
		expect(problems(await service.run(health))).toEqual([]);
		await create(withFingerprint({ ...hires, job_titles: 'sales' }) as Definition);
		const result = await service.run(health);
		expect(problems(result)).toEqual(['Duplicate']);
		expect(rows(result)[0]?.what_to_do).toContain('target. Deactivate one of the two.');
	});
});

describe('Webhook URLs', () => {
	test('a test URL is a problem, also below a prefix', async () => {
		const radarId = await create({ ...hires, webhook_url: 'https://n8n.example.com/n8n/webhook-test/radar' });
		expect(rows(await service.run({ ...health, knownUrls: URL }))).toEqual([
			expect.objectContaining({
				problem: 'Test URL',
				radar_id: radarId,
				webhook_url: 'https://n8n.example.com/n8n/webhook-test/radar',
				what_to_do: expect.stringContaining('create it again with the production URL'),
			}),
		]);
	});

	test.each<[string, IDataObject, IDataObject[]]>([
		['typed', { knownUrls: `${URL}/\nhttps://crm.example.com/hook` }, [{}]],
		['a list', { knownUrls: '={{ $json.urls }}' }, [{ urls: [URL, 'https://crm.example.com/hook'] }]],
		[
			'one per item',
			{ knownUrls: '={{ $json.url }}' },
			[{ url: 'https://crm.example.com/hook' }, { url: URL }],
		],
	])('a URL that is not among the known ones is a problem: %s', async (_, parameters, items) => {
		await create({ ...hires, webhook_url: `${URL}?k=secret` });
		await create({ ...reviews, domain: 'ietf.org' });
		const unknown = await create({ ...reviews, webhook_url: 'https://old.example.com/webhook/radar' });
		const result = await service.run({ ...health, ...parameters }, items);
		expect(rows(result)).toEqual([
			expect.objectContaining({ problem: 'Unknown webhook URL', radar_id: unknown }),
		]);
	});

	test('a trigger that was at another URL of n8n is a problem, unless that is known', async () => {
		const path = '3f2b8c1e-5d4a-4b6f-9e7a-1c2d3e4f5a60/webhook';
		const old = `https://old.example.com/webhook/${path}`;
		const lost = await create({ ...hires, webhook_url: `${old}?k=secret` });
		await create({ ...reviews, webhook_url: `http://localhost/webhook/${path}` });
		expect(rows(await service.run(health))).toEqual([
			expect.objectContaining({
				problem: 'Unknown webhook URL',
				radar_id: lost,
				what_to_do: expect.stringMatching(
					/^It sends to https:\/\/old\.example\.com\/webhook, and this n8n listens at http:\/\/localhost\/webhook\./,
				),
			}),
		]);
		const known = await service.run({ ...health, knownUrls: [old, `http://localhost/webhook/${path}`] });
		expect(rows(known)).toEqual([]);
	});

	test('a known URL that is none is refused before anything is sent', async () => {
		const result = await service.run({ ...health, knownUrls: 'n8n.example.com' });
		expect(result.error?.message).toContain("'Known Webhook URLs'");
		expect(service.requests()).toEqual([]);
	});

	test('without known URLs, any other URL is none', async () => {
		await create({ ...reviews, webhook_url: URL });
		expect(rows(await service.run(health))).toEqual([]);
	});
});

test('A deactivated radar is no problem while its paid month runs', async () => {
	await deactivate(await create({ ...hires, webhook_url: 'https://n8n.example.com/webhook-test/radar' }));
	expect(rows(await service.run(health))).toEqual([]);
});

test('10,000 radars and 20,000 updates are read page by page, and do not hold up other work', async () => {
	const wrong = await create({ ...hires, webhook_url: 'https://n8n.example.com/webhook-test/radar' });
	service.control.change({ updates: { pageSize: 500 } });
	service.control.seed({ radars: 10_000, updates: 20_000, days: 40 });
	service.control.clearLog();
	const { result, turns, cpuMs } = await countTurns(async () => await service.run(health));
	expect(rows(result)).toEqual([expect.objectContaining({ problem: 'Test URL', radar_id: wrong })]);
	expect(hints(result)).toBe('10,001 radars checked: 1 problem.');
	const sent = (request: string) => service.requests().filter((one) => one === request).length;
	expect(sent('GET /v1/radars')).toBe(21);
	expect(sent('GET /v1/updates')).toBeLessThanOrEqual(32);
	expect(turns).toBeGreaterThan(cpuMs / 50);
});
