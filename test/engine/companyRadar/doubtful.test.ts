import type { IDataObject } from 'n8n-workflow';

import { useSandbox } from '../support/sandbox';

/** What a radar is created with, by whoever asks: it's refused if it may be a mistake, unless that is allowed. */
const service = useSandbox({ settings: { unlimited: true } });

const create = {
	resource: 'radar',
	operation: 'create',
	radarType: 'company_mentions',
	domain: '={{ $json.domain }}',
};
const inBulk = { resource: 'bulkRequest', operation: 'create', radarsFrom: 'itemJson' };
const sync = { resource: 'radar', operation: 'syncList', listName: 'Accounts', radarsFrom: 'itemJson' };

const mentions = (...domains: string[]) =>
	domains.map((domain): IDataObject => ({ radar_type: 'company_mentions', domain }));
const allowed = { options: { allowDoubtful: true } };
const bought = () => service.control.radars().map(({ domain }) => domain);

describe.each([
	['Radar: Create', create],
	['Radars in Bulk: Create', inBulk],
])('%s', (_, parameters) => {
	test('buys nothing with a doubtful value, not even for the other items', async () => {
		const result = await service.run(parameters, mentions('w3.org', 'gmail.com'));
		expect(result.error?.message).toMatch(/"gmail.com" is .*email provider/);
		expect(result.error?.description).toMatch(
			/turn on 'Allow Doubtful Values' under Options\.<br>To go on with the other items/,
		);
		expect(bought()).toEqual([]);
	});

	test('names no way to go on where there is none', async () => {
		const [item] = mentions('w3.org', 'gmail.com').map((radar) => JSON.stringify(radar));
		const inOneItem = {
			...parameters,
			radarsFrom: 'list',
			radars: `[${item},${mentions('gmail.com')
				.map((radar) => JSON.stringify(radar))
				.join()}]`,
		};
		expect((await service.run(inOneItem, [{}])).error?.description).not.toContain('To go on');
		service.control.balance(1);
		const broke = await service.run(parameters, mentions('w3.org', 'ietf.org'));
		expect(broke.error?.description).not.toContain('To go on');
	});

	test('buys for the other items under On Error: Continue', async () => {
		const result = await service.run(parameters, mentions('w3.org', 'gmail.com'), {
			node: { onError: 'continueRegularOutput' },
		});
		expect(bought()).toEqual(['w3.org']);
		expect(result.json('Company Radar')).toMatchObject([
			{ domain: 'w3.org' },
			{ error: expect.stringContaining('email provider') },
		]);
	});

	test('buys it for the items that allow it', async () => {
		const options = { allowDoubtful: '={{ $json.domain === "gmail.com" }}' };
		const result = await service.run(
			{ ...parameters, options },
			mentions('gmail.com', 'w3.org', 'outlook.com'),
		);
		expect(result.error?.message).toMatch(/"outlook.com"/);
		expect(bought()).toEqual([]);
		const both = await service.run({ ...parameters, options }, mentions('gmail.com', 'w3.org'));
		expect(both.error).toBeUndefined();
		expect(bought().sort()).toEqual(['gmail.com', 'w3.org']);
	});

	test('does not ask about a radar that exists, since it costs nothing', async () => {
		await service.run({ ...parameters, ...allowed }, mentions('gmail.com'));
		const result = await service.run(parameters, mentions('w3.org', 'gmail.com', 'gmail.com'));
		expect(result.error).toBeUndefined();
		expect(result.json('Company Radar')).toMatchObject([
			{ domain: 'w3.org', already_existed: false },
			{ domain: 'gmail.com', already_existed: true },
			{ domain: 'gmail.com', already_existed: true },
		]);
		expect(service.control.charges()).toHaveLength(2);
	});

	test('buys no second one where the account allows duplicates', async () => {
		service.control.change({ account: { duplicatesEnabled: true } });
		await service.run({ ...parameters, ...allowed }, mentions('gmail.com'));
		await service.run(parameters, mentions('gmail.com'));
		expect(service.control.charges()).toHaveLength(1);
	});

	test('shows it in a dry run as refused, with the reason', async () => {
		const result = await service.run({ ...parameters, dryRun: true }, mentions('w3.org', 'gmail.com'));
		expect(result.json('Company Radar')).toMatchObject([
			{ result: 'Would be created' },
			{ result: 'Would be refused', reason: expect.stringContaining('email provider') },
		]);
		const alone = await service.run({ ...parameters, dryRun: true }, mentions('gmail.com'));
		expect(alone.hints('Company Radar').join()).toContain('refused. Nothing would be charged. Your balance');
	});
});

test('explains up to ten kinds of wrong rows at once, each with its items and their names', async () => {
	const rows = mentions('gmail.com', 'w3.org', ...Array.from({ length: 12 }, (_, index) => `acme${index}`));
	const result = await service.run(inBulk, rows);
	expect(result.error?.message).toContain('"gmail.com"');
	const lines = String(result.error?.description).split('<br>');
	expect(lines.filter((line) => /^Item \d+ \(.+\): /.test(line))).toHaveLength(2);
	expect(lines.at(-2)).toMatch(
		/^Item 2 \(acme0\): .*Company Domain.* The same for items 3 \(acme1\), .*7 \(acme5\) and 6 more\.$/,
	);
});

test('names the column that has domains', async () => {
	const named = ['Acme Inc.', 'Blue Harbor', 'w3'].map((domain) => ({
		...mentions(domain)[0],
		site: 'w3.org',
	}));
	const result = await service.run(inBulk, named);
	expect(result.error?.description).toMatch(/The column "site" of these items has domains\.$/);
	const mixed = await service.run(inBulk, [...named, ...mentions('gmail.com')]);
	expect(mixed.error?.description).not.toContain('has domains');
});

test('says once what is wrong in the same way, in whole sentences', async () => {
	const twoMistakes = { ...inBulk, webhookUrl: undefined, radarType: 'contact_job_changes', fullName: '' };
	const result = await service.run(twoMistakes, [{ domain: '' }, { domain: '' }, { domain: '' }]);
	const lines = String(result.error?.description).split('<br>');
	expect(lines[1]).toMatch(/^Item 0: .+\. The same for items 1, 2\.$/);
});

test('keeps the mark of a mistake below its place', async () => {
	const row = (job_titles: string) => ({ radar_type: 'company_new_hires', domain: 'w3.org', job_titles });
	const { error } = await service.run(inBulk, ['sales and marketing', 'sales (or'].map(row));
	const description = String(error?.description);
	expect(description).toMatch(/^Nothing was sent\.<br>Item 0 \(w3\.org\):<br><code>sales&nbsp;and/);
	expect(description.split('^')).toHaveLength(2);
});

describe('Radar: Sync List', () => {
	const apply = async (rows: IDataObject[], more: IDataObject = {}) =>
		await service.run({ ...sync, syncMode: 'apply', ...more }, rows);

	test.each(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'])(
		'refuses a doubtful row, and goes on with the others, under On Error: %s',
		async (onError) => {
			const result = await service.run(
				{ ...sync, syncMode: 'apply' },
				mentions('w3.org', 'gmail.com', 'ietf.org'),
				{
					node: { onError },
				} as never,
			);
			expect(result.error).toBeUndefined();
			expect(result.json('Company Radar').map(({ change }) => change)).toEqual([
				'refused',
				'created',
				'created',
			]);
			expect(bought().sort()).toEqual(['ietf.org', 'w3.org']);
		},
	);

	test('keeps the radar of a row that has become doubtful, and deactivates what has gone', async () => {
		const rows = mentions('w3.org', 'ietf.org', 'ecma.org', 'gmail.com', 'whatwg.org');
		await apply(rows, allowed);
		const result = await apply(rows.filter(({ domain }) => domain !== 'w3.org'));
		expect(result.json('Company Radar').map(({ change, domain }) => [change, domain])).toEqual([
			['deactivated', 'w3.org'],
			['keep', 'ietf.org'],
			['keep', 'ecma.org'],
			['keep', 'gmail.com'],
			['keep', 'whatwg.org'],
		]);
	});

	test('holds back nothing because of a refused row', async () => {
		await apply(mentions('w3.org', 'ietf.org', 'ecma.org', 'whatwg.org'));
		const rows = mentions('w3.orgg', 'ecma.org', 'whatwg.org');
		const result = await apply(rows);
		expect(result.json('Company Radar').map(({ change, domain }) => [change, domain])).toEqual([
			['refused', 'w3.orgg'],
			['deactivated', 'ietf.org'],
			['deactivated', 'w3.org'],
			['keep', 'ecma.org'],
			['keep', 'whatwg.org'],
		]);
		expect(result.hints('Company Radar').join()).not.toContain('stay');
	});

	test('replaces no radar by a doubtful one', async () => {
		const keyed = (domain: string) => mentions(domain).map((row) => ({ ...row, custom_fields: { id: '7' } }));
		const options = { keyField: 'id', replaceChanged: true, maximumToDeactivate: '100%' };
		await apply(keyed('w3.org'), { options });
		const result = await apply(keyed('gmail.com'), { options });
		expect(result.json('Company Radar')).toMatchObject([{ change: 'refused', domain: 'gmail.com' }]);
		expect(service.control.radars()).toMatchObject([{ domain: 'w3.org', radar_status: 'active' }]);
	});
});

describe('Company: Reveal', () => {
	const reveal = { resource: 'company', operation: 'reveal', ipAddress: '={{ $json.ip }}' };
	const visitors = (...ips: string[]) => ips.map((ip): IDataObject => ({ ip }));

	test.each(['93.184.0.0', '93.184.216.0', '2a00:1450:4001::'])(
		'looks up no anonymized address: %s',
		async (ip) => {
			const result = await service.run(reveal, visitors('8.8.8.12', ip));
			expect(result.error?.message).toMatch(/'IP Address': .*anonymized/);
			expect(result.error?.description).toMatch(
				/turn on 'Allow Doubtful Values' under Options\.<br>To go on with the other items/,
			);
			expect(service.requests()).toEqual([]);
		},
	);
});

test('a tool ignores the option', async () => {
	const options = { ...allowed.options, maximumRadars: 1 };
	const result = await service.run({ ...create, options }, mentions('gmail.com'), {
		node: { type: 'n8n-nodes-company-radar.companyRadarTool' },
	});
	expect(result.error?.message).toMatch(/email provider/);
	expect(result.error?.description).toBe(
		"Nothing was sent. Correct it. An AI agent can't use doubtful values.",
	);
	expect(bought()).toEqual([]);
});
