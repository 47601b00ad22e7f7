import { clock } from '../../../nodes/shared/host/clock';
import { useSandbox } from '../support/sandbox';
import { serviceFor } from './service';

const sandbox = useSandbox();

const DEFINITION = { radar_type: 'company_new_hires', domain: 'example.org' };

/** The transport remembers a pause of a key, so tests with one use a key of their own. */
const stoppable = async (apiKey = sandbox.credential.apiKey) => {
	const stop = new AbortController();
	const service = await serviceFor({ credential: { ...sandbox.credential, apiKey }, stop: stop.signal });
	return { stop, service };
};

const underWay = async () => {
	while (!sandbox.control.log().some(({ outcome }) => outcome === 'under way')) {
		await new Promise(setImmediate);
	}
};

/** Presses Stop during the next wait. */
function stopAtNextWait(stop: AbortController, before: () => unknown = () => undefined): void {
	const { sleep } = clock;
	jest.spyOn(clock, 'sleep').mockImplementationOnce(async (milliseconds, alarm) => {
		const waiting = sleep(milliseconds, alarm);
		before();
		await new Promise(setImmediate);
		stop.abort();
		await waiting;
	});
}

afterEach(() => jest.restoreAllMocks());

test.each([
	['a lookup', 'POST /v1/company-reveal', 'reveal'],
	['a create', 'POST /v1/radars', 'createRadar'],
	['a bulk request', 'POST /v1/radars/bulk', 'createBulk'],
] as const)('%s in flight is awaited when the run is stopped', async (_, call, method) => {
	sandbox.control.change({ latencyMs: { [call]: 500 } });
	const { stop, service } = await stoppable();
	const paying = {
		reveal: async () => await service.call('reveal', { body: { ip: '9.9.9.9' } }),
		createRadar: async () => await service.createRadar(DEFINITION),
		createBulk: async () => await service.createBulk({ radars: [DEFINITION] }),
	}[method]();
	await underWay();
	stop.abort();
	await expect(paying).resolves.toBeDefined();
	await sandbox.control.idle();
});

test('a read in flight is given up at once', async () => {
	sandbox.control.change({ latencyMs: { '*': 60_000 } });
	const { stop, service } = await stoppable();
	const reading = service.call('getAccount', {});
	await underWay();
	stop.abort();
	await expect(reading).rejects.toMatchObject({ failure: { kind: 'cancelled', outcome: 'notDone' } });
});

test('waiting for the rate limit ends at once, and nothing is sent', async () => {
	const { stop, service } = await stoppable(sandbox.running.keys.readOnly);
	sandbox.control.addFaults({ kind: 'status', status: 429, headers: { 'retry-after': '60' } });
	let second: Promise<unknown> = Promise.resolve();
	stopAtNextWait(stop, () => (second = service.call('getAccount', {})));
	const first = service.call('getAccount', {});
	await expect(first).rejects.toMatchObject({ failure: { status: 429 } });
	await expect(second).rejects.toMatchObject({ failure: { kind: 'cancelled', outcome: 'notDone' } });
	expect(sandbox.requests()).toHaveLength(1);
});

test('waiting before another try ends at once, with the fault of the last try', async () => {
	const { stop, service } = await stoppable();
	sandbox.control.addFaults({ kind: 'status', status: 503 });
	stopAtNextWait(stop);
	await expect(service.call('getAccount', {})).rejects.toMatchObject({ failure: { status: 503 } });
});

test('a run that was stopped sends nothing more', async () => {
	const { stop, service } = await stoppable();
	stop.abort();
	await expect(service.createRadar(DEFINITION)).rejects.toMatchObject({
		failure: { kind: 'cancelled', outcome: 'notDone' },
		message: 'Stopped before it finished',
	});
	expect(sandbox.requests()).toEqual([]);
});
