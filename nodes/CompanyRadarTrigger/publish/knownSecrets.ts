import type { IWebhookFunctions } from 'n8n-workflow';

import { createRadarClient } from '../../shared/client';
import { clock } from '../../shared/concurrency/clock';
import { perNode } from '../../shared/triggers/perNode';
import { staticDataOf } from '../staticData';
import { listRadars } from './reconcile';
import { hashSecret, secretIn } from './ownUrl';

/** After a failed search, deliveries are refused for this time, so that forged ones can't cause a request each. */
const RETRY_MS = 60_000;

interface SecretSearch {
	/** By `clock.now()`. */
	validUntil: number;
	secrets: Promise<string[] | undefined>;
}

/** The last search for the secrets in the URLs of the node's radars. */
const lastSearchOf = perNode((): { search?: SecretSearch } => ({}));

async function searchSecrets(context: IWebhookFunctions): Promise<string[]> {
	const client = await createRadarClient(context);
	const url = staticDataOf(context).ownUrl ?? context.getNodeWebhookUrl('default') ?? '';
	return (await listRadars(client, url)).own.map((radar) => hashSecret(secretIn(radar.webhook_url)));
}

/**
 * Hashes of the secrets that n8n keeps or, if they are lost, of those in the URLs of the account's own radars. Undefined where the
 * radars could not be listed.
 */
export async function knownSecrets(context: IWebhookFunctions): Promise<string[] | undefined> {
	const { secrets } = staticDataOf(context);
	if (secrets) return secrets;
	const memory = lastSearchOf(context);
	if (!memory.search || clock.now() > memory.search.validUntil) {
		const failedUntil = clock.now() + RETRY_MS;
		const search = {
			validUntil: Number.POSITIVE_INFINITY,
			secrets: searchSecrets(context).catch(() => {
				search.validUntil = failedUntil;
				return undefined;
			}),
		};
		memory.search = search;
	}
	return await memory.search.secrets;
}
