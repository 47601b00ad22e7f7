import type { IHookFunctions } from 'n8n-workflow';

import { LATE_COMMIT_SECONDS } from '../../shared/api/assumptions';
import { createRadarClient } from '../../shared/client';
import { KeyedMutex } from '../../shared/client/safeCreate/keyedMutex';
import { definitionKey } from '../../shared/validation/compareDefinitions';
import { REAL_DELIVERY } from '../fields/testing';
import { assertNodeSettings } from '../errors';
import { readParameters } from '../parameters';
import { staticDataOf } from '../state';
import { createMissing, editedError, rejectUnknown, untilEarlierCreatesAreDone } from './createMissing';
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

/** Whether all radars are there that are to have the URL of this node. An outage is an error, never a "no". */
export async function allExist(context: IHookFunctions): Promise<boolean> {
	const { settings, service, ownUrl, definitions } = await prepare(context);
	if (isTest(context)) return settings.testWith !== REAL_DELIVERY;
	const data = staticDataOf(context);
	data.ownUrl = ownUrl;
	if (!settings.createsRadars) {
		delete data.secrets;
		return true;
	}
	const { missing, edited, secrets } = await reconcile(service, ownUrl, definitions, data.created);
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
	const node = `${context.getWorkflow().id}:${context.getNode().id}`;
	await activations.run(node, async () => {
		await untilEarlierCreatesAreDone(context.getActivationMode() === 'init');
		const data = staticDataOf(context);
		const { adopted, missing, edited, secrets } = await reconcile(service, ownUrl, definitions, data.created);
		if (edited.length > 0) throw editedError(edited);
		rejectUnknown(node, missing);
		const secret = secrets.find(Boolean) ?? newSecret();
		data.secrets = [...new Set([secret, ...secrets])].slice(0, MAX_SECRETS).map(hashSecret);
		const existing = [...adopted].map(([definition, { radar_id: id }]) => `${nameOf(definition)} (${id})`);
		const creating = await createRadarClient(context, { longestWaitSeconds: CREATE_SECONDS });
		const request = { node, adopted: existing, webhookUrl: withSecret(ownUrl, secret) };
		await createMissing(creating, missing, request, (definition, radar) => {
			data.created = { ...data.created, [definitionKey(definition)]: radar.radar_id };
		});
	});
}
