import { ok } from 'node:assert/strict';

import { loopback } from '../../../../tools/shared/loopback';
import type { World } from './run';

/** n8n ignores programs that only preview a link. */
const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };

/** Presses a button of the first message to Slack that has this text. */
export async function pressButton({ services }: World, text: string, answer: 'true' | 'false') {
	const messages = services
		.sent('POST slack.com/api/chat.postMessage')
		.map(({ body }) => JSON.stringify(body))
		.filter((message) => message.includes(text));
	const [, address] = new RegExp(`"url":"([^"]+approved=${answer}[^"]*)"`).exec(messages[0] ?? '') ?? [];
	ok(address, `No button with ${text} in ${messages.join()}`);
	await loopback.get(address, { headers: BROWSER });
}
