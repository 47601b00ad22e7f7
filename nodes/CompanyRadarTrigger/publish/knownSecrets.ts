import type { IWebhookFunctions } from 'n8n-workflow';

import { MINUTE_MS } from '../../shared/basics/durations';
import { createRadarClient } from '../../shared/client';
import { clock } from '../../shared/concurrency/clock';
import { perNode } from '../../shared/triggers/perNode';
import { staticDataOf } from '../staticData';
import { listRadars } from './reconcile';
import { hashSecret, secretIn } from './ownUrl';

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
	const url = staticDataOf(context).ownUrl ?? context.getNodeWebhookUrl('default') ?? '';
	return (await listRadars(client, url)).own.map((radar) => hashSecret(secretIn(radar.webhook_url)));
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
