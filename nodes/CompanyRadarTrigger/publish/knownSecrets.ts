import type { IWebhookFunctions } from 'n8n-workflow';

import { createRadarClient } from '../../shared/client';
import { clock } from '../../shared/concurrency/clock';
import { runtimeStateOf, staticDataOf } from '../state';
import { listRadars } from './reconcile';
import { hashSecret, secretIn } from './ownUrl';

/** After a failed search, deliveries are refused for this time, so that forged ones can't cause a request each. */
const RETRY_MS = 60_000;

async function searchSecrets(context: IWebhookFunctions): Promise<string[]> {
	const service = await createRadarClient(context, { interactive: true });
	const url = staticDataOf(context).ownUrl ?? context.getNodeWebhookUrl('default') ?? '';
	return (await listRadars(service, url)).own.map((radar) => hashSecret(secretIn(radar.webhook_url)));
}

/**
 * Hashes of the secrets that n8n keeps or, if they are lost, of those in the URLs of the account's own radars. Undefined where the
 * radars could not be listed.
 */
export async function knownSecrets(context: IWebhookFunctions): Promise<string[] | undefined> {
	const { secrets } = staticDataOf(context);
	if (secrets) return secrets;
	const memory = runtimeStateOf(context);
	if (!memory.secretSearch || clock.now() > memory.secretSearch.validUntil) {
		const failedUntil = clock.now() + RETRY_MS;
		const search = {
			validUntil: Number.POSITIVE_INFINITY,
			secrets: searchSecrets(context).catch(() => {
				search.validUntil = failedUntil;
				return undefined;
			}),
		};
		memory.secretSearch = search;
	}
	return await memory.secretSearch.secrets;
}
