import { setImmediate } from 'node:timers/promises';

import { collectGarbage } from '../../bench/support/heap';
import { useSandbox } from '../support/sandbox';
import { serviceFor } from './service';

const sandbox = useSandbox();

/** Sends more requests than may start at once, and forgets the client. */
async function clientOfRun(): Promise<WeakRef<object>> {
	const client = await serviceFor({ credential: sandbox.credential });
	await Promise.all(Array.from({ length: 12 }, async () => await client.call('getAccount', {})));
	return new WeakRef(client);
}

test('nothing of a run stays in memory after it has waited for the rate limit', async () => {
	const client = await clientOfRun();
	await setImmediate();
	collectGarbage();
	expect(client.deref()).toBeUndefined();
});
