import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { IDataObject } from 'n8n-workflow';

import { failureOf } from '../harness/engine';
import { idsIn, outputIds, TriggerTest } from './support';

const test = new TriggerTest();

const MINUTE = 60_000;

beforeEach(() => void test.control.seed({ radars: 3 }));

const polling = (parameters: IDataObject = {}) => test.host({ delivery: 'polling', ...parameters });

const now = () => Date.parse(test.control.clock().now);
const at = (time: number) => new Date(time).toISOString();
const pages = () => test.service.requests().filter((request) => request === 'GET /v1/updates').length;

/** Lets time pass everywhere. */
function pass(host: ReturnType<typeof polling>, seconds: number): void {
	test.control.clock({ advance: seconds });
	host.elapse(seconds * 1000);
	host.setComputerClock(now() - Date.now());
}

/** Finds updates of 1 MB each. */
const findLarge = (count: number, radarId: string) =>
	test.control
		.pushFindings({ count, radar_id: radarId, content: { text: 'x'.repeat(1_000_000) } })
		.map(({ update_id: id }) => id);

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Polls until nothing comes any more. */
async function pollOut(host: ReturnType<typeof polling>): Promise<void> {
	for (let idle = 0; idle < 3;) idle = (await host.poll()) ? 0 : idle + 1;
}

describe('polling', () => {
	it('hands over what is found after the activation, once', async () => {
		test.find(3);
		const host = polling();
		await host.activate();
		const ids = test.find(2);

		const execution = await host.poll();
		const again = await host.poll();

		expect(idsIn(execution).sort()).toEqual([...ids].sort());
		expect(execution?.json('Next')).toHaveLength(2);
		expect(again).toBeNull();
	});

	it.each([
		['Date', { startFrom: 'date', startDate: at(Date.now() - 10 * 24 * 60 * MINUTE) }],
		['Everything Available', { startFrom: 'everything' }],
	])('can start with what is there already: %s', async (_, parameters) => {
		const old = test.find(2, undefined, at(now() - 30 * 24 * 60 * MINUTE));
		const recent = test.find(120);
		const host = polling(parameters);
		await host.activate();
		await pollOut(host);
		const expected = parameters.startFrom === 'date' ? recent : [...old, ...recent];
		expect(outputIds(host)).toEqual([...expected].sort());
	});

	it('is not published with a start in the future, which would find nothing', async () => {
		const host = polling({ startFrom: 'date', startDate: at(now() + 60 * MINUTE) });
		await expect(host.activate()).rejects.toThrow("'Start Date' is in the future");
	});

	it('is not published without the date that it is to start from', async () => {
		const host = polling({ startFrom: 'date', startDate: '' });
		await expect(host.activate()).rejects.toThrow('Start Date');
	});

	it.each<[string, IDataObject]>([
		['oldest first', { order: 'oldest-first' }],
		['oldest first, one a page', { order: 'oldest-first', pageSize: 1 }],
		['newest first, one a page', { order: 'newest-first', pageSize: 1 }],
		['no cursor at the end', { lastCursor: 'absent' }],
		['the cursor repeated at the end', { lastCursor: 'repeated', pageSize: 5 }],
		['a cursor at the end that is refused', { order: 'oldest-first', lastCursor: 'refused', pageSize: 5 }],
		['cursors that expire', { order: 'oldest-first', cursorLifetime: 30, pageSize: 5 }],
		['empty pages', { emptyPages: true, pageSize: 5 }],
		['another name of the list', { arrayName: 'data' }],
		['cursors that are numbers', { nextCursor: 'number', pageSize: 5 }],
	])('bears any list: %s', async (_, updates) => {
		test.control.change({ updates });
		test.find(7, undefined, at(now() - 60 * MINUTE));
		const host = polling();
		await host.activate();
		const ids = [...test.find(9), ...test.find(3, undefined, at(now() - 14 * MINUTE))];
		await host.poll();
		ids.push(...test.find(4));
		test.control.clock({ advance: 60 });
		await pollOut(host);
		expect(outputIds(host)).toEqual([...ids].sort());
	});

	it.each([-7200, 7200])('bears a clock that differs by %d seconds', async (seconds) => {
		test.control.clock({ set: at(Date.now() + seconds * 1000) });
		test.find(2);
		const host = polling();
		await host.activate();
		const ids = test.find(2);
		await pollOut(host);
		expect(outputIds(host)).toEqual([...ids].sort());
	});

	const answered = (ahead: number | string, count = 1) => {
		const timestamp = typeof ahead === 'string' ? ahead : at(now() + ahead * MINUTE);
		test.control.addFaults({
			kind: 'status',
			status: 200,
			path: '/v1/updates',
			replace: { timestamp },
			count,
		});
	};

	it.each<[string, Array<number | string>, boolean]>([
		['always a day behind', [-1440], true],
		['never there', [''], true],
		['the epoch', ['1970-01-01T00:00:00Z'], true],
		['another one every time', [-360, -5000, -90, 0], true],
		// What is listed late may be missed then (docs/reliability.md, Limits).
		['two hours ahead at first', [120, 0, 0], false],
		['two days ahead now and then', [0, 2880], false],
		['always two hours ahead', [120], false],
	])('loses and repeats nothing where the timestamp is %s', async (_, timestamps, isLate) => {
		const host = polling({ simplify: false });
		let polls = 0;
		const poll = async (publish?: 'activate' | 'init') => {
			answered(timestamps[polls++ % timestamps.length] ?? 0);
			await (publish ? host.activate(publish) : host.poll());
			test.control.clearFaults();
		};
		test.find(3);
		await poll('activate');
		const ids: string[] = [];
		for (let minute = 0; minute < 60; minute++) {
			pass(host, 60);
			ids.push(...test.find(1));
			if (isLate && minute % 7 === 6) ids.push(...test.find(1, undefined, at(now() - 14 * MINUTE)));
			if (minute % 20 === 19) host.restart();
			await poll(minute % 20 === 19 ? 'init' : undefined);
		}
		for (let left = 5; left > 0; left--) await poll();
		expect(outputIds(host)).toEqual([...ids].sort());
	});

	it.each([-20, 20, 48])(
		"delivers nothing from before publishing after a restart with n8n's clock set by %d hours",
		async (hours) => {
			for (const minutes of [1, 10, 60, 600]) test.find(1, undefined, at(now() - minutes * MINUTE));
			const host = polling();
			await host.activate();
			host.setComputerClock(hours * 60 * MINUTE);
			host.restart();
			await host.activate('init');
			const ids = test.find(2);
			await pollOut(host);
			expect(outputIds(host)).toEqual([...ids].sort());
		},
	);

	it('loses nothing where one update claims to be found next year', async () => {
		const host = polling();
		await host.activate();
		const ids = test.find(1, undefined, at(now() + 365 * 24 * 60 * MINUTE));
		for (let minute = 0; minute < 40; minute++) {
			ids.push(...test.find(1));
			await host.poll();
			pass(host, 60);
		}
		expect(outputIds(host)).toEqual([...ids].sort());
	});

	it.each(['newest-first', 'oldest-first'] as const)(
		'costs what is new, not what is old: a million updates, %s',
		async (order) => {
			test.control.change({ updates: { order, pageSize: 50 } });
			if (order === 'newest-first') test.control.seed({ updates: 1_000_000, days: 300 });
			const host = polling();
			await host.activate();
			if (order === 'oldest-first') await pollOut(host);
			for (const count of [120, 0, 3]) {
				test.control.clearLog();
				const ids = count > 0 ? test.find(count) : [];
				const execution = await host.poll();
				expect(idsIn(execution).sort()).toEqual([...ids].sort());
				// What was found within the last quarter of an hour is fetched again.
				expect(pages()).toBeLessThanOrEqual(Math.ceil((123 + count) / 50) + 2);
				test.control.clock({ advance: 1 });
			}
		},
	);

	it('reads a list once if the oldest of many come first, and then only its end', async () => {
		test.control.change({ updates: { order: 'oldest-first', pageSize: 20 } });
		test.control.seed({ updates: 5000, days: 300 });
		const host = polling();
		await host.activate();
		// A busy machine reads on in later polls.
		await pollOut(host);
		expect(pages()).toBeLessThanOrEqual(250 + 8);
		const ids = test.find(2);
		test.control.clearLog();
		await pollOut(host);
		expect(pages()).toBeLessThanOrEqual(8);
		expect(outputIds(host)).toEqual([...ids].sort());
	});

	it.each(['newest-first', 'oldest-first'] as const)(
		'keeps publishing short, however long the list is: %s',
		async (order) => {
			test.control.change({ updates: { order, pageSize: 20 } });
			test.control.seed({ updates: 5000, days: 300 });
			test.control.change({ unlimited: false });
			const host = polling({ startFrom: 'everything' });
			host.options.credential = { ...test.credential, requestsPerSecond: 10 };
			host.skipWaits((milliseconds) => test.control.clock({ advance: milliseconds / 1000 }));
			await host.activate();
			// Ten a second, for ten seconds.
			expect(pages()).toBeLessThan(130);
			await pollOut(host);
			expect(new Set(outputIds(host)).size).toBe(5000);
			expect(outputIds(host)).toHaveLength(5000);
		},
	);

	it.each<[string, (update: IDataObject) => IDataObject]>([
		['IDs that are no text', ({ update_id: id, ...rest }) => ({ ...rest, update_id: { toString: id } })],
		['types that are no text', (update) => ({ ...update, update_type: { toString: 1 } })],
		['no IDs', (update) => ({ ...update, update_id: undefined })],
	])('passes updates with %s, each for itself', async (_, spoil) => {
		const host = polling({ simplify: false });
		await host.activate();
		const updates = test.control
			.pushFindings({ count: 2 })
			.map((update) => spoil({ ...update } as IDataObject));
		const body = { status: 'success', code: 200, updates, has_more: false, timestamp: at(now()) };
		test.control.addFaults({ kind: 'status', status: 200, path: '/v1/updates', body });
		await host.poll();
		expect(host.outputs()).toEqual(updates.map((update) => expect.objectContaining({ data: update.data })));
	});

	it('keeps nothing of a workflow that is unpublished in memory', async () => {
		const host = polling();
		await host.activate();
		await host.poll();
		const node = new WeakRef(host.node);
		await host.deactivate();
		await host.listenForTest();
		await setImmediate();
		collectGarbage();
		expect(node.deref()).toBeUndefined();
	});
});

describe('a list that promises more without saying where', () => {
	it.each(['null', 'absent', 'constant'] as const)(
		'is an error, and nothing is lost once it is whole again: next_cursor is %s',
		async (nextCursor) => {
			const host = polling({ startFrom: 'everything' });
			await host.activate();
			const ids = test.find(20);
			test.control.change({ updates: { pageSize: 5, nextCursor } });
			await expect(host.poll()).rejects.toMatchObject({
				message: 'The service gave only a part of the list of updates',
				description: expect.stringContaining('A page promises more'),
			});
			test.control.change({ updates: { nextCursor: 'text' } });
			test.control.clock({ advance: 60 });
			await pollOut(host);
			expect(outputIds(host)).toEqual([...ids].sort());
		},
	);

	it('prevents the activation, and says why', async () => {
		test.find(20);
		test.control.change({ updates: { pageSize: 5, nextCursor: 'null' } });
		await expect(polling({ startFrom: 'everything' }).activate()).rejects.toThrow(
			'The service gave only a part of the list of updates',
		);
	});
});

describe('a page of more than 32 MB', () => {
	it('is an error, and nothing is lost', async () => {
		const large = await test.createRadar({ radar_type: 'company_reviews', domain: 'large.example.com' });
		const small = await test.createRadar({ radar_type: 'company_mentions', domain: 'small.example.com' });
		const host = polling();
		await host.activate();
		const ids = [...test.find(2, small), ...findLarge(36, large)];
		await expect(host.poll()).rejects.toMatchObject({
			message: 'The response is too large (status 200)',
			description: expect.stringContaining('larger than 32 MB'),
		});
		test.control.change({ updates: { pageSize: 10 } });
		ids.push(...test.find(2, small));
		await pollOut(host);
		expect(outputIds(host)).toEqual([...ids].sort());
	});
});

describe('a credential', () => {
	it('that is pointed at another account for a while loses nothing of the first', async () => {
		const host = polling();
		await host.activate();
		const ids = test.find(2);
		await host.poll();
		const { credential } = host.options;
		host.options.credential = { ...credential, apiKey: test.service.running.keys.other };
		host.restart();
		await host.activate('init');
		for (let minute = 0; minute < 40; minute++) {
			if (minute % 2) ids.push(...test.find(1));
			pass(host, 60);
			await host.poll();
		}
		host.options.credential = credential;
		await host.activate('update');
		await pollOut(host);
		expect(outputIds(host)).toEqual([...ids].sort());
	});
});

/** Takes several polls to catch up on. */
const CATCHING_UP = { startFrom: 'everything', options: { rememberedUpdates: 1000 } };
const findOld = (radarId?: string) =>
	Array.from({ length: 20 }, (_, index) => test.find(100, radarId, at(now() - (60 + index) * MINUTE))).flat();

describe('while polling catches up', () => {
	it.each(['newest-first', 'oldest-first'] as const)(
		'a new key loses and repeats nothing: %s',
		async (order) => {
			test.control.change({ updates: { order } });
			const ids = findOld();
			const host = polling(CATCHING_UP);
			await host.activate();
			await host.poll();
			expect(outputIds(host).length).toBeLessThan(ids.length);
			host.options.credential = { ...host.options.credential, apiKey: test.service.running.keys.readOnly };
			await host.activate('update');
			await pollOut(host);
			expect(outputIds(host)).toEqual([...ids].sort());
		},
	);
});

describe('a saved state that is damaged', () => {
	/** Changes what n8n has saved, and starts a new process. */
	function restartWith(host: ReturnType<typeof polling>, change: (state: IDataObject) => unknown): void {
		const replace = (key: string, value: unknown) =>
			key === 'polls'
				? Object.fromEntries(
						Object.entries(value as Record<string, IDataObject>).map(([id, state]) => [id, change(state)]),
					)
				: value;
		host.savedStaticData = JSON.parse(JSON.stringify(host.savedStaticData, replace)) as IDataObject;
		host.restart();
	}

	it.each<[string, (state: IDataObject) => unknown]>([
		['empty', () => ({})],
		['null', () => null],
		['a text', () => 'polls'],
		['without its IDs', (state) => ({ ...state, done: undefined })],
		['with IDs that are null', (state) => ({ ...state, done: null })],
		['with IDs that are no text', (state) => ({ ...state, done: { 1: 2 } })],
		['without a watermark', (state) => ({ ...state, watermark: undefined })],
		['with a watermark that is no number', (state) => ({ ...state, watermark: 'now' })],
		['with a watermark in the future', (state) => ({ ...state, watermark: now() + 1e10 })],
		['without a revision', (state) => ({ ...state, revision: undefined })],
	])('starts again, with one line in the log: %s', async (_, damage) => {
		const host = polling();
		await host.activate();
		const ids = test.find(2);
		await host.poll();
		restartWith(host, damage);
		ids.push(...test.find(1));
		const warn = jest.spyOn(host.logger, 'warn').mockClear();
		await host.activate('init');
		for (let minute = 0; minute < 3; minute++) {
			ids.push(...test.find(1));
			await pollOut(host);
			pass(host, 60);
		}
		expect(outputIds(host)).toEqual([...ids].sort());
		expect(warn.mock.calls).toEqual([[expect.stringContaining('The saved state of polling is damaged')]]);
	});

	it.each([{ cursor: 5 }, { order: 'sideways' }, { cursor: 'x', order: 'oldest-first' }])(
		'goes on where the list says so: %j',
		async (damage) => {
			const host = polling();
			await host.activate();
			const ids = test.find(2);
			await host.poll();
			restartWith(host, (state) => ({ ...state, ...damage }));
			await host.activate('init');
			ids.push(...test.find(2));
			await pollOut(host);
			expect(outputIds(host)).toEqual([...ids].sort());
		},
	);
});

describe('n8n that cannot write executions', () => {
	it.each([
		['in a new process', true, false],
		['in a process that has executed', false, false],
		['in queue mode', false, true],
	])('loses nothing, and repeats nothing: %s', async (_, restarts, queueMode) => {
		const host = test.host({ delivery: 'polling' }, {}, { queueMode });
		await host.activate();
		const ids = test.find(1);
		await host.poll();
		if (restarts) {
			host.restart();
			await host.activate('init');
		}
		ids.push(...test.find(2));
		host.beforeStart = () => {
			throw new Error('SQLITE_FULL: database or disk is full');
		};
		for (let polls = 0; polls < 6; polls++) expect(await host.poll()).toBeNull();
		host.beforeStart = () => undefined;
		await pollOut(host);
		expect(outputIds(host)).toEqual([...ids].sort());
	});
});

describe('queue mode', () => {
	it('starts one execution for what is new', async () => {
		const host = test.host({ delivery: 'polling' }, {}, { queueMode: true });
		await host.activate();
		const ids = test.find(2);
		for (let polls = 0; polls < 4; polls++) await host.poll();
		expect(outputIds(host)).toEqual([...ids].sort());
		expect(host.executions).toHaveLength(1);
	});
});

describe('an outage', () => {
	const outage = (count = 50) =>
		test.control.addFaults({ kind: 'status', status: 401, count, path: '/v1/updates' });
	const unreachable = (count = 1000) =>
		test.control.addFaults({ kind: 'status', status: 503, count, path: '/v1/updates', effect: 'none' });
	const down = (count = 1000) =>
		test.control.addFaults({ kind: 'html', status: 404, count, path: '/v1/updates', effect: 'none' });

	it('does not prevent the activation, and loses nothing of what comes after it', async () => {
		const host = polling();
		unreachable();
		await host.activate();
		host.elapse(3 * MINUTE);
		host.setComputerClock(3 * MINUTE);
		test.control.clock({ advance: 180 });
		await expect(host.poll()).rejects.toMatchObject(failureOf('temporarily-unavailable'));
		const ids = test.find(3, undefined, at(now() - MINUTE));
		host.restart();
		host.setComputerClock(3 * MINUTE);
		await host.activate('init');
		test.control.clearFaults();
		await host.poll();
		ids.push(...test.find(2));
		await pollOut(host);
		expect(outputIds(host)).toEqual([...ids].sort());
	});

	it.each([
		['two hours ahead, then set right', 120, 0],
		['right, then set back five hours', 0, -300],
		['five hours behind, then set right', -300, 0],
	])('when published loses nothing where the clock is %s', async (_, first, then) => {
		for (const restarts of [false, true]) {
			const host = polling();
			unreachable();
			host.setComputerClock(first * MINUTE);
			await host.activate();
			host.elapse(10 * MINUTE);
			test.control.clock({ advance: 600 });
			const ids = test.find(10, undefined, at(now() - 5 * MINUTE));
			if (restarts) {
				host.restart();
				await host.activate('init');
			}
			host.setComputerClock((then + 10) * MINUTE);
			test.control.clearFaults();
			await pollOut(host);
			expect(outputIds(host)).toEqual(expect.arrayContaining(ids));
		}
	});

	it('says so once, and again when it comes again', async () => {
		const host = polling();
		await host.activate();
		down();
		await expect(host.poll()).rejects.toMatchObject(failureOf('temporarily-unavailable'));
		expect(await host.poll()).toBeNull();
		expect(await host.poll()).toBeNull();
		test.control.clearFaults();
		const ids = test.find(1);
		expect(idsIn(await host.poll())).toEqual(ids);
		down();
		await expect(host.poll()).rejects.toMatchObject(failureOf('temporarily-unavailable'));
	});

	it('is reported once, also if its error changes', async () => {
		const host = polling();
		await host.activate();
		unreachable();
		await expect(host.poll()).rejects.toMatchObject(failureOf('temporarily-unavailable'));
		for (const kind of ['cut', 'empty'] as const) {
			test.control.clearFaults();
			test.control.addFaults({ kind, count: 1000, path: '/v1/updates' });
			expect(await host.poll()).toBeNull();
		}
		test.control.clearFaults();
		outage();
		await expect(host.poll()).rejects.toMatchObject(failureOf('credential-invalid'));
	});

	it('of many hours raises an alert, if that is wanted', async () => {
		const host = polling({ options: { alertAfterHours: 6 } });
		await host.activate();
		down();
		await expect(host.poll()).rejects.toThrow();
		expect(await host.poll()).toBeNull();
		// The computer's clock says nothing about how long it has been.
		host.setComputerClock(48 * 60 * MINUTE);
		expect(await host.poll()).toBeNull();
		host.elapse(6.5 * 60 * MINUTE);
		await expect(host.poll()).rejects.toThrow('No poll has succeeded for 6 hours');
		expect(await host.poll()).toBeNull();
	});

	it.each([
		['an outage', unreachable, /^Last error: .* Nothing is lost: .*\.$/],
		['a wrong key', () => outage(1000), /^Last error: (?!.*Nothing is lost).*\.$/],
	])(
		'of many hours: the alert promises the updates only after an outage: %s',
		async (_, fail, description) => {
			const host = polling({ options: { alertAfterHours: 6 } });
			await host.activate();
			fail();
			await expect(host.poll()).rejects.toThrow();
			pass(host, 7 * 3600);
			await expect(host.poll()).rejects.toMatchObject({ description: expect.stringMatching(description) });
		},
	);

	it.each([200, 404])(
		'does prevent the activation where it is another website, with status %d',
		async (status) => {
			test.control.addFaults({ kind: 'html', status, count: 1000, path: '/v1/updates', effect: 'none' });
			await expect(polling().activate()).rejects.toThrow("The response isn't JSON");
		},
	);

	it('does prevent the activation where it is no outage but a wrong key', async () => {
		outage();
		await expect(polling().activate()).rejects.toMatchObject({
			message: expect.stringContaining('The API key was rejected'),
			...failureOf('credential-invalid'),
		});
	});
});
