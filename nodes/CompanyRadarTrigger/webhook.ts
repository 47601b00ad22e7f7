import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { acknowledgementOf } from '../shared/n8n/host';
import { isWanted, standsAlone, toItems } from './deliveredUpdate';
import { idOf } from '../shared/updates/update';
import { isObject, nonEmptyText } from '../shared/basics/values';
import { knownSecrets, isKnownSecret } from './publish/ownUrl';
import { deduplicatorOf } from './deduplicator';
import { recentDeliveriesOf, webhookBatcherOf } from './receive/webhookBatcher';
import { readParameters, type TriggerParameters } from './parameters';

/** Test deliveries wait this long: the editor misses those that arrive before it listens, and keeps listening. */
const EDITOR_DELAY_MS = 1000;

/** Why a body is not an event of the service; undefined if it is one. Unknown types are events. */
function shapeProblem(body: unknown): string | undefined {
	if (!isObject(body)) return 'The body must be a JSON object.';
	if (!nonEmptyText(body.update_id)) return 'update_id is missing.';
	return nonEmptyText(body.update_type) ? undefined : 'update_type is missing.';
}

type RefusedDelivery = [status: number, message: string];

/** Why a delivery is refused; undefined if it isn't. */
async function refusal(
	context: IWebhookFunctions,
	{ createsRadars }: TriggerParameters,
): Promise<RefusedDelivery | undefined> {
	if (!createsRadars) return undefined;
	const secrets = await knownSecrets(context);
	// The service retries, and the secrets may be found then.
	if (!secrets) return [503, "The URL can't be checked right now. Try again later."];
	if (isKnownSecret(context.getQueryData() as object, secrets)) return undefined;
	return [403, 'This workflow did not register this URL.'];
}

function refuse(context: IWebhookFunctions, [status, message]: RefusedDelivery): IWebhookResponseData {
	context.getResponseObject().status(status).json({ status: 'error', code: status, message });
	return { noWebhookResponse: true };
}

const acknowledge = (message: string): IWebhookResponseData => ({
	webhookResponse: { status: 'success', message },
});

const startExecution = (updates: IDataObject[]): IWebhookResponseData => ({
	...acknowledge('Received.'),
	workflowData: [toItems(updates.map((update) => ({ update, pushed: true })))],
});

/** Responds like the delivery whose execution this update shares or repeats. */
const respondLike = (
	context: IWebhookFunctions,
	isAcknowledged: boolean,
	message: string,
): IWebhookResponseData =>
	isAcknowledged ? acknowledge(message) : refuse(context, [503, 'The execution could not be started.']);

async function receive(context: IWebhookFunctions, settings: TriggerParameters, update: IDataObject) {
	const recentDeliveries = recentDeliveriesOf(context);
	const id = idOf(update);
	const earlier = deduplicatorOf(context).has(id) ? Promise.resolve(true) : recentDeliveries.get(id);
	if (earlier) return respondLike(context, await earlier, 'Duplicate. Already received.');

	const acknowledged = acknowledgementOf(context.getResponseObject());
	recentDeliveries.set(id, acknowledged);
	void acknowledged.then((isAcknowledged) => {
		// The service sends a refused delivery again.
		if (!isAcknowledged && recentDeliveries.get(id) === acknowledged) recentDeliveries.delete(id);
	});
	if (settings.oneExecutionEach || standsAlone(update)) return startExecution([update]);
	const batch = await webhookBatcherOf(context).add(update, acknowledged);
	return Array.isArray(batch) ? startExecution(batch) : respondLike(context, batch, 'Received.');
}

/** n8n's webhook(): refuses a delivery, acknowledges it without an execution, or starts one. */
export async function webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	const settings = readParameters(this);
	const isTest = this.getMode() === 'manual';
	const refused = isTest ? undefined : await refusal(this, settings);
	if (refused) return refuse(this, refused);

	const body: unknown = this.getBodyData();
	const problem = shapeProblem(body);
	if (problem !== undefined) return refuse(this, [400, problem]);
	const update = body as IDataObject;
	if (isTest) {
		await sleep(EDITOR_DELAY_MS);
		return startExecution([update]);
	}
	if (!isWanted(update, settings.filters)) return acknowledge("Received. The workflow's filters skip it.");
	return await receive(this, settings, update);
}
