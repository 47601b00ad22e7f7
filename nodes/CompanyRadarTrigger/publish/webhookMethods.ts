import type { IHookFunctions } from 'n8n-workflow';
import { LATE_COMMIT_SECONDS } from '../../shared/api/assumptions';
import type { Radar, RadarDefinition } from '../../shared/api/types';
import { createRadarClient, type RadarClient } from '../../shared/client/radarClient';
import { REAL_DELIVERY } from '../fields';
import { isRestart, nodeKeyOf } from '../../shared/host/host';
import { assertNodeSettings } from '../../shared/run/nodeErrors';
import { assertNoFilterDoubts, readParameters } from '../parameters';
import { sourceOf } from '../../shared/form/nodeParameters';
import { staticDataOf, publishing } from '../polling/pollState';
import { createMissing, editedError, inactiveError, rejectExisting } from './createMissing';
import { publishedKey, rejectUnknown, reconcile } from './reconcile';
import { doubtsInWords, linesOn, notesInWords, readListedRadars, rejectDoubtful } from './radarsToCreate';
import { assertRadarsExist } from '../advice';
import { hashSecret, keepUrl, newSecret, ownUrlOf, secretIn, withSecret } from './ownUrl';

const MAX_SECRETS = 50;

/** Long enough to search for a create whose response is lost, until it can no longer take effect. */
const CREATE_SECONDS = LATE_COMMIT_SECONDS + 30;

/** Checks the node and its fields before the first request. */
async function prepare(context: IHookFunctions) {
	assertNodeSettings(context.getNode());
	const isTest = context.getMode() === 'manual';
	const settings = readParameters(context);
	if (!isTest) assertNoFilterDoubts(context, settings);
	const client = await createRadarClient(context);
	return { isTest, settings, client, ownUrl: ownUrlOf(context, client.isLoopback, isTest) };
}

/**
 * Compares the defined radars with the service's. Saves the secrets in the URLs of the node's radars, even of inactive ones, which may
 * still deliver.
 * @throws Refused if a definition is invalid or was edited, or its radar is inactive
 */
async function findRadars(context: IHookFunctions, client: RadarClient, ownUrl: string) {
	const radars = await readListedRadars(sourceOf(context), client.isLoopback);
	const definitions = radars.map(({ definition }) => definition);
	const { radarIds } = staticDataOf(context);
	const node = nodeKeyOf(context);
	const { ownRadars, ...found } = await reconcile(client, { node, ownUrl, radarIds }, definitions);
	const secrets = [...new Set(ownRadars.map(({ webhook_url: url }) => secretIn(url)))];
	if (secrets.length > 0) keepSecrets(context, secrets);
	if (found.edited.length > 0) throw editedError(found.edited);
	if (found.inactive.length > 0) throw inactiveError(found.inactive);
	return { ...found, radars, secrets };
}

const idsByKey = (radars: Iterable<[RadarDefinition, Radar]>): Record<string, string> =>
	Object.fromEntries([...radars].map(([definition, { radar_id: id }]) => [publishedKey(definition), id]));

const keepSecrets = (context: IHookFunctions, secrets: string[]): void => {
	staticDataOf(context).secrets = secrets.slice(0, MAX_SECRETS).map(hashSecret);
};

/**
 * Whether all radars defined in this node exist. An outage is an error, since n8n would create radars after a `false`. When n8n starts or
 * another main process takes over, nobody would see what happens, so no radars are looked up or created.
 */
export async function allExist(context: IHookFunctions): Promise<boolean> {
	const { isTest, settings, client, ownUrl } = await prepare(context);
	if (isTest) return settings.testWith !== REAL_DELIVERY;
	const data = staticDataOf(context);
	keepUrl(context, ownUrl);
	await assertRadarsExist(context, settings);
	if (!settings.createsRadars) {
		delete data.secrets;
		return true;
	}
	if (isRestart(context)) return true;
	const { missing, adopted } = await findRadars(context, client, ownUrl);
	if (missing.length === 0) data.radarIds = idsByKey(adopted);
	return missing.length === 0;
}

/** Creates the missing radars. In the editor, requests a test event instead. */
export async function publishRadars(context: IHookFunctions): Promise<void> {
	const { isTest, settings, client, ownUrl } = await prepare(context);
	if (isTest) {
		await client.call('sendTestEvent', { body: { ...settings.sample, webhook_url: ownUrl } });
		return;
	}
	const node = nodeKeyOf(context);
	await publishing.run(node, async () => {
		const { radars, secrets, missing, adopted, elsewhere } = await findRadars(context, client, ownUrl);
		if (!settings.allowsDoubtful) rejectDoubtful(missing, radars);
		rejectExisting(elsewhere, missing.length + adopted.size);
		rejectUnknown(node, missing);
		const secret = secrets.find(Boolean) ?? newSecret();
		keepSecrets(context, [...new Set([secret, ...secrets])]);
		const creating = await createRadarClient(context, { longestWaitSeconds: CREATE_SECONDS });
		const created = await createMissing(
			creating,
			{ missing, adopted },
			{ node, webhookUrl: withSecret(ownUrl, secret), monthlyBudget: settings.monthlyBudget },
		);
		staticDataOf(context).radarIds = idsByKey([...adopted, ...created]);
		for (const inWords of [doubtsInWords, notesInWords])
			for (const line of linesOn(missing, radars, inWords))
				context.logger.warn(`${context.getNode().name}: ${line}`);
	});
}
