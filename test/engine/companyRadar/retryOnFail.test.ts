import type { IDataObject } from 'n8n-workflow';

import { workflowRunningTwice, type RunResult } from '../harness';
import { agentCalls } from '../support/agentCalls';
import {
	REVEAL_EACH as reveal,
	CREATE_EACH as create,
	CREATE_IN_BULK as bulk,
} from '../support/paidOperations';
import { runsOf } from '../support/runs';
import { useSandbox } from '../support/sandbox';
import { fasterWaits } from '../client/time';

const service = useSandbox({ settings: { account: { duplicatesEnabled: true }, unlimited: true } }, 1000);
fasterWaits();

const CREATE = { method: 'POST', path: '/v1/radars' };
const BULK = { method: 'POST', path: '/v1/radars/bulk' };
/** The list of radars can't be read: each look tries three times. */
const LIST = { method: 'GET', path: '/v1/radars', kind: 'status' } as const;
const REVEAL = { method: 'POST', path: '/v1/company-reveal' };

const retrying = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const domains = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ domain: `company${index}.example.org` }));
const sent = (path: string) => service.requests().filter((request) => request === `POST ${path}`).length;
const charges = () => service.control.charges().length;
const saidBy = ({ error, run }: RunResult) =>
	JSON.stringify([error?.message, run.data.resultData.runData['Company Radar']?.at(-1)?.data]);
const ids = () => service.control.radars().map(({ radar_id }) => radar_id);

describe.each(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const)(
	'With On Error: %s, a retry',
	(onError) => {
		const node = { ...retrying, onError };

		test('finds the radars of a lost bulk request, and does not send it again', async () => {
			service.control.addFaults({ ...BULK, kind: 'cut', effect: 'done', count: 3 }, { ...LIST, count: 9 });
			await service.run(bulk, domains(3), { node });
			expect([sent(BULK.path), charges()]).toEqual([1, 3]);
		});

		test('looks for a radar whose outcome was unknown before it creates it again', async () => {
			service.control.addFaults({ ...CREATE, kind: 'cut', effect: 'done' }, { ...LIST, count: 9 });
			const result = await service.run(create, domains(1), { node });
			expect([sent(CREATE.path), charges()]).toEqual([1, 1]);
			expect(saidBy(result)).toContain(ids()[0]);
		});

		test('does not send a bulk request again of which an item failed', async () => {
			service.control.change({ radars: { setupFailures: { 'company0.example.org': 'setup_failure' } } });
			await service.run(bulk, domains(3), { node });
			expect([sent(BULK.path), charges()]).toEqual([1, 2]);
		});

		test('sends a bulk request again of which all items failed', async () => {
			service.control.balance(0);
			await service.run(bulk, domains(3), { node });
			expect([sent(BULK.path), charges()]).toEqual([3, 0]);
		});

		test('creates only the radar that was refused', async () => {
			// Under On Error: Continue, n8n repeats a run only if its first item failed.
			service.control.addFaults({
				...CREATE,
				kind: 'status',
				status: 400,
				bodyIncludes: 'company0.example.org',
			});
			const result = await service.run(create, domains(3), { node });
			expect(charges()).toBe(3);
			const radars = result.json('Company Radar');
			expect(radars.map(({ radar_id: id }) => id)).toEqual(expect.arrayContaining(ids()));
			expect(radars.map(({ domain }) => domain)).toEqual(domains(3).map(({ domain }) => domain));
		});

		test.each([
			['one radar', { bodyIncludes: 'company0.example.org' }],
			['all radars', { count: 3 }],
		])('creates each radar once after %s failed, however many tries are left', async (_, fault) => {
			service.control.addFaults({ ...CREATE, kind: 'status', status: 400, ...fault });
			await service.run(create, domains(3), { node: { ...node, maxTries: 5 } });
			expect(charges()).toBe(3);
		});
	},
);

test('names what the first try created when the last one fails, too', async () => {
	service.control.addFaults({ ...CREATE, kind: 'status', status: 400, nth: 3, count: 3 });
	const result = await service.run(create, domains(3), { node: retrying });
	expect(charges()).toBe(2);
	expect(result.error?.description).toContain('2 radars were created');
	for (const id of ids()) expect(result.error?.description).toContain(id);
});

test('creates each radar of a list, however often it is in it, and none again', async () => {
	const [domain] = domains(1);
	service.control.addFaults({ ...CREATE, kind: 'status', status: 400, nth: 3 });
	const result = await service.run(create, [domain, domain, domain] as IDataObject[], { node: retrying });
	expect(new Set(result.json('Company Radar').map(({ radar_id: id }) => id)).size).toBe(3);
	expect(charges()).toBe(3);
});

describe('Bulk requests of one list that are equal, or differ only in custom fields', () => {
	// Two of these don't fit into one bulk request.
	const radars = ['x', 'x', 'y'].map((letter) => ({
		radar_type: 'company_mentions',
		domain: 'one.example.org',
		custom_fields: { note: letter.repeat(600_000) },
	}));
	const equal = { ...bulk, radarsFrom: 'list', radars: JSON.stringify(radars) };
	const idsOf = (result: RunResult) =>
		new Set(result.json('Company Radar').map(({ radar_id: id }) => String(id)));

	test('are all sent', async () => {
		const result = await service.run(equal);
		expect(idsOf(result)).toEqual(new Set(ids()));
		expect([sent(BULK.path), charges()]).toEqual([3, 3]);
	});

	test.each([1, 2, 3])('are told apart by a retry when request %d was refused', async (nth) => {
		service.control.addFaults({ ...BULK, kind: 'status', status: 400, nth });
		const result = await service.run(equal, [{}], { node: retrying });
		expect(idsOf(result)).toEqual(new Set(ids()));
		expect([sent(BULK.path), charges()]).toEqual([4, 3]);
	});

	test('each count toward Maximum Radars to Create', async () => {
		await service.run({ ...equal, options: { maximumRadars: 3 } });
		expect(charges()).toBe(3);
	});
});

test.each([
	{ updatesSince: '={{ $now.minus({ days: 30 }).toISO() }}' },
	{ customFields: { fields: [{ name: 'added', value: '={{ $now.toISO() }}' }] } },
])('takes a value that an expression makes of the present time for the same radar: %j', async (fields) => {
	service.control.addFaults({ ...CREATE, kind: 'status', status: 400, nth: 2 });
	await service.run({ ...create, options: { ...(create.options as IDataObject), ...fields } }, domains(2), {
		node: retrying,
	});
	expect(charges()).toBe(2);
});

describe('A node that runs twice in an execution, as in a loop', () => {
	const runTwice = async () => await service.runWorkflow(workflowRunningTwice(create, domains(2), retrying));

	test('creates the same radars again in its second run', async () => {
		await runTwice();
		expect(charges()).toBe(4);
	});

	test('keeps nothing of a run that succeeded', async () => {
		const { run } = await runTwice();
		const kept = JSON.stringify(run.data.executionData?.contextData ?? {});
		for (const id of ids()) expect(kept).not.toContain(id);
	});
});

describe('A call of an AI agent, which n8n repeats as another run', () => {
	const calls = (parameters: IDataObject, items: IDataObject[]) =>
		agentCalls(service.credential, parameters, items, { onError: 'stopWorkflow', ...retrying });

	test.each([
		[create, { domain: 'agent.example.org' }, CREATE, 'radar may or may not have been created'],
		[reveal, { ip: '8.8.8.12' }, REVEAL, 'lookup may or may not have been charged'],
	])('stays unknown: %#', async (parameters, item, call, what) => {
		service.control.addFaults(
			{ ...call, kind: 'cut', effect: 'done' },
			{ method: 'GET', path: '/v1/radars', kind: 'status', count: 50 },
		);
		const [first, second] = calls(parameters, [item, item]);
		await expect(first?.()).rejects.toThrow(what);
		await expect(second?.()).rejects.toThrow(what);
		expect([sent(call.path), charges()]).toEqual([1, 1]);
	});

	test('creates what the agent asks for a second time', async () => {
		for (const call of calls(create, [{ domain: 'again.example.org' }, { domain: 'again.example.org' }]))
			await call();
		expect(charges()).toBe(2);
	});
});

test.each([
	['creates again what was not created', 'none', 2],
	['finds what was created', 'done', 1],
] as const)('the Retry button %s, and returns the rest', async (_, effect, creates) => {
	const runs = runsOf(service.credential, create);
	const attempt = async (executionId: string) =>
		await runs([{ domain: 'one.example.org' }, { domain: 'two.example.org' }], { executionId });
	service.control.addFaults(
		{ ...CREATE, kind: 'cut', effect, bodyIncludes: 'two.example.org' },
		{ ...LIST, count: 99 },
	);
	await expect(attempt('1')).rejects.toThrow('radar may or may not have been created');
	await expect(attempt('1')).rejects.toThrow('radar may or may not have been created');
	service.control.clearFaults();
	const output = await attempt('2');
	expect(output.map(({ domain }) => domain)).toEqual(['one.example.org', 'two.example.org']);
	expect(output.map(({ radar_id: id }) => id).sort()).toEqual(ids().sort());
	expect([sent(CREATE.path), charges()]).toEqual([1 + creates, 2]);
});

test('the Retry button sends the radars of a lost bulk request that are not there, and no others', async () => {
	const runs = runsOf(service.credential, bulk);
	service.control.change({ account: { duplicatesEnabled: false } });
	await runs(domains(1), { executionId: 'before' });
	service.control.addFaults({ ...BULK, kind: 'cut', effect: 'done' });
	await expect(runs(domains(3))).rejects.toThrow('bulk request may or may not have been accepted');
	const output = await runs(domains(3), { executionId: '2' });
	expect(output.map(({ domain, already_existed: existed }) => [domain, existed])).toEqual([
		['company0.example.org', true],
		['company1.example.org', false],
		['company2.example.org', false],
	]);
	expect(service.bodies(BULK.path).map(({ radars }) => (radars as unknown[]).length)).toEqual([1, 3, 1]);
	expect(charges()).toBe(3);
});

test('the Retry button sends a bulk request again of which all items failed', async () => {
	const runs = runsOf(service.credential, bulk);
	service.control.balance(0);
	await expect(runs(domains(3))).rejects.toThrow('The account balance is too low');
	service.control.balance(1000);
	const output = await runs(domains(3), { executionId: '2' });
	expect(output.map(({ domain }) => domain)).toEqual(domains(3).map(({ domain }) => domain));
	expect([sent(BULK.path), charges()]).toEqual([2, 3]);
});
