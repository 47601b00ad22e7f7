import type { Sandbox } from '../../../sandbox';
import { until } from '../../../tools/shared/until';

const MINUTE_SECONDS = 60;

/** Poll Times with polls every few seconds: n8n refuses an interval below a minute, but any number of poll times. */
export const pollEverySeconds = (seconds: number) => ({
	item: Array.from({ length: MINUTE_SECONDS / seconds }, (_, index) => ({
		mode: 'custom',
		cronExpression: `${index * seconds} * * * * *`,
	})),
});

/** Requests for the first page of updates, each of which begins a poll. */
const pollsIn = (sandbox: Sandbox): number =>
	sandbox.control.log().filter(({ path, query }) => path === '/v1/updates' && !('cursor' in query)).length;

/** Waits until polls have asked for updates this many times more. */
export async function morePolls(sandbox: Sandbox, count: number): Promise<void> {
	const before = pollsIn(sandbox);
	await until(`${count} polls`, () => pollsIn(sandbox) >= before + count, { seconds: 300 });
}
