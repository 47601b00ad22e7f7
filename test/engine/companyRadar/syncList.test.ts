import type { IDataObject } from 'n8n-workflow';

import { workflowAround, type RunResult, type WorkflowJson } from '../harness';
import { detailsOf } from '../harness/engine';
import { loopback } from '../../../tools/shared/loopback';
import { agentCalls } from '../support/agentCalls';
import { runsOf } from '../support/runs';
import { useSandbox } from '../support/sandbox';
import { fasterWaits } from '../client/time';

const service = useSandbox({ balanceUsd: 100_000 });
fasterWaits();

const LIST = 'Target accounts';

type WorkflowNode = WorkflowJson['nodes'][number];

const sync: IDataObject = {
	resource: 'radar',
	operation: 'syncList',
	listName: LIST,
	radarsFrom: 'fields',
	radarType: 'company_new_hires',
	domain: '={{ $json.domain }}',
};
const planned = { ...sync, syncMode: 'plan' };
const applied = { ...sync, syncMode: 'apply' };
const withOptions = (parameters: IDataObject, options: IDataObject) => ({ ...parameters, options });

const domains = (...names: string[]) => names.map((name) => ({ domain: `${name}.example.org` }));
const companies = (count: number, from = 0) =>
	domains(...Array.from({ length: count }, (_, index) => `company${from + index}`));

const changes = (result: RunResult) =>
	result.json('Company Radar').map(({ change, domain }) => `${String(change)} ${String(domain)}`);
const reasons = (result: RunResult) => result.json('Company Radar').map(({ reason }) => reason);
const active = () =>
	service.control
		.radars()
		.filter(({ radar_status: status }) => status === 'active')
		.map(({ domain }) => domain)
		.sort();
const writes = () => service.requests().filter((request) => !request.startsWith('GET'));
const hints = (result: RunResult) => result.hints('Company Radar').join('\n');

/** A radar that somebody else created. */
async function createElsewhere(body: object): Promise<void> {
	const { baseUrl, apiKey } = service.running;
	await loopback.post(`${baseUrl}/v1/radars`, body, { headers: { 'x-api-key': apiKey } });
}

describe('Plan', () => {
	test('shows what is new, and only reads', async () => {
		const result = await service.run(planned, domains('alder', 'birch'));
		expect(changes(result)).toEqual(['create alder.example.org', 'create birch.example.org']);
		expect(reasons(result)).toEqual(['New on the list.', 'New on the list.']);
		expect(result.items('Company Radar')[1]?.pairedItem).toEqual([{ item: 1 }]);
		expect(writes()).toEqual([]);
		expect(hints(result)).toContain('Plan: 2 to create, 0 to keep, 0 changed, 0 to deactivate.');
		expect(hints(result)).toContain('create one radar and see what the output panel says.');
		expect(hints(result)).toContain('The balance is $100,000.00');
	});

	test('says that nothing would be charged where nothing is new', async () => {
		await service.run(applied, domains('alder'));
		const text = hints(await service.run(planned, domains('alder')));
		expect(text).toContain('Nothing was changed. Apply would charge nothing. The balance is');
		expect(text).not.toContain('price');
	});

	test('is the default', async () => {
		await service.run(sync, domains('alder'));
		expect(writes()).toEqual([]);
	});

	test('shows one item for each change, with its reason', async () => {
		await service.run(applied, domains('alder', 'birch'));
		const before = writes();
		const result = await service.run(planned, domains('birch', 'cedar'));
		expect(changes(result)).toEqual([
			'create cedar.example.org',
			'deactivate alder.example.org',
			'keep birch.example.org',
		]);
		expect(reasons(result)).toEqual(['New on the list.', 'No longer on the list.', 'Already on the list.']);
		const columns = result.json('Company Radar').map((row) => Object.keys(row));
		expect(new Set(columns.map(String)).size).toBe(1);
		expect(columns[0]?.slice(0, 4)).toEqual(['change', 'domain', 'reason', 'radar_type']);
		expect(writes()).toEqual(before);
	});
});

describe('Apply', () => {
	test('watches exactly what is on the list', async () => {
		await service.run(applied, domains('alder', 'birch'));
		expect(active()).toEqual(['alder.example.org', 'birch.example.org']);
		const result = await service.run(applied, domains('birch', 'cedar'));
		expect(changes(result)).toEqual([
			'created cedar.example.org',
			'deactivated alder.example.org',
			'keep birch.example.org',
		]);
		expect(active()).toEqual(['birch.example.org', 'cedar.example.org']);
		expect(hints(result)).not.toContain('Nothing to change');
		const again = await service.run(applied, domains('birch', 'cedar'));
		expect(hints(again)).toContain('Nothing to change: 2 kept. Nothing was charged.');
		expect(changes(again)).toEqual(['keep birch.example.org', 'keep cedar.example.org']);
		expect(service.control.charges()).toHaveLength(3);
	});

	test('says which list a radar belongs to, and puts its IDs last', async () => {
		const result = await service.run(applied, domains('alder'));
		const [radar] = service.control.radars();
		expect(radar?.custom_fields).toEqual({
			n8n_list: LIST,
			n8n_list_key: '["company_new_hires","alder.example.org"]',
			n8n_definition: expect.stringMatching(/^\*=[0-9a-f]+$/),
			n8n_create_tag: expect.stringMatching(/^[0-9a-f]{12}\.0$/),
		});
		const [row] = result.json('Company Radar');
		expect(row).toMatchObject({ change: 'created', radar_id: radar?.radar_id, radar_status: 'active' });
		expect(row?.custom_fields).toEqual({});
		const columns = Object.keys(row ?? {});
		expect(columns.slice(0, 4)).toEqual(['change', 'domain', 'reason', 'radar_type']);
		expect(columns.slice(-4)).toEqual(['radar_id', 'bulk_id', 'item_index', 'differs_in']);
	});
});

describe('Guards', () => {
	test('Minimum Balance stops a run that would create radars, before any change', async () => {
		await service.run(applied, companies(5));
		const before = writes();
		const guarded = (minimumBalance: number) => ({ minimumBalance, maximumToDeactivate: '100%' });
		const error = "The balance is $99,995.00, too low for the 'Minimum Balance' of $100,000.00";
		const plan = await service.run(withOptions(planned, guarded(100_000)), companies(5, 1));
		expect(hints(plan)).toContain(`Apply would stop: ${error}.`);
		const stopped = await service.run(withOptions(applied, guarded(100_000)), companies(5, 1));
		expect(stopped.error?.message).toBe(error);
		expect(writes()).toEqual(before);

		const deactivating = await service.run(withOptions(applied, guarded(100_000)), companies(4));
		expect(changes(deactivating)).toContain('deactivated company4.example.org');
		const allowed = await service.run(withOptions(applied, guarded(99_000)), companies(5, 1));
		expect(changes(allowed)).toContain('created company5.example.org');
	});

	test('Minimum Balance stops where the balance cannot be read', async () => {
		service.control.addFaults({ method: 'GET', path: '/v1/account', kind: 'status', status: 500, count: 9 });
		const result = await service.run(withOptions(applied, { minimumBalance: 1 }), companies(2));
		expect(result.error).toBeDefined();
		expect(writes()).toEqual([]);
	});

	test.each([
		['plan', planned],
		['apply', applied],
	])('%s: an empty list is rejected by name', async (_, parameters) => {
		for (const [radarsFrom, more] of [
			['fields', {}],
			['itemJson', { radarType: undefined, domain: undefined }],
			['list', { radarType: undefined, domain: undefined, radars: '[]' }],
		] as const) {
			const result = await service.run({ ...parameters, radarsFrom, ...more }, [{}]);
			expect(result.error?.message).toBe("'Radars': The list is empty.");
			expect(result.error?.description).toContain("'Allow Empty List'");
		}
		expect(service.requests()).toEqual([]);
	});

	test('an empty list deactivates all radars of the list where that is allowed', async () => {
		await service.run(applied, domains('alder', 'birch'));
		const options = { allowEmptyList: true, maximumToDeactivate: '100%' };
		const result = await service.run(withOptions(applied, options), [{}]);
		expect(changes(result).sort()).toEqual([
			'deactivated alder.example.org',
			'deactivated birch.example.org',
		]);
		expect(active()).toEqual([]);
	});

	test('takes a fixed JSON array once, however many input items there are', async () => {
		const radars = JSON.stringify([{ radar_type: 'company_new_hires', domain: 'alder.example.org' }]);
		const result = await service.run({ ...planned, radarsFrom: 'list', radars }, [{}, {}]);
		expect(changes(result)).toEqual(['create alder.example.org']);
	});

	test('one radar in fixed fields is a list of one', async () => {
		const result = await service.run({ ...planned, domain: 'alder.example.org' }, [{}]);
		expect(changes(result)).toEqual(['create alder.example.org']);
	});

	test('creates nothing beyond Maximum Radars to Create, 100 by default', async () => {
		const plan = await service.run(planned, companies(101));
		expect(hints(plan)).toContain(
			"Apply would stop: This execution would create up to 101 radars, above the 'Maximum Radars to Create' limit of 100.",
		);
		const result = await service.run(applied, companies(101));
		expect(result.error?.message).toMatch(/'Maximum Radars to Create'.* 100/);
		expect(writes()).toEqual([]);
		await service.run(withOptions(applied, { maximumRadars: 101 }), companies(101));
		expect(service.control.charges()).toHaveLength(101);
	});

	test('changes nothing beyond Maximum to Deactivate, a fifth of the list and at least five by default', async () => {
		await service.run(applied, companies(20));
		const before = writes();
		const plan = await service.run(planned, companies(14, 6));
		expect(hints(plan)).toContain('Apply would stop');
		const result = await service.run(applied, companies(14, 6));
		expect(result.error?.message).toBe(
			"'Maximum to Deactivate' is 20% (at least 5), and this list would deactivate 6 of 20 radars",
		);
		expect(writes()).toEqual(before);
		await service.run(applied, companies(15, 5));
		expect(active()).toHaveLength(15);
		const number = await service.run(withOptions(applied, { maximumToDeactivate: 5 }), companies(9, 11));
		expect(number.error?.message).toContain(
			"'Maximum to Deactivate' is 5, and this list would deactivate 6 of 15",
		);
	});

	test('deactivates some of a short list, but none with 0%', async () => {
		await service.run(applied, companies(8));
		const none = await service.run(withOptions(applied, { maximumToDeactivate: '0%' }), companies(7));
		expect(none.error?.message).toContain("'Maximum to Deactivate' is 0%");
		await service.run(applied, companies(4));
		await service.run(withOptions(applied, { allowEmptyList: true }), companies(1));
		expect(active()).toHaveLength(1);
	});

	test.each(['many', '-1', '101%', '1.5', ''])('refuses %j as Maximum to Deactivate', async (maximum) => {
		const options = { maximumToDeactivate: maximum };
		const result = await service.run(withOptions(applied, options), domains('alder'));
		expect(result.error?.message).toContain("'Maximum to Deactivate'");
		expect(service.requests()).toEqual([]);
	});

	test('stops where all radars of the list are of other types, as after a copy of the node', async () => {
		const openings = (parameters: IDataObject) => ({
			...parameters,
			radarType: 'company_job_openings',
		});
		await service.run(applied, companies(10));
		const before = writes();
		const error =
			"All radars of the list are of other types, such as New Hires, so another node probably uses this 'List Name'";
		const plan = await service.run(openings(planned), companies(10));
		expect(hints(plan)).toContain(`Apply would stop: ${error}.`);
		const result = await service.run(openings(applied), companies(10));
		expect([result.error?.message, result.error?.description]).toEqual([
			error,
			expect.stringMatching(
				/^Nothing was created or deactivated\..*another name.*Radars in Bulk: Deactivate/,
			),
		]);
		expect(writes()).toEqual(before);
		const other = await service.run({ ...openings(applied), listName: 'Job openings' }, companies(10));
		expect(other.error).toBeUndefined();
		expect(active()).toHaveLength(20);
	});

	test('a list of one radar may get another type', async () => {
		await service.run(applied, domains('alder'));
		await service.run({ ...applied, radarType: 'company_job_openings' }, domains('alder'));
		const types = service.control.radars().map(({ radar_type: type, radar_status }) => [type, radar_status]);
		expect(types).toEqual([
			['company_new_hires', 'inactive'],
			['company_job_openings', 'active'],
		]);
	});

	test('deactivates the last radar of a type that a mixed list no longer has', async () => {
		const mixed = (...types: string[]) =>
			types.map((radar_type, index) => ({ radar_type, domain: `company${index}.example.org` }));
		const fromItems = withOptions({ ...applied, radarsFrom: 'itemJson' }, { maximumToDeactivate: '100%' });
		await service.run(fromItems, mixed('company_new_hires', 'company_mentions'));
		const result = await service.run(fromItems, mixed('company_new_hires'));
		expect(changes(result)).toEqual(['deactivated company1.example.org', 'keep company0.example.org']);
	});

	test('says so for each item, where the workflow goes on', async () => {
		await service.run(applied, companies(20));
		const result = await service.run(applied, companies(3), { node: { onError: 'continueErrorOutput' } });
		expect(result.json('Error')).toHaveLength(3);
		expect(active()).toHaveLength(20);
	});

	test('names the radar that could not be created or deactivated', async () => {
		await service.run(applied, domains('alder', 'birch', 'cedar'));
		service.control.change({ radars: { setupFailures: { 'dill.example.org': 'setup_failure' } } });
		service.control.addFaults({ kind: 'status', status: 400, method: 'DELETE', count: 100 });
		const items = domains('birch', 'cedar', 'dill');
		const result = await service.run(applied, items, { node: { onError: 'continueErrorOutput' } });
		expect(result.json('Error').map(({ message }) => message)).toEqual([
			expect.stringContaining('Radar: dill.example.org – '),
			expect.stringContaining('Radar: alder.example.org – '),
		]);
	});

	test('says which radars were not deactivated because the execution stopped', async () => {
		const removed = companies(6);
		await service.run(applied, [...domains('alder'), ...removed]);
		service.control.change({ radars: { setupFailures: { 'bad.example.org': 'setup_failure' } } });
		const all = withOptions(applied, { maximumToDeactivate: '100%', allowEmptyList: true });
		const items = domains('alder', 'bad');
		const stopped = await service.run(all, items);
		expect(stopped.error?.description).toContain(
			'6 radars were not deactivated, because the execution stopped: company5.example.org – New Hires, company4.example.org – New Hires, company3.example.org – New Hires, company2.example.org – New Hires, company1.example.org – New Hires and 1 more.',
		);
		expect(active()).toContain('company0.example.org');
		const node = { onError: 'continueErrorOutput' as const };
		const continued = await service.run(all, items, { node });
		expect(continued.json('Error')).toMatchObject([{ message: expect.not.stringContaining('stopped') }]);
		expect(active()).toEqual(['alder.example.org']);
	});

	test('deactivates nothing if an item is invalid', async () => {
		await service.run(applied, domains('alder', 'birch'));
		const items = [...domains('cedar'), { domain: 'no domain' }];
		const node = { onError: 'continueErrorOutput' as const };
		const result = await service.run(applied, items, { node });
		expect(result.json('Success').map(({ change, domain, reason }) => [change, domain, reason])).toEqual([
			['created', 'cedar.example.org', 'New on the list.'],
			[
				'keep',
				expect.any(String),
				expect.stringMatching(/No longer on the list.*because item 1.* is invalid/),
			],
			['keep', expect.any(String), expect.stringMatching(/because item 1.* is invalid/)],
		]);
		expect(result.json('Error')).toHaveLength(1);
		expect(active()).toHaveLength(3);
	});

	const CONTINUE = { node: { onError: 'continueRegularOutput' as const } };

	test.each([
		['plan', planned],
		['apply', applied],
	])('%s: warns of a radar that stays because of a wrong row', async (_, parameters) => {
		await service.run(applied, domains('alder', 'birch', 'cedar'));
		const result = await service.run(parameters, [...domains('alder'), { domain: 'no domain' }], CONTINUE);
		expect(result.hints('Company Radar')[0]).toContain(
			'2 radars are no longer on the list, but stay and keep charging. No radars are deactivated, because item 1 (no domain) is invalid: correct it.',
		);
		const others = await service.run(parameters, [...domains('alder', 'birch', 'cedar'), {}, {}], CONTINUE);
		expect(hints(others)).not.toContain('no longer on the list');
	});

	test('a failed row says so in the columns of the others', async () => {
		const rows = [...domains('alder'), { domain: 'no domain' }, { domain: '', company: 'Nobody' }];
		const fromForm = await service.run(planned, rows, CONTINUE);
		const parameters = { ...planned, radarsFrom: 'itemJson', radarType: undefined, domain: undefined };
		const typed = rows.map((row) => ({ ...row, radar_type: 'company_new_hires' }));
		const fromItems = await service.run(parameters, typed, CONTINUE);
		for (const result of [fromForm, fromItems]) {
			const output = result.json('Company Radar');
			const failed = output.filter(({ error }) => error);
			const [columns = []] = output.filter(({ error }) => !error).map((row) => Object.keys(row));
			expect(failed.map(({ change, domain }) => [change, domain])).toEqual([
				['failed', 'no domain'],
				['failed', ''],
			]);
			for (const row of failed) {
				const added = ['error', 'message', ...Object.keys(detailsOf({}))];
				expect(Object.keys(row).slice(0, 3)).toEqual(['change', 'domain', 'reason']);
				expect(Object.keys(row).sort()).toEqual([...columns, ...added].sort());
				expect(row.reason).toContain(String(row.error).replace(/\.$/, ''));
			}
			expect(failed[1]?.reason).toContain('or remove items without one with a Filter node');
		}
		const fails = { ...withOptions(applied, { maximumRadars: 0 }), domain: '={{ $json.domain }}' };
		const stopped = await service.run(fails, domains('alder', 'birch'), CONTINUE);
		expect(changes(stopped)).toEqual(['failed alder.example.org', 'failed birch.example.org']);
	});

	test('changes nothing at all if an item is invalid and the workflow stops', async () => {
		await service.run(applied, [...domains('cedar'), { domain: 'no domain' }]);
		expect(service.requests()).toEqual([]);
	});

	test('names duplicates, and buys one radar for them', async () => {
		const items = domains('alder', 'birch', 'ALDER');
		const result = await service.run(applied, items);
		expect(changes(result)).toEqual([
			'created alder.example.org',
			'created birch.example.org',
			'keep alder.example.org',
		]);
		expect(reasons(result)[2]).toBe('The same radar as item 0.');
		const [first, , repeat] = result.json('Company Radar');
		expect(repeat?.radar_id).toBe(first?.radar_id);
		expect(hints(result)).toContain('Repeated radars count once: item 2 (alder.example.org).');
		expect(service.control.charges()).toHaveLength(2);
	});

	test('rejects an entry that contradicts another one, and deactivates nothing', async () => {
		await service.run(applied, domains('old'));
		const parameters = { ...applied, departments: '={{ $json.departments }}' };
		const items = [
			{ domain: 'alder.example.org', departments: ['Sales'] },
			{ domain: 'alder.example.org', departments: ['Legal'] },
		];
		const stopped = await service.run(parameters, items);
		expect(stopped.error?.message).toBe(
			'The item asks for the same radar as item 0, with other values: Departments',
		);
		expect(active()).toEqual(['old.example.org']);
		const result = await service.run(parameters, items, { node: { onError: 'continueErrorOutput' } });
		expect(changes({ json: () => result.json('Success') } as unknown as RunResult)).toEqual([
			'created alder.example.org',
			'keep old.example.org',
		]);
		expect(result.json('Error')).toHaveLength(1);
	});

	test('fails every item beyond Maximum Radars to Create, also those that have their radar', async () => {
		await service.run(applied, domains('alder'));
		const parameters = withOptions(
			{ ...applied, departments: '={{ $json.departments }}' },
			{ maximumRadars: 1 },
		);
		const items = [
			...domains('alder', 'birch', 'cedar'),
			{ domain: 'birch.example.org', departments: ['Legal'] },
		].map((item) => ({ departments: ['Sales'], ...item }));
		const result = await service.run(parameters, items, { node: { onError: 'continueRegularOutput' } });
		const tooMany =
			"This execution would create up to 2 radars, above the 'Maximum Radars to Create' limit of 1";
		expect(result.json('Company Radar').map(({ error }) => error)).toEqual([
			tooMany,
			tooMany,
			tooMany,
			'The item asks for the same radar as item 1, with other values: Departments',
		]);
		expect(active()).toEqual(['alder.example.org']);
	});

	test.each([
		['the request', { kind: 'status', status: 400, method: 'POST', path: '/v1/radars/bulk' } as const, {}],
		['the radar', undefined, { 'alder.example.org': 'setup_failure' as const }],
	])(
		'fails a repeat like the item that it repeats, if the service refuses %s',
		async (_, fault, setupFailures) => {
			if (fault) service.control.addFaults(fault);
			service.control.change({ radars: { setupFailures } });
			const items = domains('alder', 'alder', 'birch');
			const result = await service.run(applied, items, { node: { onError: 'continueErrorOutput' } });
			const failed = result.items('Error').map(({ json, pairedItem }) => [json.error, pairedItem]);
			expect(failed.slice(0, 2)).toEqual(
				[0, 1].map((item) => [failed[0]?.[0], expect.objectContaining({ item })]),
			);
			expect(result.ran('Success') ? result.json('Success').map(({ domain }) => domain) : []).toEqual(
				fault ? [] : ['birch.example.org'],
			);
		},
	);

	const array = (...radars: IDataObject[]) => ({
		...applied,
		radarsFrom: 'list',
		radars: JSON.stringify(radars.map((radar) => ({ radar_type: 'company_new_hires', ...radar }))),
	});

	test('fails a repeat in a JSON array like the radar that it repeats', async () => {
		const setupFailures = {
			'alder.example.org': 'setup_failure',
			'birch.example.org': 'setup_failure',
		} as const;
		service.control.change({ radars: { setupFailures } });
		const result = await service.run(array(...domains('alder', 'birch', 'alder')), [{}], {
			node: { onError: 'continueErrorOutput' },
		});
		expect(result.json('Error').map(({ message }) => /Radar: (\S+)/.exec(String(message))?.[1])).toEqual([
			'alder.example.org',
			'birch.example.org',
			'alder.example.org',
		]);
	});

	test('names the radar of a contradiction, also within a JSON array', async () => {
		const radars = [
			{ domain: 'alder.example.org', departments: ['Sales'] },
			{ domain: 'birch.example.org' },
			{ domain: 'birch.example.org' },
			{ domain: 'alder.example.org', departments: ['Marketing'] },
		];
		await service.run(applied, domains('old'));
		const result = await service.run(array(...radars), [{}], { node: { onError: 'continueErrorOutput' } });
		expect(result.json('Error')).toMatchObject([
			{
				error:
					'The item asks for the same radar as another entry of the array, with other values: Departments',
				message: expect.stringMatching(/ Radar: alder\.example\.org – New Hires\.$/),
			},
		]);
		expect(result.json('Success').map(({ reason }) => reason)).toEqual([
			'New on the list.',
			'New on the list.',
			'The same radar as another entry of the array.',
			'No longer on the list. No radars are deactivated, because the list contradicts itself: alder.example.org – New Hires.',
		]);
	});

	test('rejects items of several lists', async () => {
		const parameters = { ...applied, listName: '={{ $json.domain }}' };
		const result = await service.run(parameters, domains('alder', 'birch'));
		expect(result.error?.message).toBe("'List Name' is not the same for all items");
		expect(service.requests()).toEqual([]);
	});

	test('an AI agent plans, and cannot apply', async () => {
		const call = (parameters: IDataObject) =>
			agentCalls(service.credential, parameters, domains('alder'))[0]!;
		const [[item] = []] = await call(planned)();
		expect(item?.json).toMatchObject({ change: 'create', domain: 'alder.example.org' });
		await expect(call(applied)()).rejects.toThrow('An AI agent can only plan');
		expect(writes()).toEqual([]);
	});

	test('a second run in the same execution deactivates nothing', async () => {
		const options = { maximumToDeactivate: '100%' };
		const [first, second] = [domains('alder'), domains('birch')];
		const { nodes, connections, pinData } = workflowAround(withOptions(applied, options), first);
		const [start, node, ...others] = nodes as [WorkflowNode, WorkflowNode, ...WorkflowNode[]];
		const to = (name: string) => ({ main: [[{ node: name, type: 'main' as const, index: 0 }]] });
		const result = await service.runWorkflow({
			nodes: [start, node, ...others, { ...node, id: 'next', name: 'Next', position: [300, 0] }],
			connections: { ...connections, 'Company Radar': to('Success'), Success: to('Next') },
			pinData: { ...pinData, Success: second.map((json) => ({ json })) as never },
		});
		expect(result.json('Next').map(({ change, domain }) => [change, domain])).toEqual([
			['created', 'birch.example.org'],
			['keep', 'alder.example.org'],
		]);
		expect(result.json('Next')[1]?.reason).toContain("this isn't the first run for the list");
		expect(active()).toEqual(['alder.example.org', 'birch.example.org']);
	});

	/** Runs the node with Loop Over Items, in the loop or after it. */
	async function runWithLoop(parameters: IDataObject, items: IDataObject[], isInLoop: boolean) {
		const { nodes, connections, pinData } = workflowAround(parameters, items);
		const [start, node, ...others] = nodes as [WorkflowNode, WorkflowNode, ...WorkflowNode[]];
		const loop = { ...start, id: 'loop', name: 'Loop', type: 'n8n-nodes-base.splitInBatches' };
		const to = (name: string) => [{ node: name, type: 'main' as const, index: 0 }];
		return await service.runWorkflow({
			nodes: [start, node, ...others, loop, { ...others[0]!, id: 'batch', name: 'Batch' }],
			connections: {
				...connections,
				Start: { main: [to('Loop')] },
				Loop: { main: isInLoop ? [[], to('Batch')] : [to('Company Radar'), to('Batch')] },
				Batch: { main: [to(isInLoop ? 'Company Radar' : 'Loop')] },
				...(isInLoop && { Success: { main: [to('Loop')] } }),
			},
			pinData,
		});
	}

	test('a node in a loop sees only batches of the list, so it deactivates nothing', async () => {
		service.control.change({ account: { billing: { company_new_hires: 'update_based' } } });
		await service.run(applied, companies(5));
		const options = { maximumToDeactivate: '100%' };
		for (const syncMode of ['plan', 'apply']) {
			const parameters = withOptions({ ...sync, syncMode }, options);
			const result = await runWithLoop(parameters, companies(5), true);
			const batches = result.run.data.resultData.runData['Company Radar'] ?? [];
			const rows = batches.map(({ data }) => data?.main?.[0] ?? []);
			expect(rows.map((batch) => batch.map(({ json }) => json.change))).toEqual(
				Array.from({ length: 3 }, () => Array.from({ length: 5 }, () => 'keep')),
			);
			expect(rows[0]?.at(-1)?.json.reason).toBe(
				'No longer on the list. No radars are deactivated, because this node is in a loop. Pass the whole list to it at once.',
			);
		}
		expect([active().length, service.control.radars().length]).toEqual([5, 5]);
	});

	test('a node in a loop over lists gets the whole list each time', async () => {
		const ofItem = {
			...withOptions(applied, { maximumToDeactivate: '100%' }),
			listName: '={{ $json.list }}',
		};
		const listed = (list: string, ...names: string[]) => domains(...names).map((row) => ({ ...row, list }));
		for (const list of ['one', 'two'])
			await service.run(ofItem, listed(list, `${list}-a`, `${list}-b`, `${list}-old`));
		const items = ['one', 'two'].flatMap((list) => listed(list, `${list}-a`, `${list}-b`));
		await runWithLoop(ofItem, items, true);
		expect(active().sort()).toEqual([
			'one-a.example.org',
			'one-b.example.org',
			'two-a.example.org',
			'two-b.example.org',
		]);
	});

	test('a node after a loop gets the whole list', async () => {
		await service.run(applied, companies(5));
		const result = await runWithLoop(applied, companies(4), false);
		expect(changes(result)).toContain('deactivated company4.example.org');
		expect(active()).toHaveLength(4);
	});

	describe('a second run in the same execution deactivates nothing, although the first one', () => {
		const parameters = {
			...withOptions(applied, { maximumToDeactivate: '100%' }),
			listName: '={{ $json.list }}',
		};
		const rows = (...names: string[]) => domains(...names).map((row) => ({ ...row, list: LIST }));
		const invalid = { domain: 'no domain', list: LIST };

		test.each([
			[
				'has an invalid item',
				[...rows('birch'), invalid],
				['alder.example.org', 'birch.example.org', 'cedar.example.org'],
				{},
			],
			['has only invalid items', [invalid], ['alder.example.org', 'cedar.example.org'], {}],
			[
				'is of several lists',
				[...rows('birch'), { domain: 'dune.example.org', list: 'Other' }],
				['alder.example.org', 'cedar.example.org'],
				{},
			],
			[
				'has a name that is missing',
				[{ domain: 'birch.example.org', list: '' }, invalid],
				['alder.example.org', 'cedar.example.org'],
				{},
			],
			[
				'cannot use its credential',
				rows('birch'),
				['alder.example.org', 'cedar.example.org'],
				{ baseUrl: 'no URL' },
			],
		])('%s', async (_, first, expected, credential) => {
			await service.run(parameters, rows('alder'));
			const runs = runsOf(service.credential, parameters, { node: { onError: 'continueRegularOutput' } });
			await runs(first, { credential: { ...service.credential, ...credential } });
			const output = await runs(rows('cedar'), { runIndex: 1 });
			expect(output.map(({ change }) => change)).not.toContain('deactivate');
			expect(active()).toEqual(expected);
		});
	});
});

describe('A changed definition', () => {
	const filtered = (departments: string[], options: IDataObject = {}) => ({
		...applied,
		departments,
		options,
	});

	test('keeps its radar, and says what has changed', async () => {
		await service.run(filtered(['Sales']), domains('alder'));
		const result = await service.run(filtered(['Legal']), domains('alder'));
		expect(changes(result)).toEqual(['changed alder.example.org']);
		expect(reasons(result)[0]).toBe(
			"The definition has changed: Departments. To replace the radar, turn on 'Replace Changed Radars'.",
		);
		expect(result.json('Company Radar')[0]).toMatchObject({ differs_in: 'departments' });
		expect(service.control.charges()).toHaveLength(1);
	});

	test('is replaced if asked for', async () => {
		service.control.change({ account: { billing: { company_new_hires: 'update_based' } } });
		await service.run(filtered(['Sales']), domains('alder'));
		const [old] = service.control.radars();
		const result = await service.run(filtered(['Legal'], { replaceChanged: true }), domains('alder'));
		expect(changes(result)).toEqual(['created alder.example.org', 'deactivated alder.example.org']);
		expect(reasons(result)).toEqual([
			'Replaces a radar. The definition has changed: Departments.',
			'Replaced: Departments. Deactivated. No further charge.',
		]);
		expect(active()).toHaveLength(1);
		expect(result.json('Company Radar')[1]?.radar_id).toBe(old?.radar_id);
	});

	test('is named with what was done before, where its replacement fails', async () => {
		await service.run(filtered(['Sales']), domains('alder'));
		const [old] = service.control.radars();
		service.control.addFaults({ kind: 'status', status: 400, method: 'POST', path: '/v1/radars/bulk' });
		const result = await service.run(filtered(['Legal'], { replaceChanged: true }), domains('alder'));
		expect(result.error?.description).toContain('1 radar was deactivated');
		expect(service.control.radars()[0]).toMatchObject({ radar_id: old?.radar_id, radar_status: 'inactive' });
	});

	test('is replaced after the paid month, where the service takes no other radar before', async () => {
		await service.run(filtered(['Sales']), domains('alder'));
		const replacing = filtered(['Legal'], { replaceChanged: true });
		const result = await service.run(replacing, domains('alder'));
		expect(changes(result)).toEqual(['deactivated alder.example.org', 'keep alder.example.org']);
		expect(reasons(result)[1]).toMatch(
			/^A deactivated radar still runs until \d{4}-\d\d-\d\d \d\d:\d\d UTC\./,
		);
		expect(service.control.charges()).toHaveLength(1);
		service.control.clock({ advance: 31 * 24 * 3600 });
		await service.run(replacing, domains('alder'));
		expect(active()).toEqual(['alder.example.org']);
		expect(service.control.charges()).toHaveLength(2);
	});

	test('that comes back is not bought again while its radar still runs', async () => {
		await service.run(applied, domains('alder', 'birch'));
		await service.run(applied, domains('alder'));
		const result = await service.run(applied, domains('alder', 'birch'));
		expect(changes(result)).toEqual(['keep alder.example.org', 'keep birch.example.org']);
		expect(reasons(result)[1]).toMatch(
			/^Deactivated, but runs until .* A later execution creates it again\.$/,
		);
		const plan = await service.run({ ...applied, syncMode: 'plan' }, domains('alder', 'birch'));
		expect(hints(plan)).toMatch(
			/1 kept radar is deactivated\. Apply creates it again, which is charged, on or after \d{4}-/,
		);
		expect(service.control.charges()).toHaveLength(2);
	});
});

describe('Radars outside the list', () => {
	const MENTIONS = 'company_mentions';

	test('are not bought again and never deactivated', async () => {
		await createElsewhere({ radar_type: MENTIONS, domain: 'alder.example.org' });
		await createElsewhere({ radar_type: MENTIONS, domain: 'birch.example.org' });
		const parameters = { ...applied, radarType: MENTIONS };
		const result = await service.run(parameters, domains('alder', 'cedar'));
		expect(changes(result)).toEqual(['created cedar.example.org', 'keep alder.example.org']);
		expect(reasons(result)[1]).toBe(
			"Already monitored by another radar. It isn't this list's radar: if you remove the row, deactivate it yourself.",
		);
		await service.run(withOptions(parameters, { allowEmptyList: true }), domains('birch'));
		expect(active()).toEqual(['alder.example.org', 'birch.example.org']);
	});

	test('of another list are left alone', async () => {
		await service.run({ ...applied, listName: 'Other' }, domains('alder'));
		await service.run(applied, domains('birch'));
		expect(active()).toEqual(['alder.example.org', 'birch.example.org']);
	});

	test("are not bought again if their filters can't be compared, unless asked for", async () => {
		service.control.change({ account: { duplicatesEnabled: true } });
		await createElsewhere({ radar_type: 'company_new_hires', domain: 'alder.example.org' });
		const kept = await service.run(applied, domains('alder'));
		expect(changes(kept)).toEqual(['keep alder.example.org']);
		expect(reasons(kept)).toEqual([
			"Another radar monitors the same target, maybe with other filters. It isn't this list's radar: if you remove the row, deactivate it yourself.",
		]);
		// How to create it all the same is said once, and not in each row.
		expect(kept.hints('Company Radar').join()).toContain("turn on 'Create Possible Duplicates'");
		const bought = await service.run(withOptions(applied, { createIncomparable: true }), domains('alder'));
		expect(changes(bought)).toEqual(['created alder.example.org']);
		expect(active()).toEqual(['alder.example.org', 'alder.example.org']);
	});

	test('that the service names in a conflict are kept', async () => {
		await createElsewhere({ radar_type: 'company_new_hires', domain: 'alder.example.org' });
		const result = await service.run(withOptions(applied, { createIncomparable: true }), domains('alder'));
		expect(changes(result)).toEqual(['keep alder.example.org']);
		expect(service.control.charges()).toHaveLength(1);
	});

	test.each([
		[-1, /^The service doesn't accept it while an inactive radar of the same target exists\./, /^$/],
		[1, /^A deactivated radar still runs until /, /1 radar couldn't be created while a deactivated one runs/],
	])('that are inactive and in the way: ends %i days from now', async (days, why, note) => {
		await createElsewhere({ radar_type: 'company_new_hires', domain: 'alder.example.org' });
		const end = new Date(Date.now() + days * 24 * 3600 * 1000).toISOString();
		const radars = service.control.radars();
		const body = {
			...{ status: 'success', code: 200, timestamp: new Date().toISOString(), message: '' },
			...{ count: 1, limit: 500, has_more: false, next_cursor: null },
			data: radars.map((radar) => ({ ...radar, radar_status: 'inactive', next_charge_at: end })),
		};
		// The second list is that of the radars in the way.
		service.control.addFaults({
			method: 'GET',
			path: '/v1/radars',
			kind: 'status',
			status: 200,
			body,
			nth: 2,
		});
		const result = await service.run(withOptions(applied, { createIncomparable: true }), domains('alder'));
		expect(changes(result)).toEqual(['keep alder.example.org']);
		expect(reasons(result)[0]).toMatch(why);
		expect(
			result
				.hints('Company Radar')
				.filter((hint) => hint.includes("couldn't"))
				.join(),
		).toMatch(note);
	});
});

describe('Key Field', () => {
	const keyed = {
		...applied,
		additionalFields: {
			customFields: {
				fields: [
					{ name: 'crm_id', value: '={{ $json.id }}' },
					{ name: 'lead', value: '={{ $json.lead }}' },
				],
			},
		},
		departments: '={{ $json.departments }}',
		options: { keyField: 'crm_id' },
	};

	test('allows several radars for one target, and shows a changed target', async () => {
		service.control.change({ account: { duplicatesEnabled: true } });
		const items = [
			{ domain: 'alder.example.org', departments: ['Sales'], id: '1', lead: 'Ada' },
			{ domain: 'alder.example.org', departments: ['Legal'], id: '2', lead: 'Ada' },
		];
		await service.run(keyed, items);
		expect(active()).toEqual(['alder.example.org', 'alder.example.org']);
		const moved = [{ ...items[0], domain: 'birch.example.org' }, items[1]] as IDataObject[];
		const result = await service.run(keyed, moved);
		expect(changes(result)).toEqual(['changed alder.example.org', 'keep alder.example.org']);
		expect(reasons(result)[0]).toContain('Company Domain (alder.example.org → birch.example.org)');
	});

	test.each(['k\u200b1', ' k1', 'k1\ufeff'])('with %j looks the same as k1', async (id) => {
		const result = await service.run(
			keyed,
			[
				{ domain: 'alder.example.org', departments: ['Sales'], id: 'k1' },
				{ domain: 'birch.example.org', departments: ['Sales'], id },
			],
			{ node: { onError: 'continueErrorOutput' } },
		);
		expect(result.json('Error').map(({ error }) => error)).toEqual([
			expect.stringContaining('asks for the same radar as item 0, with other values: Company Domain'),
		]);
		expect(active()).toEqual(['alder.example.org']);
	});

	test('with another radar type shows the change, and is replaced at once if asked for', async () => {
		const item = { domain: 'alder.example.org', id: '1', lead: 'Ada' };
		const mentions = { ...keyed, radarType: 'company_mentions', departments: [] };
		await service.run(mentions, [item]);
		const hires = { ...mentions, radarType: 'company_new_hires' };
		const result = await service.run(hires, [item]);
		expect(changes(result)).toEqual(['changed alder.example.org']);
		expect(reasons(result)[0]).toContain('has changed: Radar Type (Mentions → New Hires).');
		expect(result.json('Company Radar')[0]).toMatchObject({
			differs_in: 'radar_type (company_mentions → company_new_hires)',
		});

		const replaced = { ...hires, options: { keyField: 'crm_id', replaceChanged: true } };
		const plan = await service.run({ ...replaced, syncMode: 'plan' }, [item]);
		expect(reasons(plan)[0]).toBe(
			'Replaces a radar. The definition has changed: Radar Type (Mentions → New Hires).',
		);
		expect(changes(await service.run(replaced, [item]))).toEqual([
			'created alder.example.org',
			'deactivated alder.example.org',
		]);
		expect(active()).toEqual(['alder.example.org']);
	});

	test('has to be there', async () => {
		const result = await service.run({ ...keyed, options: { keyField: 'id' } }, [
			{ domain: 'alder.example.org', departments: ['Sales'], id: '1', lead: 'Ada' },
		]);
		expect(result.error?.message).toBe("'Key Field': The radar has no custom field 'id'.");
	});

	test('may be changed without buying anything again', async () => {
		const items = [{ domain: 'alder.example.org', departments: ['Sales'], id: '1', lead: 'Ada' }];
		await service.run(keyed, items);
		const result = await service.run({ ...keyed, options: {} }, items);
		expect(changes(result)).toEqual(['keep alder.example.org']);
		expect(reasons(result)[0]).toBe('Already on the list, under another key.');
	});

	const withId = (id: string, departments = ['Sales']) => [
		{ domain: 'alder.example.org', departments, id, lead: 'Ada' },
	];
	const replacing = { ...keyed, options: { keyField: 'crm_id', replaceChanged: true } };
	const ids = (result: RunResult) => result.json('Company Radar').map(({ radar_id: id }) => id);

	test('with a new value for the same company keeps its radar, and says what has changed', async () => {
		await service.run(keyed, withId('1'));
		const plan = await service.run({ ...keyed, syncMode: 'plan' }, withId('2'));
		for (const result of [plan, await service.run(keyed, withId('2'))]) {
			expect(changes(result)).toEqual(['changed alder.example.org']);
			expect(reasons(result)).toEqual([
				"The definition has changed: Custom Fields, crm_id (1 → 2). To replace the radar, turn on 'Replace Changed Radars'.",
			]);
		}
		expect([active(), service.control.charges().length]).toEqual([['alder.example.org'], 1]);
	});

	test('with a new value is replaced if asked for', async () => {
		service.control.change({ account: { billing: { company_new_hires: 'update_based' } } });
		await service.run(keyed, withId('1'));
		const result = await service.run(replacing, withId('2'));
		expect(changes(result)).toEqual(['created alder.example.org', 'deactivated alder.example.org']);
		expect(new Set(ids(result)).size).toBe(2);
		expect(active()).toEqual(['alder.example.org']);
		expect(changes(await service.run(replacing, withId('2')))).toEqual(['keep alder.example.org']);
	});

	test('with a new value is replaced after the paid month of a monthly radar', async () => {
		await service.run(keyed, withId('1'));
		const result = await service.run(replacing, withId('2'));
		expect(changes(result)).toEqual(['deactivated alder.example.org', 'keep alder.example.org']);
		expect(reasons(result)[1]).toMatch(/^A deactivated radar still runs until .* to replace it\.$/);
		service.control.clock({ advance: 31 * 24 * 3600 });
		expect(changes(await service.run(replacing, withId('2')))).toEqual(['created alder.example.org']);
	});

	test('with a new value and other filters waits for the paid month of the old radar, as planned', async () => {
		await service.run(keyed, withId('1'));
		const plan = await service.run({ ...keyed, syncMode: 'plan' }, withId('2', ['Legal']));
		expect(changes(plan)).toEqual(['create alder.example.org', 'deactivate alder.example.org']);
		expect(reasons(plan)[0]).toMatch(
			/^New on the list\. Unless your account allows duplicates, it's created on/,
		);
		const result = await service.run(keyed, withId('2', ['Legal']));
		expect(reasons(result)).toEqual([
			expect.stringMatching(/^No longer on the list\./),
			expect.stringMatching(/^A deactivated radar still runs until .* to create this one\.$/),
		]);
		service.control.clock({ advance: 31 * 24 * 3600 });
		expect(changes(await service.run(keyed, withId('2', ['Legal'])))).toEqual(['created alder.example.org']);
	});

	test('with a new value and other filters gets a new radar where the account allows duplicates', async () => {
		service.control.change({ account: { duplicatesEnabled: true } });
		await service.run(keyed, withId('1'));
		const result = await service.run(keyed, withId('2', ['Legal']));
		expect(changes(result)).toEqual(['created alder.example.org', 'deactivated alder.example.org']);
		expect([active(), service.control.charges().length]).toEqual([['alder.example.org'], 2]);
	});

	test('of the second of two rows for one company takes over the radar of the first', async () => {
		await service.run(keyed, [...withId('1'), ...withId('2')]);
		const result = await service.run(keyed, withId('2'));
		expect(changes(result)).toEqual(['changed alder.example.org']);
		expect(active()).toEqual(['alder.example.org']);
	});

	test('of two rows for one company, one of which has changed, leaves one radar', async () => {
		service.control.change({ account: { billing: { company_new_hires: 'update_based' } } });
		await service.run(keyed, withId('1'));
		const result = await service.run(replacing, [...withId('2'), ...withId('1', ['Legal'])]);
		expect(changes(result)).toEqual([
			'created alder.example.org',
			'deactivated alder.example.org',
			'keep alder.example.org',
		]);
		expect(active()).toEqual(['alder.example.org']);
		expect(ids(result)[2]).toBe(ids(result)[0]);
	});

	const people = {
		resource: 'radar',
		operation: 'syncList',
		listName: LIST,
		syncMode: 'apply',
		radarsFrom: 'itemJson',
	};
	const ada = {
		radar_type: 'contact_job_changes',
		domain: 'alder.example.org',
		email: 'ada@w3.org',
	};

	test('never deactivates a radar that only the service recognizes', async () => {
		const byId = withOptions(people, { keyField: 'crm_id' });
		await service.run(byId, [{ ...ada, custom_fields: { crm_id: '1' } }]);
		const [radar] = service.control.radars();
		const body = { status: 'success', code: 200, data: [{ ...radar, email: undefined }], has_more: false };
		const list = { method: 'GET', path: '/v1/radars', kind: 'status', status: 200, body, count: 9 } as const;
		service.control.addFaults(list as never);
		const result = await service.run(byId, [{ ...ada, custom_fields: { crm_id: '2' } }]);
		expect(changes(result)).toEqual(['keep alder.example.org']);
		expect(ids(result)).toEqual([radar?.radar_id]);
		expect(active()).toEqual(['alder.example.org']);
	});

	test('may be left out for a person whose custom fields have changed', async () => {
		await service.run(people, [{ ...ada, custom_fields: { lead: 'Ada' } }]);
		const profile = 'https://profiles.example.com/in/ada';
		const items = [{ ...ada, profile_url: profile, custom_fields: { lead: 'Grace' } }];
		const result = await service.run(people, items);
		expect(changes(result)).toEqual(['changed alder.example.org']);
		expect(active()).toEqual(['alder.example.org']);
	});
});

test('A list in one field or in the JSON of the items is read as in bulk', async () => {
	const rest = { resource: 'radar', operation: 'syncList', listName: LIST, syncMode: 'apply' };
	const radars = [
		{ radar_type: 'industry_funding_rounds' },
		{ radar_type: 'company_reviews', domain: 'https://www.alder.example.org/about' },
	];
	const list = await service.run({ ...rest, radarsFrom: 'list', radars: JSON.stringify(radars) });
	expect(changes(list)).toEqual(['created null', 'created alder.example.org']);
	const items = await service.run({ ...rest, radarsFrom: 'itemJson' }, radars);
	expect(changes(items)).toEqual(['keep null', 'keep alder.example.org']);
});

describe('A filter that goes missing', () => {
	const items = { ...applied, radarsFrom: 'itemJson', options: { replaceChanged: true } };
	const rows = (...departments: unknown[]) =>
		departments.map((value, index) => ({
			radar_type: 'company_new_hires',
			domain: `company${index}.example.org`,
			...(value === undefined ? {} : { departments: value }),
		})) as IDataObject[];
	const creates = () => service.control.radars().length;

	test.each([
		['an empty cell', ''],
		['null', null],
		['no cell at all', undefined],
	])('in one item, with %s, keeps its radar', async (_, nothing) => {
		await service.run(items, rows('Sales', 'Sales'));
		const result = await service.run(items, rows('Sales', nothing));
		expect(changes(result)).toEqual(['changed company1.example.org', 'keep company0.example.org']);
		expect(reasons(result)[0]).toContain('The radar has Departments, and the item has no value for it');
		expect(reasons(result)[0]).toContain('use the word any');
		expect(creates()).toBe(2);
	});

	test.each([
		['empty cells', ''],
		['a column that is gone', undefined],
	])('in all items, with %s, stops the run and is named', async (_, nothing) => {
		await service.run(items, rows('Sales', 'Legal'));
		for (const syncMode of ['plan', 'apply']) {
			const result = await service.run({ ...items, syncMode }, rows(nothing, nothing));
			expect(result.error?.message).toBe('No item of the list has Departments, but radars of the list do');
		}
		expect(creates()).toBe(2);
		expect(active()).toEqual(['company0.example.org', 'company1.example.org']);
	});

	test.each([
		['profile_url', 'https://profiles.example.com/company/acme', 'Profile URL'],
		['webhook_url', 'https://n8n.example.com/webhook/radar', 'Webhook URL'],
		['custom_fields', { owner: 'ada' }, 'Custom Fields'],
	])('is not the only thing that is kept: an empty %s takes nothing away', async (name, value, label) => {
		const row = { radar_type: 'company_new_hires', domain: 'alder.example.org' };
		await service.run(items, [{ ...row, [name]: value } as IDataObject]);
		for (const nothing of [null, '']) {
			const result = await service.run(items, [{ ...row, [name]: nothing }]);
			expect(changes(result)).toEqual(['changed alder.example.org']);
			expect(reasons(result)[0]).toContain(`The radar has ${label}, and the item has no value for it`);
		}
		expect(creates()).toBe(1);
	});

	const row = (value: string) => ({ customFields: { fields: [{ name: 'owner', value }] } });
	const formWith = (additionalFields: IDataObject) => ({
		...withOptions(applied, { replaceChanged: true, maximumToDeactivate: '100%' }),
		additionalFields,
	});

	test.each([
		['a custom field', row('={{ $json.cell }}'), 'Custom Fields, owner'],
		['the page', { profileUrl: '={{ $json.page }}' }, 'Profile URL'],
	])('in the form, where an expression finds nothing for %s, keeps its radar', async (_, fields, label) => {
		service.control.change({ account: { duplicatesEnabled: true } });
		const full = { cell: 'Ada', page: 'https://profiles.example.com/company/acme' };
		await service.run(formWith(fields), [{ domain: 'alder.example.org', ...full }]);
		for (const nothing of [null, '']) {
			const cells = { cell: nothing, page: nothing };
			const result = await service.run(formWith(fields), [{ domain: 'alder.example.org', ...cells }]);
			expect(changes(result)).toEqual(['changed alder.example.org']);
			expect(reasons(result)[0]).toContain(`The radar has ${label}, and the item has no value for it`);
		}
		expect(service.control.charges()).toHaveLength(1);
	});

	test.each([
		['the row is empty', row('')],
		['there is no row', {}],
	])('is meant in the form, where %s', async (_, fields) => {
		service.control.change({ account: { billing: { company_new_hires: 'update_based' } } });
		await service.run(formWith(row('Bob')), domains('alder'));
		const result = await service.run(formWith(fields), domains('alder'));
		expect(changes(result)).toContain('created alder.example.org');
	});

	test('is not bought again under a key that looks the same', async () => {
		const keyed = { ...items, options: { keyField: 'crm', maximumToDeactivate: '100%' } };
		const row = (crm: string) =>
			({
				radar_type: 'company_new_hires',
				domain: 'alder.example.org',
				custom_fields: { crm },
			}) as IDataObject;
		await service.run(keyed, [row('k1')]);
		for (const crm of ['k\u200b1', ' k1', 'k1\ufeff']) {
			const result = await service.run(keyed, [row(crm)]);
			expect(changes(result)).not.toContain('created alder.example.org');
		}
		expect(creates()).toBe(1);
	});

	test('is not bought again under another key', async () => {
		const keyed = { ...items, options: { keyField: 'crm', maximumToDeactivate: '100%' } };
		const row = (crm: string, more: object = {}) =>
			({
				radar_type: 'company_new_hires',
				domain: 'alder.example.org',
				custom_fields: { crm },
				...more,
			}) as IDataObject;
		const other = { ...row('b'), domain: 'birch.example.org', departments: 'Sales' };
		await service.run(keyed, [row('a', { departments: 'Sales' }), other]);
		const result = await service.run(keyed, [row('new'), other]);
		expect(changes(result)).toEqual(['changed alder.example.org', 'keep birch.example.org']);
		expect(creates()).toBe(2);
	});

	test('is meant where it is any', async () => {
		service.control.change({ account: { billing: { company_new_hires: 'update_based' } } });
		await service.run(items, rows('Sales', 'Legal'));
		const result = await service.run(
			{ ...items, options: { replaceChanged: true, maximumToDeactivate: '100%' } },
			rows('Any', 'any'),
		);
		expect(changes(result).filter((change) => change.startsWith('create'))).toHaveLength(2);
	});

	test('is meant where the form has none', async () => {
		service.control.change({ account: { billing: { company_new_hires: 'update_based' } } });
		const form = withOptions(applied, { replaceChanged: true, maximumToDeactivate: '100%' });
		await service.run({ ...form, departments: ['Sales'] }, domains('alder'));
		const result = await service.run(form, domains('alder'));
		expect(changes(result)).toContain('created alder.example.org');
	});
});

test('radars that are created from the records of a list do not belong to it', async () => {
	await service.run(applied, companies(2));
	const records = service.control.radars().map(({ domain, custom_fields: fields }) => ({
		radar_type: 'company_promotions',
		domain,
		custom_fields: fields,
	}));
	const copied = await service.run(
		{ resource: 'bulkRequest', operation: 'create', radarsFrom: 'itemJson' },
		records as unknown as IDataObject[],
	);
	expect(hints(copied)).toContain('belongs to another radar and was left out');
	const result = await service.run(applied, companies(2));
	expect(changes(result)).toEqual(['keep company0.example.org', 'keep company1.example.org']);
	expect(active()).toHaveLength(4);
});
