import type { IDataObject } from 'n8n-workflow';

import { LATE_COMMIT_SECONDS } from '../../../nodes/shared/api/assumptions';
import { clock } from '../../../nodes/shared/host/clock';
import { until } from '../../../tools/shared/until';
import { FASTER, fasterWaits } from '../client/time';
import { processedItems, type ProcessedItems } from '../harness/processedItems';
import { applyList as apply } from '../support/syncList';
import { useSandbox } from '../support/sandbox';

const service = useSandbox(
	{ balanceUsd: 1000, settings: { account: { duplicatesEnabled: true }, unlimited: true } },
	1000,
);
const time = fasterWaits();

let store: ProcessedItems;
beforeAll(async () => {
	store = await processedItems();
});
beforeEach(() => store.clear());

/** By the sandbox's clock, just within the bound. */
const LATEST_COMMIT = (0.9 * LATE_COMMIT_SECONDS) / FASTER;

const CREATE = { method: 'POST', path: '/v1/radars/bulk' };

const companies = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ domain: `company${index}.example.org` }));

const isSent = () => service.requests().includes(`${CREATE.method} ${CREATE.path}`);
const charges = () => service.control.charges().length;

/** Runs right after an interrupted run, and again. */
async function runTwiceMore(items: IDataObject[], credential = service.credential) {
	const next = await service.run(apply, items, { credential });
	const hints = next.hints('Company Radar').join('\n');
	time.waits = [];
	const last = await service.run(apply, items);
	return { next: next.json('Company Radar').map(({ change }) => change), last, hints, waits: time.waits };
}

describe('An account that allows duplicates: the next run buys nothing again', () => {
	test('after a run that was killed, and whose request takes effect late', async () => {
		service.control.addFaults({ ...CREATE, kind: 'timeout', effect: 'late', lateSeconds: LATEST_COMMIT });
		const killed = service.run(apply, companies(3));
		await until('its request was sent', isSent, { everyMs: 5 });
		// A process of its own: this one would let it wait for the first.
		const credential = { ...service.credential, apiKey: service.running.keys.withoutReveal };
		const { next, hints, waits } = await runTwiceMore(companies(3), credential);
		await killed;
		expect(next).toEqual(['keep', 'keep', 'keep']);
		expect(charges()).toBe(3);
		expect(hints).toContain('An earlier execution or try for this list was interrupted');
		expect(waits).not.toContain(LATE_COMMIT_SECONDS);
	});

	test('after a run that did not wait for all of its radars', async () => {
		service.control.change({ bulk: { itemMs: 150 } });
		const first = await service.run({ ...apply, options: { timeLimit: 1 } }, companies(12));
		expect(first.json('Company Radar').at(-1)).toMatchObject({ status: 'processing' });
		const { next } = await runTwiceMore(companies(12));
		expect(new Set(next)).toEqual(new Set(['keep']));
		expect(charges()).toBe(12);
	});
});

test('a run that was refused, or failed before it sent anything, holds up no other', async () => {
	service.control.addFaults({ method: 'GET', path: '/v1/radars', kind: 'status', status: 401 });
	expect((await service.run(apply, companies(2))).error).toBeDefined();
	await service.run({ ...apply, options: { maximumRadars: 1 } }, companies(2));
	const result = await service.run(apply, companies(2));
	expect(result.json('Company Radar').map(({ change }) => change)).toEqual(['created', 'created']);
	expect(time.waits).not.toContain(LATE_COMMIT_SECONDS);
});

test('a run that stopped at a radar that cannot be set up holds up no other', async () => {
	service.control.change({ radars: { setupFailures: { 'company1.example.org': 'setup_failure' } } });
	expect((await service.run(apply, companies(2))).error).toBeDefined();
	const result = await service.run(apply, companies(1));
	expect(result.json('Company Radar').map(({ change }) => change)).toEqual(['keep']);
	expect(time.waits).not.toContain(LATE_COMMIT_SECONDS);
});

test('another list, and the same one of another account, need not wait', async () => {
	service.control.addFaults({ ...CREATE, kind: 'cut' });
	await service.run(apply, companies(1));
	time.waits = [];
	await service.run({ ...apply, listName: 'Competitors' }, companies(1));
	expect(time.waits).not.toContain(LATE_COMMIT_SECONDS);
});

test('the list is left alone while radars of an earlier run keep appearing', async () => {
	service.control.change({ bulk: { itemMs: 100 } });
	await service.run({ ...apply, options: { timeLimit: 1, maximumRadars: 200 } }, companies(60));
	const result = await service.run({ ...apply, options: { maximumRadars: 200 } }, companies(80));
	expect(result.error?.message).toBe('Radars of an earlier execution for this list are still being created');
	expect(charges()).toBeLessThanOrEqual(60);
});

test.each([1, 4])('Apply goes on if n8n stores the note after %i failures', async (failures) => {
	store.failures = failures;
	const result = await service.run(apply, companies(1));
	expect(result.json('Company Radar').map(({ change }) => change)).toEqual(['created']);
});

test('Apply changes nothing if n8n can not store the note', async () => {
	store.failures = 100;
	const result = await service.run(apply, companies(1));
	expect(result.error?.message).toBe("n8n's database couldn't save that radars are being created");
	expect(service.requests()).toEqual([]);
});

test('a workflow that was never saved needs no note', async () => {
	store.error = 'SQLITE_CONSTRAINT: FOREIGN KEY constraint failed';
	store.failures = 100;
	const result = await service.run(apply, companies(1));
	expect(result.json('Company Radar').map(({ change }) => change)).toEqual(['created']);
});

describe('A killed run whose request takes effect late is noticed', () => {
	/** The run after it, in another process: this one would let it wait. */
	const afterKilled = async (prepare: () => Partial<typeof service.credential>) => {
		service.control.addFaults({ ...CREATE, kind: 'timeout', effect: 'late', lateSeconds: LATEST_COMMIT });
		const killed = service.run(apply, companies(3));
		await until('its request was sent', isSent, { everyMs: 5 });
		const credential = { ...service.credential, ...prepare() };
		const next = await service.run(apply, companies(3), { credential });
		await killed;
		expect(next.json('Company Radar').map(({ change }) => change)).toEqual(['keep', 'keep', 'keep']);
		expect(charges()).toBe(3);
	};

	const otherKey = () => ({ apiKey: service.running.keys.withoutReveal });

	test('with another key', async () => await afterKilled(otherKey));

	test('under another address', async () =>
		await afterKilled(() => ({ baseUrl: service.credential.baseUrl.replace('127.0.0.1', 'localhost') })));
});

describe('Runs of one list at the same time', () => {
	test.each([2, 3, 5])('%i of them buy each radar once', async (runs) => {
		service.control.change({ bulk: { itemMs: 5 } });
		const results = await Promise.all(
			Array.from({ length: runs }, async (_, index) => {
				// Workflows of their own, so that they share no note.
				return await service.run(apply, companies(3), { node: { id: `node ${index}` } });
			}),
		);
		const changes = results.map((result) => result.json('Company Radar').map(({ change }) => change));
		expect(charges()).toBe(3);
		expect(changes.filter(([change]) => change === 'created')).toHaveLength(1);
	});

	test('replace a changed radar once', async () => {
		service.control.change({ account: { billing: { company_new_hires: 'update_based' } } });
		await service.run(apply, companies(1));
		const changed = {
			...apply,
			filterBy: 'role',
			departments: ['Sales'],
			options: { replaceChanged: true },
		};
		await Promise.all([1, 2, 3].map(async () => await service.run(changed, companies(1))));
		expect(service.control.radars()).toHaveLength(2);
	});

	test('go on after one that failed', async () => {
		service.control.addFaults({ ...CREATE, kind: 'status', status: 400 });
		const runs = await Promise.all([1, 2].map(async () => await service.run(apply, companies(2))));
		expect(runs.map(({ error }) => error === undefined)).toEqual([false, true]);
		expect(charges()).toBe(2);
	});
});

describe('A list that lags', () => {
	const { sleep } = clock;

	/** The service's time passes only while the node waits. */
	beforeEach(() => {
		const faster = clock.sleep;
		service.control.clock({ stopped: true });
		clock.sleep = async (milliseconds, alarm) => {
			await faster(milliseconds, alarm);
			service.control.clock({ advance: milliseconds / 1000 });
		};
	});
	afterEach(() => {
		clock.sleep = sleep;
	});

	test.each([3, 10, 59])('by %i seconds buys nothing again', async (listDelay) => {
		service.control.change({ radars: { listDelay } });
		// The account tells how many radars there are; without it, the note must do.
		const trusting = { ...apply, options: { trustList: true } };
		for (let run = 0; run < 3; run++) await service.run(trusting, companies(3));
		const last = await service.run(trusting, companies(3));
		expect(last.json('Company Radar').map(({ change }) => change)).toEqual(['keep', 'keep', 'keep']);
		expect(charges()).toBe(3);
	});

	test('by more than a minute stops the next run', async () => {
		await service.run(apply, companies(3));
		service.control.change({ radars: { listDelay: 600 } });
		const result = await service.run(apply, companies(6));
		expect(result.error?.message).toBe(
			'The list of radars may be late: it shows 0 active radars, but the account has 3',
		);
		expect(charges()).toBe(3);
	});
});
