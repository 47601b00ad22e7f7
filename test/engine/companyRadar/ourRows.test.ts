import type { IDataObject } from 'n8n-workflow';

import { RADAR_TYPES } from '../../../nodes/shared/api/radarTypes';
import { startSandbox } from '../../../sandbox';
import { REQUIRED_FIELDS } from '../../sandbox/support';
import { CREATE_EACH, CREATE_IN_BULK, REVEAL_EACH, SYNC_LIST } from '../support/paidOperations';
import { useSandbox } from '../support/sandbox';
import { activeOf, CONTINUE, SPLIT } from '../support/stories';

/** Rows of one operation as the input of another: what the account holds and was charged afterwards. */
const service = useSandbox({ balanceUsd: 100_000, settings: { unlimited: true } }, 1000);

const getMany = { resource: 'radar', operation: 'getMany', returnAll: true };
const inBulk = { ...CREATE_IN_BULK, radarsFrom: 'itemJson' };
const sync = { ...SYNC_LIST, radarsFrom: 'itemJson', syncMode: 'apply' };
const LISTS: Array<[string, IDataObject]> = [
	['Radars in Bulk: Create', inBulk],
	['Radar: Sync List', sync],
];

const hires = (domain: string, more: IDataObject = {}): IDataObject => ({
	...{ radar_type: 'company_new_hires', domain, departments: ['Sales'], custom_fields: { crm_id: domain } },
	...more,
});

const rowsOf = async (parameters: IDataObject, items?: IDataObject[]) =>
	(await service.run(parameters, items)).json('Company Radar');
const create = async (...definitions: IDataObject[]) => await rowsOf(inBulk, definitions);

test.each(LISTS)(
	'rows of Radar: Get Many in %s are refused on another account, since the copies would lack the filters, unless that is allowed',
	async (_, parameters) => {
		const other = await startSandbox({ balanceUsd: 1000 });
		await create(hires('w3.org'), hires('ietf.org', { job_titles: 'ceo' }));
		const credential = { apiKey: other.apiKey, baseUrl: other.baseUrl, requestsPerSecond: 10 };
		const rows = await rowsOf(getMany);
		const refused = await service.run(parameters, rows, { credential });
		const before = other.control.radars();
		const allowed = { ...parameters, options: { allowDoubtful: true } };
		const copied = await service.run(allowed, rows, { credential });
		await other.stop();
		const told = `${refused.error?.message} ${refused.error?.description} ${JSON.stringify(refused.run)}`;
		expect(told).toContain('This is a radar that exists. A copy has no Departments, Seniorities, Job Titles');
		expect(told).toContain('Map the fields that you mean.');
		expect(copied.hints('Company Radar').join()).toContain('A copy has no Departments, Seniorities');
		expect([before.length, other.control.radars().length]).toEqual([0, 2]);
	},
);

const deactivate = { resource: 'radar', operation: 'deactivate', radarId: '={{ $json.radar_id }}' };
const health = { resource: 'radar', operation: 'checkHealth' };

/** What each operation puts out, on an account that monitors w3.org and ietf.org. */
const ROWS: Record<string, () => Promise<IDataObject[]>> = {
	'Get Many': async () => await rowsOf(getMany),
	Deactivate: async () =>
		await rowsOf(
			deactivate,
			(await rowsOf(getMany)).filter(({ domain }) => domain === 'w3.org'),
		),
	'Check Health': async () => {
		service.control.change({ account: { duplicatesEnabled: true } });
		await create(hires('ietf.org'));
		const problems = await rowsOf(health);
		return problems.filter(({ problem }) => problem === 'Duplicate');
	},
	'the error output': async () => {
		const failed = await service.run(inBulk, [hires('iana.org'), hires('not a domain')], { node: SPLIT });
		return failed.json('Error').map((row) => ({ ...row, ...hires('example.org') }));
	},
	'Get Results': async () => {
		service.control.change({ radars: { setupFailures: { 'example.org': 'source_inaccessible' } } });
		const made = await service.run(inBulk, [hires('iana.org'), hires('example.org')], { node: SPLIT });
		const bulkId = made.json('Company Radar')[0]?.bulk_id;
		return await rowsOf({ resource: 'bulkRequest', operation: 'getResults', bulkId });
	},
	Reveal: async () => await rowsOf(REVEAL_EACH, [{ ip: '8.8.8.11' }]),
};

const INTO: Record<string, IDataObject> = {
	...Object.fromEntries(LISTS),
	'Radar: Create': CREATE_EACH,
	'Radar: Deactivate': deactivate,
};
const EXISTS = 'This is a radar that exists.';

/** How many radars are paid for, which are active afterwards, and what is said of the others. */
test.each<[rows: string, into: string, bought: number, active: string, says: string]>([
	['Get Many', 'Radar: Create', 0, 'ietf.org w3.org', '2 radars already existed'],
	['Get Many', 'Radars in Bulk: Create', 0, 'ietf.org w3.org', EXISTS],
	['Get Many', 'Radar: Sync List', 0, 'ietf.org w3.org', EXISTS],
	['Deactivate', 'Radar: Create', 0, 'ietf.org', 'Some radars that already existed are inactive.'],
	['Deactivate', 'Radars in Bulk: Create', 0, 'ietf.org', EXISTS],
	['Deactivate', 'Radar: Sync List', 0, 'ietf.org', EXISTS],
	['Check Health', 'Radar: Deactivate', 0, 'ietf.org w3.org', '1 radar was deactivated'],
	[
		'the error output',
		'Radars in Bulk: Create',
		1,
		'example.org iana.org ietf.org w3.org',
		'1 radar was created',
	],
	['Get Results', 'Radar: Deactivate', 0, 'ietf.org w3.org', '1 radar was deactivated; 1 item failed'],
	['Reveal', 'Radar: Create', 0, 'ietf.org w3.org', "'Company Domain' is empty"],
])('rows of %s in %s buy %i', async (from, into, bought, active, says) => {
	await create(hires('ietf.org'), hires('w3.org'));
	const items = (await ROWS[from]?.()) ?? [];
	expect(items.length).toBeGreaterThan(0);
	const before = service.control.charges().length;
	const result = await service.run(INTO[into] ?? {}, items, { node: SPLIT });
	const outputs = [0, 1].map((output) => result.json('Company Radar', output));
	expect([service.control.charges().length - before, activeOf(service)]).toEqual([bought, active]);
	expect([...result.hints('Company Radar'), JSON.stringify(outputs)].join()).toContain(says);
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

	test.each(LISTS)('in %s as a whole buy nothing', async (__, parameters) => {
		const before = [activeOf(service), service.control.charges().length];
		const rows = await updates();
		expect(rows.length).toBeGreaterThanOrEqual(RADAR_TYPES.length);
		await service.run(parameters, rows, { node: CONTINUE });
		expect([activeOf(service), service.control.charges().length]).toEqual(before);
	});

	/** As people map them. */
	const CONTACT = {
		radarType: 'contact_job_changes',
		domain: simplify
			? '={{ $json.domain }}'
			: '={{ $json.content.author?.company_domain ?? $json.data.domain }}',
		profileUrl: simplify
			? '={{ $json.profile_url }}'
			: '={{ $json.content.profile_url ?? $json.content.author?.profile_url }}',
	};

	/** The pages of the people in the service's own updates, with Jane's, who has a radar already. */
	const pagesOfPeople = (): string[] => {
		const bodies = service.control.log().map(({ responseBody }) => responseBody);
		const lists = bodies.filter((body) => body.includes('"update_id"')).join();
		return [...new Set(lists.match(/https:\/\/profiles\.example\/in\/[\w-]+/g))].sort();
	};
	const monitored = (): string[] =>
		service.control
			.radars()
			.filter(
				({ radar_type: type, radar_status: status }) => type === CONTACT.radarType && status === 'active',
			)
			.map(({ profile_url: page }) => String(page))
			.sort();

	test.each<[string, IDataObject]>([
		['Radar: Create', { ...CREATE_EACH, ...CONTACT }],
		['Radars in Bulk: Create', { ...inBulk, ...CONTACT, radarsFrom: 'fields' }],
		['Radar: Sync List', { ...sync, ...CONTACT, radarsFrom: 'fields' }],
	])('in %s as contacts buy one radar for each person, once', async (into, parameters) => {
		const rows = await updates();
		const people = pagesOfPeople();
		const before = service.control.charges().length;
		for (let runs = 0; runs < 2; runs++) {
			await service.run(parameters, rows, { node: CONTINUE });
			expect([into, monitored()]).toEqual([into, people]);
			expect(service.control.charges().length - before).toBe(people.length - 1);
		}
		expect(people.length).toBeGreaterThan(8);
	});
});
