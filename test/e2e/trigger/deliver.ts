import { setTimeout as wait } from 'node:timers/promises';

import type { LogEntry, Sandbox } from '../../../sandbox';
import { loopback } from '../../../tools/shared/loopback';
import { until } from '../../../tools/shared/until';

const AGAIN_AFTER_MS = 500;

/** The sandbox waits as long for an answer. */
const IN_TIME_MS = 10_000;

/** What a receiver gave back for many events. */
export interface Delivered {
	/** Answers that were no 200, by status; 0 for a connection that broke. Each of these events was sent again. */
	refused: Record<number, number>;
	/** How long the 200s took, in milliseconds, sorted. */
	times: number[];
}

/** Resolves with the status. */
export async function post(url: string, body: unknown, timeout?: number): Promise<number> {
	const { status } = await loopback.post(url, body, { timeout });
	return status;
}

/** Sends events, this many at a time, each until it is acknowledged, as the service does. */
export async function deliver(url: string, events: unknown[], atOnce = events.length): Promise<Delivered> {
	const queue = [...events];
	const result: Delivered = { refused: {}, times: [] };
	const sender = async () => {
		for (let event = queue.shift(); event !== undefined; event = queue.shift()) {
			const start = performance.now();
			const status = await post(url, event, IN_TIME_MS).catch(() => 0);
			if (status === 200) {
				result.times.push(performance.now() - start);
				continue;
			}
			result.refused[status] = (result.refused[status] ?? 0) + 1;
			queue.push(event);
			await wait(AGAIN_AFTER_MS);
		}
	};
	await Promise.all(Array.from({ length: atOnce }, sender));
	result.times.sort((a, b) => a - b);
	return result;
}

/** The time that this many of a hundred don't exceed, in whole milliseconds. */
export const percentile = (times: number[], percent: number): number =>
	Math.round(times[Math.min(times.length - 1, Math.floor((times.length * percent) / 100))] ?? 0);

/** Findings with ids of their own. */
export const eventsNamed = (name: string, count: number) =>
	Array.from({ length: count }, (_, index) => ({
		update_id: `${name}-${index}`,
		update_type: 'radar_finding',
		discovered_at: new Date().toISOString(),
		data: { radar_type: 'company_mentions' },
		content: {},
	}));

/** New findings of the newest radar; gives their `update_id`s. */
export function newFindings(sandbox: Sandbox, count: number): string[] {
	const radar = sandbox.control.radars().at(-1);
	return sandbox.control.pushFindings({ radar_id: radar?.radar_id, count }).map(({ update_id: id }) => id);
}

const MINUTE_SECONDS = 60;

/** Poll Times with polls every few seconds: n8n refuses an interval below a minute, but any number of poll times. */
export const pollEverySeconds = (seconds: number) => ({
	item: Array.from({ length: MINUTE_SECONDS / seconds }, (_, index) => ({
		mode: 'custom',
		cronExpression: `${index * seconds} * * * * *`,
	})),
});

/** Waits until polls have asked for updates this many times more. Each begins with a request for the first page. */
export async function morePolls(sandbox: Sandbox, count: number): Promise<void> {
	// By number, because a full log drops its oldest entries.
	const last = sandbox.control.log().at(-1)?.number ?? 0;
	const isPoll = ({ number, path, query }: LogEntry) =>
		number > last && path === '/v1/updates' && !('cursor' in query);
	await until(`${count} polls`, () => sandbox.control.log().filter(isPoll).length >= count);
}

/** How often each id came, against how often it should: once. */
export function tally(expected: string[], actual: string[]) {
	const times = new Map<string, number>();
	for (const id of actual) times.set(id, (times.get(id) ?? 0) + 1);
	const wanted = new Set(expected);
	return {
		expected: wanted.size,
		lost: [...wanted].filter((id) => !times.has(id)).length,
		repeated: [...times.values()].reduce((sum, count) => sum + count - 1, 0),
		unexpected: [...times.keys()].filter((id) => !wanted.has(id)).length,
	};
}

/** What `tally` gives where everything came once. */
export const onceEach = (count: number) => ({ expected: count, lost: 0, repeated: 0, unexpected: 0 });
