import { hash, randomBytes, timingSafeEqual } from 'crypto';
import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { parseUrl } from '../../shared/values/basics/values';
import { checkWebhookUrl } from '../../shared/values/rules/addresses';
import { MINUTE_MS } from '../../shared/values/basics/time';
import { createRadarClient } from '../../shared/client/radarClient';
import { clock } from '../../shared/host/clock';
import { perNode } from '../../shared/host/host';
import { staticDataOf } from '../polling/pollState';
import { radarsByReceiver } from './reconcile';
import { wrong } from '../../shared/values/basics/refusal';

const PARAMETER = 'k';

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
 * @throws Refused if the service can't reach the URL
 */
export function ownUrlOf(context: IHookFunctions, serviceIsLoopback: boolean, isTest: boolean): string {
	const url = context.getNodeWebhookUrl('default');
	const result = checkWebhookUrl(url, { serviceIsLoopback, testUrlAllowed: isTest });
	if (result.ok && (result.doubts.length === 0 || serviceIsLoopback)) return result.value;
	const [found] = result.ok ? result.doubts : result.problems;
	throw wrong(
		"The service can't reach this node's URL",
		[found?.what, NOT_REACHABLE, isTest ? "To test without it, set 'Test With' to 'Sample Data'." : '']
			.filter(Boolean)
			.join(' '),
	);
}

const MAX_URLS = 5;

/** The URL without the part that only this node has. */
const baseOf = (url: string): string => url.replace(/(\/[^/]+){2}$/, '');

/** Saves the node's URL in front of those that it had before, which its radars keep. Says so in n8n's log if it is another one. */
export function keepUrl(context: IHookFunctions, url: string): void {
	const data = staticDataOf(context);
	const { ownUrls: [last, ...older] = [] } = data;
	if (last === url) return;
	data.ownUrls = [...new Set([url, ...(last === undefined ? [] : [last]), ...older])].slice(0, MAX_URLS);
	if (last === undefined) return;
	context.logger.warn(
		`${context.getNode().name}: n8n's webhook URL has changed from ${baseOf(last)} to ${baseOf(url)}. Webhooks of the radars that it had can't arrive, and a radar's URL can't be changed. Polling and Webhook With Catch-Up get their updates. Radar: Check Health lists them.`,
	);
}

/** After a failed search, deliveries are refused for this long, so that forged ones can't cause a request each. */
const RETRY_MS = MINUTE_MS;

/** The search for the secrets in the URLs of the node's radars. */
interface SecretSearch {
	/** Undefined before the first search and after a failed one. */
	secrets?: Promise<string[] | undefined>;
	/** When the next search may start, by `clock.now()`. */
	retryAt: number;
}

const searchOf = perNode((): SecretSearch => ({ retryAt: 0 }));

async function searchSecrets(context: IWebhookFunctions): Promise<string[]> {
	const client = await createRadarClient(context);
	const url = staticDataOf(context).ownUrls?.[0] ?? context.getNodeWebhookUrl('default') ?? '';
	return (await radarsByReceiver(client, url)).own.map((radar) => hashSecret(secretIn(radar.webhook_url)));
}

/**
 * Hashes of the node's webhook secrets, from static data or, if that was lost, from the URLs of the node's radars. Undefined if the
 * radars couldn't be listed.
 */
export async function knownSecrets(context: IWebhookFunctions): Promise<string[] | undefined> {
	const { secrets } = staticDataOf(context);
	if (secrets) return secrets;
	const search = searchOf(context);
	if (!search.secrets && clock.now() >= search.retryAt) {
		search.retryAt = clock.now() + RETRY_MS;
		search.secrets = searchSecrets(context).catch(() => {
			search.secrets = undefined;
			return undefined;
		});
	}
	return await search.secrets;
}
