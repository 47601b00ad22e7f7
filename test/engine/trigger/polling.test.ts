import { setImmediate } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';

import { collectGarbage } from '../../bench/support/heap';
import { failureOf } from '../harness/engine';
import { outputIds, TriggerTest } from './support';

const test = new TriggerTest();

const MINUTE = 60_000;

beforeEach(() => void test.control.seed({ radars: 3 }));

const polling = (parameters: IDataObject = {}) => test.host({ delivery: 'polling', ...parameters });

type Host = ReturnType<typeof polling>;

async function published(parameters: IDataObject = {}): Promise<Host> {
	const host = polling(parameters);
	await host.activate();
	return host;
}

const now = () => Date.parse(test.control.clock().now);
const at = (time: number) => new Date(time).toISOString();
const pages = () => test.service.requests().filter((request) => request === 'GET /v1/updates').length;

/** Lets time pass everywhere. */
function pass(host: Host, seconds: number): void {
	test.control.clock({ advance: seconds });
	host.elapse(seconds * 1000);
	host.setComputerClock(now() - Date.now());
}

/** A new process, after a restart of n8n. */
async function restarted(host: Host): Promise<void> {
	host.restart();
	await host.activate('init');
}

/** Polls until nothing comes any more. */
async function pollOut(host: Host): Promise<void> {
	for (let idle = 0; idle < 3;) idle = (await host.poll()) ? 0 : idle + 1;
}

/** Polls, and compares with what was found. */
async function expectOnce(host: Host, ...ids: string[][]): Promise<void> {
	await pollOut(host);
	expect(outputIds(host)).toEqual(ids.flat().sort());
}

const fail = (fault: object, count = 1000) =>
	test.control.addFaults({ kind: 'status', path: '/v1/updates', effect: 'none', count, ...fault });

describe('polling', () => {
	it.each([
		['in the future', at(Date.now() + 60 * MINUTE), "'Start Date' is in the future"],
		['that is missing', '', 'Start Date'],
	])('is not published with a start %s', async (_, startDate, message) => {
		await expect(published({ startFrom: 'date', startDate })).rejects.toThrow(message);
	});

	it.each<[string, IDataObject]>([
		['no cursor at the end', { lastCursor: 'absent' }],
		['the cursor repeated at the end', { lastCursor: 'repeated', pageSize: 5 }],
		['a cursor at the end that is refused', { order: 'oldest-first', lastCursor: 'refused', pageSize: 5 }],
	])('bears any list: %s', async (_, updates) => {
		test.control.change({ updates });
		test.find(7, undefined, at(now() - 60 * MINUTE));
		const host = await published();
		const ids = [...test.find(9), ...test.find(3, undefined, at(now() - 14 * MINUTE))];
		await host.poll();
		const later = test.find(4);
		test.control.clock({ advance: 60 });
		await expectOnce(host, ids, later);
	});

	it.each<[string, Array<number | string>]>([
		['always a day behind', [-1440]],
		['never there', ['']],
		['another one every time', [-360, -5000, -90, 0]],
	])('loses and repeats nothing where the timestamp is %s', async (_, timestamps) => {
		const host = polling({ simplify: false });
		let polls = 0;
		const poll = async (publish?: 'activate' | 'init') => {
			const ahead = timestamps[polls++ % timestamps.length];
			const timestamp = typeof ahead === 'string' ? ahead : at(now() + Number(ahead) * MINUTE);
			fail({ status: 200, replace: { timestamp }, effect: undefined }, 1);
			await (publish ? host.activate(publish) : host.poll());
			test.control.clearFaults();
		};
		test.find(3);
		await poll('activate');
		const ids: string[] = [];
		for (let minute = 0; minute < 60; minute++) {
			pass(host, 60);
			ids.push(...test.find(1));
			if (minute % 7 === 6) ids.push(...test.find(1, undefined, at(now() - 14 * MINUTE)));
			if (minute % 20 === 19) host.restart();
			await poll(minute % 20 === 19 ? 'init' : undefined);
		}
		for (let left = 5; left > 0; left--) await poll();
		expect(outputIds(host)).toEqual(ids.sort());
	});

	it.each(['newest-first', 'oldest-first'] as const)(
		'keeps publishing short, however long the list is: %s',
		async (order) => {
			test.control.change({ updates: { order, pageSize: 20 }, unlimited: false });
			test.control.seed({ updates: 5000, days: 300 });
			const host = polling({ startFrom: 'everything' });
			host.options.credential = { ...test.credential, requestsPerSecond: 10 };
			host.skipWaits((milliseconds) => test.control.clock({ advance: milliseconds / 1000 }));
			await host.activate();
			// Ten a second, for ten seconds.
			expect(pages()).toBeLessThan(130);
			await pollOut(host);
			expect([new Set(outputIds(host)).size, outputIds(host).length]).toEqual([5000, 5000]);
		},
	);

	it.each<[string, (update: IDataObject) => IDataObject]>([
		['IDs that are no text', ({ update_id: id, ...rest }) => ({ ...rest, update_id: { toString: id } })],
		['types that are no text', (update) => ({ ...update, update_type: { toString: 1 } })],
		['no IDs', (update) => ({ ...update, update_id: undefined })],
	])('passes updates with %s, each for itself', async (_, spoil) => {
		const host = await published({ simplify: false });
		const updates = test.control.pushFindings({ count: 2 }).map((update) => spoil({ ...update } as never));
		const body = { status: 'success', code: 200, updates, has_more: false, timestamp: at(now()) };
		fail({ status: 200, body }, 1);
		await host.poll();
		expect(host.outputs()).toEqual(updates.map(({ data }) => expect.objectContaining({ data })));
	});

	it('keeps nothing of a workflow that is unpublished in memory', async () => {
		const host = await published();
		await host.poll();
		const node = new WeakRef(host.node);
		await host.deactivate();
		await host.listenForTest();
		await setImmediate();
		collectGarbage();
		expect(node.deref()).toBeUndefined();
	});
});

it.each(['null', 'absent', 'constant'] as const)(
	'a list that promises more without saying where is an error, and loses nothing: next_cursor is %s',
	async (nextCursor) => {
		const message = 'The service gave only a part of the list of updates';
		const host = await published({ startFrom: 'everything' });
		const ids = test.find(20);
		test.control.change({ updates: { pageSize: 5, nextCursor } });
		const description = expect.stringContaining('A page promises more');
		await expect(host.poll()).rejects.toMatchObject({ message, description });
		await expect(published({ startFrom: 'everything' })).rejects.toThrow(message);
		test.control.change({ updates: { nextCursor: 'text' } });
		test.control.clock({ advance: 60 });
		await expectOnce(host, ids);
	},
);

describe('a credential', () => {
	it('that is pointed at another account for a while loses nothing of the first', async () => {
		const host = await published();
		const ids = test.find(2);
		await host.poll();
		const { credential } = host.options;
		host.options.credential = { ...credential, apiKey: test.service.running.keys.other };
		await restarted(host);
		for (let minute = 0; minute < 40; minute++) {
			if (minute % 2) ids.push(...test.find(1));
			pass(host, 60);
			await host.poll();
		}
		host.options.credential = credential;
		await host.activate('update');
		await expectOnce(host, ids);
	});

	it('with a new key goes on where the last one ended', async () => {
		const host = await published();
		const ids = test.find(2);
		host.options.credential = { ...host.options.credential, apiKey: test.service.running.keys.readOnly };
		await host.activate('update');
		await expectOnce(host, ids);
	});
});

describe('a saved state that is damaged', () => {
	const DAMAGED: unknown[] = [expect.stringContaining('The saved state of polling is damaged')];

	it.each<[string, (state: IDataObject) => unknown, log?: unknown[]]>([
		['empty', () => ({}), DAMAGED],
		['null', () => null, DAMAGED],
		['a text', () => 'polls', DAMAGED],
		['without its IDs', (state) => ({ ...state, done: undefined }), DAMAGED],
		['with IDs that are null', (state) => ({ ...state, done: null }), DAMAGED],
		['with IDs that are no text', (state) => ({ ...state, done: { 1: 2 } }), DAMAGED],
		['without a watermark', (state) => ({ ...state, watermark: undefined }), DAMAGED],
		['with a watermark that is no number', (state) => ({ ...state, watermark: 'now' }), DAMAGED],
		['with a watermark in the future', (state) => ({ ...state, watermark: now() + 1e10 }), DAMAGED],
		['without a revision', (state) => ({ ...state, revision: undefined }), DAMAGED],
		['with a cursor that is no text', (state) => ({ ...state, cursor: 5 })],
		['with an order that is none', (state) => ({ ...state, order: 'sideways' })],
		['with a cursor that is none', (state) => ({ ...state, cursor: 'x', order: 'oldest-first' })],
	])('starts again, with one line in the log if something may be lost: %s', async (_, damage, log = []) => {
		const host = await published();
		const ids = test.find(2);
		await host.poll();
		const damaged = (polls: Record<string, IDataObject>) =>
			Object.fromEntries(Object.entries(polls).map(([id, state]) => [id, damage(state)]));
		host.savedStaticData = JSON.parse(
			JSON.stringify(host.savedStaticData, (key, value: unknown) =>
				key === 'polls' ? damaged(value as Record<string, IDataObject>) : value,
			),
		) as IDataObject;
		ids.push(...test.find(1));
		await restarted(host);
		for (let minute = 0; minute < 3; minute++) {
			ids.push(...test.find(1));
			await pollOut(host);
			pass(host, 60);
		}
		await expectOnce(host, ids);
		expect(host.log).toEqual(log);
	});
});

describe('an outage', () => {
	const UNAVAILABLE = failureOf('temporarily-unavailable');
	const unreachable = () => fail({ status: 503 });
	const wrongKey = () => fail({ status: 401 });

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
			if (restarts) await restarted(host);
			host.setComputerClock((then + 10) * MINUTE);
			test.control.clearFaults();
			await pollOut(host);
			expect(outputIds(host)).toEqual(expect.arrayContaining(ids));
		}
	});

	it('is reported once, whatever its errors, and again when it comes again', async () => {
		const host = await published();
		for (const times of [1, 2]) {
			unreachable();
			await expect(host.poll()).rejects.toMatchObject(UNAVAILABLE);
			for (const kind of ['cut', 'empty']) {
				test.control.clearFaults();
				fail({ kind });
				expect(await host.poll()).toBeNull();
			}
			test.control.clearFaults();
			const ids = test.find(times);
			expect((await host.poll())?.json('Next')).toHaveLength(ids.length);
		}
		fail({ kind: 'html', status: 404 });
		await expect(host.poll()).rejects.toMatchObject(UNAVAILABLE);
		test.control.clearFaults();
		wrongKey();
		await expect(host.poll()).rejects.toMatchObject(failureOf('credential-invalid'));
	});

	it.each([
		['an outage', unreachable, /^Last error: .* Nothing is lost: .*\.$/],
		['a wrong key', wrongKey, /^Last error: (?!.*Nothing is lost).*\.$/],
	])('of many hours raises an alert, if that is wanted: %s', async (_, begins, description) => {
		const host = await published({ options: { alertAfterHours: 6 } });
		begins();
		await expect(host.poll()).rejects.toThrow();
		// The computer's clock says nothing about how long it has been.
		host.setComputerClock(48 * 60 * MINUTE);
		expect(await host.poll()).toBeNull();
		host.elapse(6.5 * 60 * MINUTE);
		await expect(host.poll()).rejects.toMatchObject({
			message: expect.stringContaining('No poll has succeeded for 6 hours'),
			description: expect.stringMatching(description),
		});
		expect(await host.poll()).toBeNull();
	});

	it.each<[string, object, string]>([
		['another website', { kind: 'html', status: 200 }, "The response isn't JSON"],
		['a page that is not found', { kind: 'html', status: 404 }, "The response isn't JSON"],
		['a wrong key', { status: 401 }, 'The API key was rejected'],
	])('is not %s, which prevents the activation', async (_, fault, message) => {
		fail(fault);
		await expect(published()).rejects.toThrow(message);
	});
});
