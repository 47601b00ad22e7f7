import type { IDataObject } from 'n8n-workflow';

import { RADAR_TYPES } from '../../../nodes/shared/api/radarTypes';
import { startSandbox, type Sandbox } from '../../../sandbox';
import { REQUIRED_FIELDS } from '../../sandbox/support';
import { useSandbox } from '../support/sandbox';

/** Rows of one operation as the input of another: what the account holds and was charged afterwards. */
const service = useSandbox({ balanceUsd: 100_000 });

const getMany = { resource: 'radar', operation: 'getMany', returnAll: true };
const inBulk = { resource: 'bulkRequest', operation: 'create', radarsFrom: 'itemJson' };
const sync = {
	resource: 'radar',
	operation: 'syncList',
	listName: 'Accounts',
	syncMode: 'apply',
	radarsFrom: 'itemJson',
};
const ALLOWED = { options: { allowDoubtful: true } };

const hires = (domain: string, more: IDataObject = {}): IDataObject => ({
	radar_type: 'company_new_hires',
	domain,
	departments: ['Sales'],
	custom_fields: { crm_id: domain },
	...more,
});

const rowsOf = async (parameters: IDataObject, items?: IDataObject[]) =>
	(await service.run(parameters, items)).json('Company Radar');

const create = async (...definitions: IDataObject[]) => await rowsOf(inBulk, definitions);

/** Radars of the account by domain, and the number of charges. */
const account = () => ({
	radars: service.control.radars().map(({ domain, radar_status: status }) => `${domain} ${status}`),
	charges: service.control.charges().length,
});

describe.each([
	['Radars in Bulk: Create', inBulk],
	['Radar: Sync List', sync],
])('rows of Radar: Get Many in %s', (_, parameters) => {
	let other: Sandbox;
	const onOther = () => ({
		credential: { apiKey: other.apiKey, baseUrl: other.baseUrl, requestsPerSecond: 10 },
	});
	beforeEach(async () => {
		other = await startSandbox({ balanceUsd: 1000 });
	});
	afterEach(async () => await other.stop());

	test('are refused on another account, since the copies would lack the filters', async () => {
		await create(hires('w3.org'), hires('ietf.org', { job_titles: 'ceo' }));
		const result = await service.run(parameters, await rowsOf(getMany), onOther());
		const told = `${result.error?.message} ${result.error?.description} ${JSON.stringify(result.run)}`;
		expect(told).toContain('This is a radar that exists. A copy has no Departments, Seniorities, Job Titles');
		expect(told).toContain('Map the fields that you mean.');
		expect(other.control.radars()).toEqual([]);
	});

	test('are copied without the filters if doubtful values are allowed, which a note says', async () => {
		await create(hires('w3.org'));
		const allowed = { ...parameters, ...ALLOWED };
		const result = await service.run(allowed, await rowsOf(getMany), onOther());
		expect(result.hints('Company Radar').join()).toContain('A copy has no Departments, Seniorities');
		const [radar] = other.control.radars();
		const [first] = service.control.radars();
		expect(radar).toMatchObject({ domain: 'w3.org', custom_fields: { crm_id: 'w3.org' } });
		for (const own of ['n8n_create_tag', 'n8n_definition'])
			expect(radar?.custom_fields[own]).not.toBe(first?.custom_fields[own]);
	});

	test('buy nothing on their own account', async () => {
		await create(hires('w3.org'), hires('ietf.org'));
		const before = account();
		await service.run(parameters, await rowsOf(getMany));
		expect(account()).toEqual(before);
	});

	test('buy nothing while a row of a deactivated radar is not allowed', async () => {
		const [radar] = await create(hires('w3.org'));
		const deactivated = await rowsOf({
			resource: 'radar',
			operation: 'deactivate',
			radarId: radar?.radar_id,
		});
		const before = account();
		await service.run(parameters, deactivated);
		expect(account()).toEqual(before);
	});
});

const deactivate = { resource: 'radar', operation: 'deactivate', radarId: '={{ $json.radar_id }}' };
const active = () =>
	service.control
		.radars()
		.filter(({ radar_status: status }) => status === 'active')
		.map(({ domain }) => domain)
		.sort();

test('rows of Radar: Check Health in Deactivate: only the radars with a problem are deactivated', async () => {
	service.control.change({ account: { duplicatesEnabled: true } });
	await create(hires('w3.org'), hires('ietf.org'));
	await create(hires('ietf.org'));
	const problems = await rowsOf({ resource: 'radar', operation: 'checkHealth' });
	const before = account().charges;
	const duplicates = problems.filter(({ problem }) => problem === 'Duplicate');
	expect(duplicates).toHaveLength(1);
	await rowsOf(deactivate, duplicates);
	expect(active()).toEqual(['ietf.org', 'w3.org']);
	expect(account().charges).toBe(before);
});

test('rows of the error output, corrected and sent again: each radar is bought once', async () => {
	const node = { onError: 'continueErrorOutput' as const };
	const first = await service.run(inBulk, [hires('w3.org'), hires('not a domain')], { node });
	expect(account()).toEqual({ radars: ['w3.org active'], charges: 1 });
	const corrected = first.json('Error').map((row) => ({ ...row, ...hires('ietf.org') }));
	await service.run(inBulk, corrected, { node });
	expect(active()).toEqual(['ietf.org', 'w3.org']);
	expect(account().charges).toBe(2);
	expect(service.bodies('/v1/radars/bulk')[1]).toEqual({ radars: [hires('ietf.org')] });
});

test('rows of Get Results in Deactivate: what was created is deactivated, once, and the rest is named', async () => {
	service.control.change({ radars: { setupFailures: { 'ietf.org': 'source_inaccessible' } } });
	const node = { onError: 'continueRegularOutput' as const };
	const made = await service.run(inBulk, [hires('w3.org'), hires('ietf.org')], { node });
	const bulkId = made.json('Company Radar')[0]?.bulk_id;
	const results = await rowsOf({ resource: 'bulkRequest', operation: 'getResults', bulkId });
	const before = account().charges;
	const rows = await service.run(deactivate, results, { node });
	expect(active()).toEqual([]);
	expect(account().charges).toBe(before);
	expect(rows.json('Company Radar').filter(({ error }) => error)).toHaveLength(1);
});

test('reveals without a match in Create: nothing is bought, and the item is named', async () => {
	const reveal = { resource: 'company', operation: 'reveal', ipAddress: '={{ $json.ip }}' };
	const rows = await rowsOf(reveal, [{ ip: '8.8.8.11' }]);
	const before = account();
	const form = { resource: 'radar', operation: 'create', radarType: 'company_new_hires' };
	const result = await service.run({ ...form, domain: '={{ $json.domain }}' }, rows);
	expect(result.error?.message).toContain("'Company Domain' is empty");
	expect(account()).toEqual(before);
});

describe.each([
	['simplified', true],
	['raw', false],
])('%s updates of all types', (_, simplify) => {
	beforeEach(async () => {
		const people = { full_name: 'Jane Roe', profile_url: 'https://profiles.example/in/jane' };
		await create(
			...RADAR_TYPES.map((radar_type) => ({ radar_type, ...REQUIRED_FIELDS[radar_type], ...people })).map(
				({ full_name, profile_url, ...others }) =>
					others.radar_type.startsWith('contact_') ? { full_name, profile_url, ...others } : others,
			),
		);
		for (const { radar_id } of service.control.radars()) service.control.pushFindings({ radar_id });
	});
	const updates = async () => await rowsOf({ resource: 'update', operation: 'getMany', simplify });

	test.each([
		['Radars in Bulk: Create', inBulk],
		['Radar: Sync List', sync],
	])('in %s as a whole buy nothing', async (__, parameters) => {
		const before = account();
		const rows = await updates();
		expect(rows.length).toBeGreaterThanOrEqual(RADAR_TYPES.length);
		await service.run(parameters, rows, { node: { onError: 'continueRegularOutput' } });
		expect(account()).toEqual(before);
	});

	test('in Radar: Sync List as contacts buy one radar for each person, once', async () => {
		const contacts = {
			...sync,
			radarsFrom: 'fields',
			radarType: 'contact_job_changes',
			domain: '={{ $json.domain ?? $json.data.domain }}',
			profileUrl: '={{ $json.profile_url ?? $json.content?.profile_url }}',
		};
		const before = account().charges;
		const node = { onError: 'continueRegularOutput' as const };
		const rows = await updates();
		const planned = (await service.run(contacts, rows, { node })).json('Company Radar');
		const created = planned.filter(({ change }) => change === 'created').length;
		expect(account().charges - before).toBe(created);
		await service.run(contacts, rows, { node });
		expect(account().charges - before).toBe(created);
	});
});
