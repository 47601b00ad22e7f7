import type { IWebhookFunctions } from 'n8n-workflow';

import { createRadarClient } from '../../shared/client';
import { nodeKeyOf, staticDataOf } from '../state';
import { ownRadars } from './reconcile';
import { hashSecret, secretIn } from './ownUrl';

/** After a failed search, deliveries are refused for this time, so that forged ones can't cause a request each. */
const RETRY_MS = 60_000;

interface Search {
	startedAt: number;
	/** Undefined where the radars could not be listed. */
	secrets: Promise<string[] | undefined>;
	hasFailed: boolean;
}

/** The last search of each node whose stored secrets are lost. */
const searches = new Map<string, Search>();

async function searchSecrets(context: IWebhookFunctions): Promise<string[]> {
	const service = await createRadarClient(context, { interactive: true });
	const url = staticDataOf(context).ownUrl ?? context.getNodeWebhookUrl('default') ?? '';
	return (await ownRadars(service, url)).map((radar) => hashSecret(secretIn(radar.webhook_url)));
}

/** Hashes of the secrets that n8n keeps or, if they are lost, of those in the URLs of the account's own radars. */
export async function knownSecrets(context: IWebhookFunctions): Promise<string[] | undefined> {
	const { secrets } = staticDataOf(context);
	if (secrets) return secrets;
	const key = nodeKeyOf(context);
	const last = searches.get(key);
	if (last && !(last.hasFailed && Date.now() - last.startedAt > RETRY_MS)) return await last.secrets;
	const search: Search = {
		startedAt: Date.now(),
		hasFailed: false,
		secrets: searchSecrets(context).catch(() => {
			search.hasFailed = true;
			return undefined;
		}),
	};
	searches.set(key, search);
	return await search.secrets;
}
