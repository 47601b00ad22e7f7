import type { Sandbox } from '../../../sandbox';
import { until } from '../../../tools/shared/until';

/** Requests for the first page of updates, each of which begins a poll. */
const pollsIn = (sandbox: Sandbox): number =>
	sandbox.control.log().filter(({ path, query }) => path === '/v1/updates' && !('cursor' in query)).length;

/** Waits until polls have asked for updates this many times more. */
export async function morePolls(sandbox: Sandbox, count: number): Promise<void> {
	const before = pollsIn(sandbox);
	await until(`${count} polls`, () => pollsIn(sandbox) >= before + count, { seconds: 300 });
}
