import { hash, randomBytes, timingSafeEqual } from 'crypto';
import type { IHookFunctions } from 'n8n-workflow';

import { parseUrl } from '../../shared/basics/parseUrl';
import { sameReceiver } from '../../shared/radars/sameText';
import { checkWebhookUrl } from '../../shared/validation/webhookUrl';
import { withTimeout } from '../../shared/concurrency/withTimeout';
import { InputError } from '../../shared/triggers/errors';
import type { TriggerContext } from '../../shared/triggers/parameterSource';
import { perNode } from '../../shared/triggers/perNode';
import { staticDataOf } from '../staticData';

const PARAMETER = 'k';

/** Whether a radar delivers to this URL, apart from the query. */
export const isSameUrl = (webhookUrl: string | undefined, ownUrl: string): boolean =>
	sameReceiver(webhookUrl) === sameReceiver(ownUrl);

/** The secret in a registered URL; empty if there is none. */
export const secretIn = (webhookUrl: string | undefined): string =>
	parseUrl(webhookUrl ?? '')?.searchParams.get(PARAMETER) ?? '';

export const newSecret = (): string => randomBytes(16).toString('hex');

export function withSecret(ownUrl: string, secret: string): string {
	const url = new URL(ownUrl);
	url.searchParams.set(PARAMETER, secret);
	return url.href;
}

/** n8n stores only the hash of a secret: enough to check deliveries, and useless to forge them. */
export const hashSecret = (secret: string): string => `sha256:${hash('sha256', secret)}`;

/** Compares with every hash in constant time, so that the response time reveals nothing. */
export function isKnownSecret(query: object, hashes: string[]): boolean {
	const sent: unknown = (query as Record<string, unknown>)[PARAMETER];
	const theirs = Buffer.from(hashSecret(typeof sent === 'string' ? sent : ''));
	return hashes.map((known) => timingSafeEqual(theirs, Buffer.from(known))).includes(true);
}

const NOT_REACHABLE =
	"If this n8n has a public HTTPS address, ask its administrator to set N8N_WEBHOOK_URL (formerly WEBHOOK_URL) to it. Otherwise set 'Delivery' to 'Polling'.";

/**
 * The node's webhook URL: the production URL, or the test URL while the editor listens.
 * @throws InputError if the service can't reach the URL
 */
export function ownUrlOf(context: IHookFunctions, serviceIsLoopback: boolean, isTest: boolean): string {
	const url = context.getNodeWebhookUrl('default');
	const result = checkWebhookUrl(url, { serviceIsLoopback, testUrlAllowed: isTest });
	if (result.ok && (result.doubts.length === 0 || serviceIsLoopback)) return result.value;
	const reason = result.ok ? result.doubts[0] : result.problems[0]?.reason;
	throw new InputError(
		"The service can't reach this node's URL",
		[reason, NOT_REACHABLE, isTest ? "To test without it, set 'Test With' to 'Sample Data'." : '']
			.filter(Boolean)
			.join(' '),
	);
}

/** Notifies a poll that waits for its node's URL to be saved. */
const savesOf = perNode(() => new EventTarget());

export function saveOwnUrl(context: IHookFunctions, ownUrl: string): void {
	staticDataOf(context).ownUrl = ownUrl;
	savesOf(context).dispatchEvent(new Event('saved'));
}

const PUBLISH_TIMEOUT_MS = 5000;

/**
 * The production URL. During publishing, n8n runs poll() at the same time as the lifecycle methods that save the URL, so this waits for it.
 * @throws InputError if the URL isn't saved within 5 seconds
 */
export async function savedOwnUrl(context: TriggerContext): Promise<string> {
	const kept = staticDataOf(context);
	if (kept.ownUrl === undefined) {
		const saved = new Promise((resolve) =>
			savesOf(context).addEventListener('saved', resolve, { once: true }),
		);
		await withTimeout(saved, PUBLISH_TIMEOUT_MS).catch(() => undefined);
	}
	if (kept.ownUrl !== undefined) return kept.ownUrl;
	throw new InputError("This node's URL isn't known yet", 'Unpublish the workflow and publish it again.');
}
