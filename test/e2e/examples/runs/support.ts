import { deepEqual, ok } from 'node:assert/strict';

import type { SimplifiedUpdate } from '../../../../nodes/shared/updates/updateColumns';
import type { ServiceRequest } from '../services/services';
import { find } from './findings';
import type { Ended, Run, World } from './run';

export const DAY_MS = 24 * 60 * 60 * 1000;

/** The only request that came to this endpoint. */
export function onlyRequest({ services }: World, endpoint: string): ServiceRequest {
	const [request, ...more] = services.sent(endpoint);
	ok(request, `Nothing came to ${endpoint}`);
	deepEqual(more, []);
	return request;
}

/** The texts that came to Slack, with their channels. */
export const slackMessages = ({ services }: World): Array<[channel: string, text: string]> =>
	services
		.sent('POST slack.com/api/chat.postMessage')
		.map(({ body }) => body as { channel: string; text: string })
		.map(({ channel, text }) => [channel, text]);

/** The only text that came to Slack. */
export function onlyMessage(world: World): string {
	const [message, ...more] = slackMessages(world);
	ok(message, 'Nothing came to Slack');
	deepEqual(more, []);
	return message[1];
}

/** What a node put out, in all its runs. */
export const outputOf = ({ runs }: Ended, node: string): Array<Record<string, unknown>> =>
	(runs[node] ?? []).flatMap(({ outputs }) => (outputs[0] ?? []).map(({ json }) => json));

/** An example whose trigger gets an update of this radar. */
export function findingRun(
	run: Omit<Run, 'after'>,
	radar: Parameters<typeof find>[1],
	after: (world: World, update: SimplifiedUpdate, ended: Ended) => string,
	content?: Record<string, unknown>,
): Run {
	let update: SimplifiedUpdate | undefined;
	return {
		...run,
		before: async (world) => {
			await run.before?.(world);
			update = await find(world, radar, content);
		},
		after: (world, ended) => after(world, update as SimplifiedUpdate, ended),
	};
}
