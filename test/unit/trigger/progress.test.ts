import type { IRun } from 'n8n-workflow';

import { Progress } from '../../../nodes/CompanyRadarTrigger/polling/poller';
import { firstState } from '../../../nodes/CompanyRadarTrigger/polling/pollState';
import { clock } from '../../../nodes/shared/host/clock';

const TRIGGER = 'Trigger';

afterEach(() => jest.restoreAllMocks());

const stateOf = (revision: number) => ({ ...firstState(0), revision });

/** With a delivery `d` on its way. */
function started() {
	const progress = new Progress();
	progress.state = stateOf(0);
	progress.start('d', stateOf(1));
	return progress;
}

/** What a poll sees 11 minutes later. */
function later(progress: Progress) {
	const now = clock.now() + 11 * 60_000;
	jest.spyOn(clock, 'now').mockReturnValue(now);
	return { isWaiting: progress.isWaiting(), revision: progress.state?.revision };
}

const runOf = (run: object): Promise<IRun> => Promise.resolve(run as IRun);
const failedIn = (lastNodeExecuted: string | undefined, runData: object = {}) => ({
	status: 'error',
	data: { resultData: { error: new Error('failed'), lastNodeExecuted, runData } },
});

describe('the next poll', () => {
	it('waits until execute() has recorded the delivery, and then builds on it', () => {
		const progress = started();
		expect(progress.isWaiting()).toBe(true);
		progress.confirm('another');
		expect(progress.isWaiting()).toBe(true);
		progress.confirm('d');
		expect(progress.isWaiting()).toBe(false);
		expect(progress.state?.revision).toBe(1);
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
	])('goes by an execution that %s', async (_, run, revision) => {
		const progress = started();
		await progress.awaitEnd('d', runOf(run), TRIGGER);
		expect(progress.isWaiting()).toBe(false);
		expect(progress.state?.revision).toBe(revision);
	});

	it('takes 10 minutes without news for success where a worker runs executions', () => {
		expect(later(started())).toEqual({ isWaiting: false, revision: 1 });
	});

	it('delivers again after 10 minutes without news in a process that runs executions', () => {
		const progress = started();
		progress.confirm('d');
		progress.start('e', stateOf(2));
		expect(later(progress)).toEqual({ isWaiting: false, revision: 1 });
	});

	it('goes on with what another process has saved, if that is more', () => {
		const progress = started();
		progress.resume(stateOf(5));
		progress.confirm('d');
		progress.resume(stateOf(3));
		expect(progress.isWaiting()).toBe(false);
		expect(progress.state?.revision).toBe(5);
	});
});
