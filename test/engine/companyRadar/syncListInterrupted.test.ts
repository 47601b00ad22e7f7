import { LATE_COMMIT_SECONDS } from '../../../nodes/shared/api/assumptions';
import { clock } from '../../../nodes/shared/host/clock';
import { until } from '../../../tools/shared/until';
import { FASTER, fasterWaits } from '../client/time';
import { processedItems, type ProcessedItems } from '../harness/processedItems';
import type { RunResult } from '../harness';
import { SYNC_LIST } from '../support/paidOperations';
import { useSandbox } from '../support/sandbox';
import { tell, type Step } from '../support/stories';

const service = useSandbox(
	{ balanceUsd: 1000, settings: { account: { duplicatesEnabled: true }, unlimited: true } },
	1000,
);
const time = fasterWaits();

const apply = { ...SYNC_LIST, syncMode: 'apply', options: { maximumToDeactivate: '100%' } };

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
const changesIn = (result: RunResult) => result.json('Company Radar').map(({ change }) => change);

describe('The next run of an account that allows duplicates buys nothing again', () => {
	const kept = { column: { change: ['keep', 'keep', 'keep'] }, charges: 3 };
	const INTERRUPTED = 'An earlier execution or try for this list was interrupted';

	// A process of its own: this one would let the next run wait for the first.
	test.each<[string, () => Partial<typeof service.credential>]>([
		['with another key', () => ({ apiKey: service.running.keys.withoutReveal })],
		[
			'under another address',
			() => ({ baseUrl: service.credential.baseUrl.replace('127.0.0.1', 'localhost') }),
		],
	])('after one that was killed, and whose request takes effect late, %s', async (_, other) => {
		service.control.addFaults({ ...CREATE, kind: 'timeout', effect: 'late', lateSeconds: LATEST_COMMIT });
		const killed = service.run(apply, companies(3));
		await until('its request was sent', isSent, { everyMs: 5 });
		const credential = { ...service.credential, ...other() };
		const next = await service.run(apply, companies(3), { credential });
		expect(changesIn(next)).toEqual(kept.column.change);
		expect(next.hints('Company Radar').join()).toContain(INTERRUPTED);
		time.waits = [];
		await tell(service, [{ run: apply, items: companies(3), ...kept }]);
		expect(time.waits).not.toContain(LATE_COMMIT_SECONDS);
		await killed;
		expect(charges()).toBe(3);
	});

	test('after one that did not wait for all of its radars', async () => {
		service.control.change({ bulk: { itemMs: 150 } });
		const first = await service.run({ ...apply, options: { timeLimit: 1 } }, companies(12));
		expect(first.json('Company Radar').at(-1)).toMatchObject({ status: 'processing' });
		const column = { change: companies(12).map(() => 'keep') };
		await tell(service, [{ run: apply, items: companies(12), column, charges: 12 }]);
	});
});

test.each<[string, Step[], number]>([
	[
		'was refused, or failed before it sent anything',
		[
			{ fault: { method: 'GET', path: '/v1/radars', kind: 'status', status: 401 }, fails: /./ },
			{ options: { maximumRadars: 1 }, fails: /./ },
		],
		2,
	],
	[
		'stopped at a radar that cannot be set up',
		[{ change: { radars: { setupFailures: { 'company1.example.org': 'setup_failure' } } }, fails: /./ }],
		1,
	],
])('a run that %s holds up no other', async (_, failed, count) => {
	const steps = [...failed, { items: companies(count) }];
	await tell(
		service,
		steps.map((step) => ({ run: apply, items: companies(2), ...step })),
	);
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

test.each<[string, number, string | undefined, Step]>([
	['goes on if n8n stores the note after a failure', 1, undefined, { gives: 'created company0' }],
	['goes on if n8n stores the note after 4 failures', 4, undefined, { gives: 'created company0' }],
	[
		'of a workflow that was never saved needs no note',
		100,
		'SQLITE_CONSTRAINT: FOREIGN KEY constraint failed',
		{ gives: 'created company0' },
	],
	[
		'changes nothing if n8n can not store the note',
		100,
		undefined,
		{ fails: "n8n's database couldn't save that radars are being created", requests: 0 },
	],
])('Apply %s', async (_, failures, error, step) => {
	store.failures = failures;
	store.error = error ?? store.error;
	await tell(service, [{ run: apply, items: companies(1), ...step }]);
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
		const changes = results.map((result) => changesIn(result));
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
		expect(changesIn(last)).toEqual(['keep', 'keep', 'keep']);
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
