import type { IRun } from 'n8n-workflow';

import { Progress } from '../../../nodes/CompanyRadarTrigger/polling/poller';
import { firstState } from '../../../nodes/CompanyRadarTrigger/polling/pollState';

const TRIGGER = 'Trigger';

const stateOf = (revision: number) => ({ ...firstState(0), revision });

/** With a delivery `d` on its way. */
function started() {
	const progress = new Progress();
	progress.state = stateOf(0);
	progress.start('d', stateOf(1));
	return progress;
}

const runOf = (run: object): Promise<IRun> => Promise.resolve(run as IRun);
const failedIn = (lastNodeExecuted: string | undefined, runData: object = {}) => ({
	status: 'error',
	data: { resultData: { error: new Error('failed'), lastNodeExecuted, runData } },
});

describe('the next poll', () => {
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
});
