import type { IRun } from 'n8n-workflow';

import { Handovers } from '../../../nodes/CompanyRadarTrigger/polling/poller';
import { clock } from '../../../nodes/shared/concurrency/clock';
import { firstState } from '../../../nodes/CompanyRadarTrigger/polling/pollState';

const TRIGGER = 'Trigger';

const stateOf = (revision: number) => ({ ...firstState(null), revision });

function handoversOf(...deliveryIds: string[]) {
	const handovers = new Handovers();
	handovers.advance(stateOf(0));
	deliveryIds.forEach((id, index) => handovers.add(id, stateOf(index + 1)));
	return handovers;
}

const runOf = (run: object): Promise<IRun> => Promise.resolve(run as IRun);
const failedIn = (lastNodeExecuted: string | undefined, runData: object = {}) => ({
	status: 'error',
	data: { resultData: { error: new Error('failed'), lastNodeExecuted, runData } },
});

describe('handovers', () => {
	it('move the confirmed state on over what has arrived, in order', () => {
		const handovers = handoversOf('a', 'b');
		handovers.confirm('b');
		expect(handovers.confirmed?.revision).toBe(0);
		handovers.confirm('a');
		expect(handovers.confirmed?.revision).toBe(2);
	});

	it.each<[string, object, number]>([
		['succeeded', { status: 'success', data: { resultData: { runData: {} } } }, 1],
		['waits', { status: 'waiting', data: { resultData: { runData: {} } } }, 1],
		['was cancelled', { status: 'canceled', data: { resultData: { runData: {} } } }, 0],
		['failed in the trigger', failedIn(TRIGGER, { [TRIGGER]: [{ error: new Error('failed') }] }), 0],
		[
			'failed in a later node',
			failedIn('Next', { [TRIGGER]: [{}], Next: [{ error: new Error('failed') }] }),
			1,
		],
		['failed in the trigger on a worker', failedIn(TRIGGER), 0],
		['failed in a later node on a worker', failedIn('Next'), 1],
		['failed before any node', failedIn(undefined), 0],
	])('go by an execution that %s', async (_, run, revision) => {
		const handovers = handoversOf('a');
		await handovers.awaitEnd('a', runOf(run), TRIGGER);
		expect(handovers.confirmed?.revision).toBe(revision);
		expect(handovers.expected?.revision).toBe(revision);
	});

	it('without news for 10 minutes have arrived where a worker runs executions', () => {
		const handovers = handoversOf('a');
		handovers.expire(clock.now());
		expect(handovers.confirmed?.revision).toBe(0);
		handovers.expire(clock.now() + 11 * 60_000);
		expect(handovers.confirmed?.revision).toBe(1);
	});

	it('without news for 10 minutes are repeated only if this process has run a later one meanwhile', () => {
		const later = clock.now() + 11 * 60_000;
		const handovers = handoversOf('a', 'b', 'c');
		handovers.confirm('a');
		handovers.expire(later);
		expect(handovers.expected?.revision).toBe(3);

		handovers.confirm('c');
		handovers.expire(clock.now());
		expect(handovers.expected?.revision).toBe(3);
		handovers.expire(later);
		expect(handovers.expected?.revision).toBe(1);
	});

	it('go on with what another process has saved, if that is more', () => {
		const handovers = handoversOf('a');
		handovers.resume(stateOf(5));
		handovers.confirm('a');
		handovers.resume(stateOf(3));
		expect(handovers.expected?.revision).toBe(5);
	});
});
