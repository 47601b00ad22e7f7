import type { RadarClient, RadarClientOptions } from '../../../nodes/shared/client/radarClient';
import { startSandbox, type DeepPartial, type Sandbox, type Settings } from '../../../sandbox';
import { clock } from '../../../nodes/shared/host/clock';
import { until } from '../../../tools/shared/until';
import { FAST, fastTime, inStep, normalTime } from '../faults/fastTime';
import { serviceFor, type ContextOptions } from './service';

beforeAll(fastTime);
afterAll(normalTime);

let running: Sandbox;

/** The transport keeps what it knows of a key for the whole process, so each test has a sandbox of its own, whose time passes by ticks. */
const limited = (name: string, settings: DeepPartial<Settings>, work: () => Promise<void>) =>
	test(name, async () => {
		running = await startSandbox({ timer: FAST.timer, settings });
		await inStep(running.control, work).finally(async () => await running.stop());
	});

type More = Partial<ContextOptions> & { requestsPerSecond?: number };

const service = async (more: More = {}, options: RadarClientOptions = {}): Promise<RadarClient> => {
	const { requestsPerSecond = 1000, ...context } = more;
	const { apiKey, baseUrl } = running;
	return await serviceFor({ credential: { apiKey, baseUrl, requestsPerSecond }, ...context }, options);
};

const create = (count: number, one: RadarClient, prefix = 'company') =>
	Array.from({ length: count }, async (_, index) => {
		const domain = `${prefix}-${index}.example.org`;
		return await one.createRadar({ radar_type: 'company_new_hires', domain });
	});

const refused = () => running.control.log().filter(({ status }) => status === 429).length;

const secondsOf = async (run: () => Promise<unknown>) => {
	const started = clock.now();
	await run();
	return (clock.now() - started) / 1000;
};

const WIDE = { perMinute: 6000, perSecond: 1000 };

limited('the higher limit of a plan is used', { limits: { write: WIDE } }, async () => {
	const one = await service();
	const sleep = jest.spyOn(clock, 'sleep');
	await Promise.all(create(300, one));
	// At the usual limit, the last one would wait for two minutes.
	expect(Math.max(0, ...sleep.mock.calls.map(([milliseconds]) => milliseconds))).toBeLessThan(30_000);
	sleep.mockRestore();
	expect(refused()).toBe(0);
});

limited('the requests per second of the credential are kept', {}, async () => {
	const one = await service({ requestsPerSecond: 10 });
	const seconds = await secondsOf(async () => await Promise.all(create(25, one)));
	expect(seconds).toBeGreaterThan(1.4);
});

limited(
	'a 429 holds back every waiting request of its budget for as long as it says, and no other budget',
	{ limits: { write: WIDE, read: WIDE } },
	async () => {
		const headers = { 'retry-after': '2' };
		running.control.addFaults({ kind: 'status', status: 429, method: 'POST', headers });
		const one = await service();
		const [first] = create(1, one, 'first');
		while (refused() === 0) await new Promise(setImmediate);
		const seconds = await secondsOf(async () => {
			const later = create(10, one, 'later');
			await one.call('getAccount', {});
			await Promise.all([first, ...later]);
		});
		const log = running.control.log();
		const sentAgain = log.findLastIndex(({ requestBody }) => requestBody.includes('first'));
		expect(log.slice(0, sentAgain).map(({ path }) => path)).toContain('/v1/account');
		expect(seconds).toBeGreaterThan(1.5);
		expect(refused()).toBe(1);
		expect(running.control.radars()).toHaveLength(11);
	},
);

limited(
	'executions take turns, whatever the number of their items, each in its own order',
	{ limits: { write: { perMinute: 60, perSecond: 1000 } } },
	async () => {
		const stop = new AbortController();
		const many = await service({ executionId: '1', stop: stop.signal });
		const few = await service({ executionId: '2', stop: stop.signal });
		await Promise.all(create(58, many, 'drain'));
		running.control.clearLog();
		const all = Promise.allSettled([...create(30, many, 'many'), ...create(3, few, 'few')]);
		const order = () => running.control.log().map(({ requestBody }) => /many|few-\d/.exec(requestBody)?.[0]);
		const isFew = (sent: string | undefined) => sent?.startsWith('few');
		await until('the three are sent', () => order().filter(isFew).length === 3, { everyMs: 50 });
		const turns = order().slice(order().findIndex(isFew), order().findLastIndex(isFew) + 1);
		expect(turns).toEqual(['few-0', 'many', 'few-1', 'many', 'few-2']);
		stop.abort();
		await all;
	},
);

limited('someone who waits for the answer is not kept waiting by a 503', {}, async () => {
	running.control.addFaults({ kind: 'status', status: 503, count: 5 });
	const one = await service({}, { longestWaitSeconds: undefined });
	await expect(one.call('getAccount', {})).rejects.toMatchObject({ failure: { status: 503, attempts: 1 } });
});
