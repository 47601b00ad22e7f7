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
import { DUPLICATES, itemsOf, names, storiesOf, tell, type Step } from '../support/stories';
import { fasterWaits } from '../client/time';

const service = useSandbox({ settings: { ...DUPLICATES, unlimited: true } }, 1000);
const told = storiesOf(service);
fasterWaits();

const CREATE = { method: 'POST', path: '/v1/radars' };
const BULK = { method: 'POST', path: '/v1/radars/bulk' };
/** The list of radars can't be read: each look tries three times. */
const LIST = { method: 'GET', path: '/v1/radars', kind: 'status' } as const;
const REVEAL = { method: 'POST', path: '/v1/company-reveal' };
const REFUSED = { ...CREATE, kind: 'status', status: 400 } as const;

const retrying = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const domains = (count: number) => itemsOf(names(count));
const sent = (path: string) => service.requests().filter((request) => request === `POST ${path}`).length;
const charges = () => service.control.charges().length;
const ids = () => service.control.radars().map(({ radar_id }) => radar_id);
const firstFails = { radars: { setupFailures: { 'company0.example.org': 'setup_failure' as const } } };

describe.each(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const)(
	'With On Error: %s, a retry',
	(onError) => {
		const stops = onError === 'stopWorkflow' ? { fails: /./ } : {};
		const run = (parameters: IDataObject, count: number, step: Step): Step => ({
			...{ run: parameters, items: domains(count), node: { ...retrying, onError } },
			...step,
		});
		const LOST = { kind: 'cut', effect: 'done' } as const;

		told({
			'finds the radars of a lost bulk request, and does not send it again': [
				run(bulk, 3, {
					fault: [
						{ ...BULK, ...LOST, count: 3 },
						{ ...LIST, count: 9 },
					],
					charges: 3,
					writes: 1,
				}),
			],
			'does not send a bulk request again of which an item failed': [
				run(bulk, 3, { change: firstFails, ...stops, charges: 2, writes: 1 }),
			],
			'sends a bulk request again of which all items failed': [
				run(bulk, 3, { balance: 0, ...stops, charges: 0, writes: 3 }),
			],
			// Under On Error: Continue, n8n repeats a run only if its first item failed.
			'creates only the radar that was refused': [
				run(create, 3, {
					fault: { ...REFUSED, bodyIncludes: 'company0.example.org' },
					column: { domain: domains(3).map(({ domain }) => domain) },
					...{ active: 'company0 company1 company2', charges: 3 },
				}),
			],
			'creates each radar once after all failed, however many tries are left': [
				run(create, 3, {
					fault: { ...REFUSED, count: 3 },
					node: { ...retrying, onError, maxTries: 5 },
					charges: 3,
				}),
			],
		});

		test('looks for a radar whose outcome was unknown before it creates it again', async () => {
			service.control.addFaults({ ...CREATE, ...LOST }, { ...LIST, count: 9 });
			const { error, run: done } = await service.run(create, domains(1), { node: { ...retrying, onError } });
			expect([sent(CREATE.path), charges()]).toEqual([1, 1]);
			const { data } = done.data.resultData.runData['Company Radar']?.at(-1) ?? {};
			expect(JSON.stringify([error?.message, data])).toContain(ids()[0]);
		});
	},
);

test('names what the first try created when the last one fails, too', async () => {
	service.control.addFaults({ ...REFUSED, nth: 3, count: 3 });
	const { error } = await service.run(create, domains(3), { node: retrying });
	for (const text of ['2 radars were created', ...ids()]) expect(error?.description).toContain(text);
	expect(charges()).toBe(2);
});

test('creates each radar of a list, however often it is in it, and none again', async () => {
	service.control.addFaults({ ...REFUSED, nth: 3 });
	const items = [...domains(1), ...domains(1), ...domains(1)];
	const result = await service.run(create, items, { node: retrying });
	expect(new Set(result.json('Company Radar').map(({ radar_id: id }) => id)).size).toBe(3);
	expect(charges()).toBe(3);
});

describe('Bulk requests of one list that are equal, or differ only in custom fields', () => {
	// Two of these don't fit into one bulk request.
	const radars = ['x', 'x', 'y'].map((letter) => ({
		...{ radar_type: 'company_mentions', domain: 'one.example.org' },
		custom_fields: { note: letter.repeat(600_000) },
	}));
	const equal = { ...bulk, radarsFrom: 'list', radars: JSON.stringify(radars) };
	const idsOf = (result: RunResult) => new Set(result.json('Company Radar').map(({ radar_id: id }) => id));

	test.each([0, 1, 2, 3])(
		'are all sent, and told apart by a retry when request %d was refused',
		async (nth) => {
			if (nth > 0) service.control.addFaults({ ...BULK, kind: 'status', status: 400, nth });
			const options = { maximumRadars: 3 };
			const result = await service.run({ ...equal, options }, [{}], { node: retrying });
			expect(idsOf(result)).toEqual(new Set(ids()));
			expect([sent(BULK.path), charges()]).toEqual([nth > 0 ? 4 : 3, 3]);
		},
	);
});

test.each([
	{ updatesSince: '={{ $now.minus({ days: 30 }).toISO() }}' },
	{ customFields: { fields: [{ name: 'added', value: '={{ $now.toISO() }}' }] } },
])('takes a value that an expression makes of the present time for the same radar: %j', async (options) => {
	const fault = { ...REFUSED, nth: 2 };
	await tell(service, [
		{ run: { ...create, options }, items: domains(2), fault, node: retrying, charges: 2 },
	]);
});

test('a node that runs twice in an execution, as in a loop, creates again, and keeps nothing of a run that succeeded', async () => {
	const { run } = await service.runWorkflow(workflowRunningTwice(create, domains(2), retrying));
	expect(charges()).toBe(4);
	const kept = JSON.stringify(run.data.executionData?.contextData ?? {});
	for (const id of ids()) expect(kept).not.toContain(id);
});

describe('A call of an AI agent, which n8n repeats as another run', () => {
	const calls = (parameters: IDataObject, item: IDataObject) =>
		agentCalls(service.credential, parameters, [item, item], { onError: 'stopWorkflow', ...retrying });

	test.each([
		[create, { domain: 'agent.example.org' }, CREATE, 'radar may or may not have been created'],
		[reveal, { ip: '8.8.8.12' }, REVEAL, 'lookup may or may not have been charged'],
	])('stays unknown: %#', async (parameters, item, call, what) => {
		service.control.addFaults({ ...call, kind: 'cut', effect: 'done' }, { ...LIST, count: 50 });
		for (const repeat of calls(parameters, item)) await expect(repeat()).rejects.toThrow(what);
		expect([sent(call.path), charges()]).toEqual([1, 1]);
	});

	test('creates what the agent asks for a second time', async () => {
		for (const call of calls(create, { domain: 'again.example.org' })) await call();
		expect(charges()).toBe(2);
	});
});

describe('The Retry button', () => {
	test.each([
		['creates again what was not created', 'none', 2],
		['finds what was created', 'done', 1],
	] as const)('%s, and returns the rest', async (_, effect, creates) => {
		const runs = runsOf(service.credential, create);
		const attempt = async (executionId: string) => await runs(domains(2), { executionId });
		const lost = { ...CREATE, kind: 'cut', effect, bodyIncludes: 'company1.example.org' } as const;
		service.control.addFaults(lost, { ...LIST, count: 99 });
		for (const id of ['1', '1'])
			await expect(attempt(id)).rejects.toThrow('radar may or may not have been created');
		service.control.clearFaults();
		const output = await attempt('2');
		expect(output).toMatchObject(domains(2).map(({ domain }) => ({ domain })));
		expect(output.map(({ radar_id: id }) => id).sort()).toEqual(ids().sort());
		expect([sent(CREATE.path), charges()]).toEqual([1 + creates, 2]);
	});

	test('sends the radars of a lost bulk request that are not there, and no others', async () => {
		const runs = runsOf(service.credential, bulk);
		service.control.change({ account: { duplicatesEnabled: false } });
		await runs(domains(1), { executionId: 'before' });
		service.control.addFaults({ ...BULK, kind: 'cut', effect: 'done' });
		await expect(runs(domains(3))).rejects.toThrow('bulk request may or may not have been accepted');
		expect(await runs(domains(3), { executionId: '2' })).toMatchObject(
			domains(3).map(({ domain }, index) => ({ domain, already_existed: index === 0 })),
		);
		expect(service.bodies(BULK.path).map(({ radars }) => (radars as unknown[]).length)).toEqual([1, 3, 1]);
		expect(charges()).toBe(3);
	});

	test('sends a bulk request again of which all items failed', async () => {
		const runs = runsOf(service.credential, bulk);
		service.control.balance(0);
		await expect(runs(domains(3))).rejects.toThrow('The account balance is too low');
		service.control.balance(1000);
		expect(await runs(domains(3), { executionId: '2' })).toHaveLength(3);
		expect([sent(BULK.path), charges()]).toEqual([2, 3]);
	});
});
