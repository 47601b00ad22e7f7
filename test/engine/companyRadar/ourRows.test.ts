import type { IDataObject } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../../sandbox';
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
