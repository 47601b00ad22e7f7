import type { IHookFunctions } from 'n8n-workflow';

import { LATE_COMMIT_SECONDS } from '../../shared/api/assumptions';
import { createRadarClient } from '../../shared/client';
import { KeyedMutex } from '../../shared/client/safeCreate/keyedMutex';
import { REAL_DELIVERY } from '../fields/testing';
import { assertNodeSettings } from '../errors';
import { readParameters } from '../parameters';
import { nodeKeyOf, staticDataOf } from '../state';
import { createMissing, editedError, rejectSoonAfterStart } from './createMissing';
import { rejectUnknown } from './createdRadars';
import { nameOf, readDefinitions } from './definitions';
import { hashSecret, newSecret, ownUrlOf, withSecret } from './ownUrl';
import { reconcile } from './reconcile';

const MAX_SECRETS = 50;

/** A create whose response is lost is looked for until it can no longer take effect. */
const CREATE_SECONDS = LATE_COMMIT_SECONDS + 30;

/** Activations of a node wait for each other: the second one finds what the first one created. */
const activations = new KeyedMutex();

/** The editor listens for one delivery. */
const isTest = (context: IHookFunctions): boolean => context.getMode() === 'manual';

/** What has to be right before anything is called. */
async function prepare(context: IHookFunctions) {
	assertNodeSettings(context.getNode());
	const settings = readParameters(context);
	const service = await createRadarClient(context, { interactive: true });
	const ownUrl = ownUrlOf(context, service.isLoopback, isTest(context));
	const definitions =
		settings.createsRadars && !isTest(context) ? await readDefinitions(context, service.isLoopback) : [];
	return { settings, service, ownUrl, definitions };
}

/** n8n starts, or another main process takes over: nobody is there to read an error, and n8n 2.41 doesn't try again. */
const isRestart = (context: IHookFunctions): boolean =>
	['init', 'leadershipChange'].includes(context.getActivationMode());

/**
 * Whether all radars are there that are to have the URL of this node. An outage is an error, never a "no". At a restart, what was
 * published is taken as it is: nothing is called or bought.
 */
export async function allExist(context: IHookFunctions): Promise<boolean> {
	const { settings, service, ownUrl, definitions } = await prepare(context);
	if (isTest(context)) return settings.testWith !== REAL_DELIVERY;
	const data = staticDataOf(context);
	const wasPublished = data.ownUrl === ownUrl && data.secrets !== undefined;
	data.ownUrl = ownUrl;
	if (!settings.createsRadars) {
		delete data.secrets;
		return true;
	}
	if (isRestart(context) && wasPublished) return true;
	const { missing, edited, secrets } = await reconcile(service, nodeKeyOf(context), ownUrl, definitions);
	if (secrets.length > 0) data.secrets = secrets.slice(0, MAX_SECRETS).map(hashSecret);
	if (edited.length > 0) throw editedError(edited);
	return missing.length === 0;
}

/** Creates the radars that are missing. In the editor it creates none, but asks for a sample event. */
export async function createAll(context: IHookFunctions): Promise<void> {
	const { settings, service, ownUrl, definitions } = await prepare(context);
	if (isTest(context)) {
		await service.sendTestEvent({ ...settings.sample, webhook_url: ownUrl });
		return;
	}
	const node = nodeKeyOf(context);
	await activations.run(node, async () => {
		const data = staticDataOf(context);
		const { adopted, missing, edited, secrets } = await reconcile(service, node, ownUrl, definitions);
		if (edited.length > 0) throw editedError(edited);
		if (missing.length > 0) rejectSoonAfterStart(context.getActivationMode());
		rejectUnknown(node, missing);
		const secret = secrets.find(Boolean) ?? newSecret();
		data.secrets = [...new Set([secret, ...secrets])].slice(0, MAX_SECRETS).map(hashSecret);
		const existing = [...adopted].map(([definition, { radar_id: id }]) => `${nameOf(definition)} (${id})`);
		const creating = await createRadarClient(context, { longestWaitSeconds: CREATE_SECONDS });
		const request = { node, adopted: existing, webhookUrl: withSecret(ownUrl, secret) };
		await createMissing(creating, missing, request);
	});
}
