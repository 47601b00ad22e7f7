import { type IDataObject, type IWebhookFunctions, type IWebhookResponseData, sleep } from 'n8n-workflow';
import { isObject, nonEmptyText, parseJson } from '../shared/values/basics/values';
import { RecentMap } from '../shared/host/recentMap';
import { acknowledgementOf, perNode } from '../shared/host/host';
import { givenIdOf, idOf } from '../shared/updates/update';
import { deduplicatorOf } from './deduplicator';
import { isBulkEvent, standsAlone, toItems, isWantedAndCounted } from './deliveredUpdate';
import { readParameters, type TriggerParameters } from './parameters';
import { knownSecrets, isKnownSecret } from './publish/ownUrl';

const MAX_BATCH_SIZE = 100;

/** Deliveries that share an execution. */
interface Batch {
	updates: IDataObject[];
	/** Whether n8n acknowledges the delivery that starts the execution. */
	acknowledged: Promise<boolean>;
	start: () => void;
}

/**
 * Lets the deliveries of a burst share executions: those that arrive while n8n creates an execution start together. Creating two at once
 * takes longer in total.
 */
class WebhookBatcher {
	private isStarting = false;

	private readonly waiting: Batch[] = [];

	/** Resolves to the updates of a new execution, or to whether the delivery that starts the shared execution is acknowledged. */
	async add(update: IDataObject, acknowledged: Promise<boolean>): Promise<IDataObject[] | boolean> {
		const last = this.waiting.at(-1);
		if (last && last.updates.length < MAX_BATCH_SIZE) {
			last.updates.push(update);
			return await last.acknowledged;
		}
		const updates = [update];
		if (this.isStarting) {
			await new Promise<void>((start) => this.waiting.push({ updates, acknowledged, start }));
		}
		this.isStarting = true;
		void acknowledged.then(() => {
			const next = this.waiting.shift();
			this.isStarting = next !== undefined;
			next?.start();
		});
		return updates;
	}
}

const webhookBatcherOf = perNode(() => new WebhookBatcher());

const RETENTION_SECONDS = 60;

/** Whether each update that was just received is acknowledged, so that a repeated delivery gets the same response as the first. */
export const recentDeliveriesOf = perNode(
	() => new RecentMap<Promise<boolean>>({ seconds: RETENTION_SECONDS }),
);

/** Test deliveries wait this long: the editor misses those that arrive before it listens, and keeps listening. */
const EDITOR_DELAY_MS = 1000;

/** What a sender posted: n8n parses JSON only where the Content-Type says so. */
function bodyOf(context: IWebhookFunctions): unknown {
	const parsed: unknown = context.getBodyData();
	const { rawBody } = context.getRequestObject() as { rawBody?: Uint8Array };
	if (hasId(parsed) || !rawBody) return parsed;
	return parseJson(new TextDecoder().decode(rawBody));
}

const hasId = (body: unknown): boolean => isObject(body) && givenIdOf(body) !== undefined;

/** A body that is no JSON object, in words. */
function bodyInWords(body: unknown, context: IWebhookFunctions): string {
	const { rawBody } = context.getRequestObject() as { rawBody?: Uint8Array };
	const type = nonEmptyText(context.getHeaderData()['content-type']) ?? 'no Content-Type';
	if (!rawBody?.length) return `is empty (${type})`;
	if (body === undefined) return `isn't JSON (${type})`;
	return `is a ${Array.isArray(body) ? 'list' : typeof body} (${type})`;
}

type RefusedDelivery = [status: number, message: string];

/** Why a body is not an event of the service; undefined if it is one. Unknown types are events. */
function shapeProblem(body: unknown, context: IWebhookFunctions): string | undefined {
	if (!isObject(body)) return `The body must be a JSON object. What came ${bodyInWords(body, context)}.`;
	if (givenIdOf(body) === undefined) return 'update_id is missing.';
	return nonEmptyText(body.update_type) ? undefined : 'update_type is missing.';
}

/** Why a delivery is refused; undefined if it isn't. People copy the node's URL into bulk requests, so their events have no secret. */
async function refusal(
	context: IWebhookFunctions,
	{ createsRadars }: TriggerParameters,
	update: IDataObject,
): Promise<RefusedDelivery | undefined> {
	if (!createsRadars || isBulkEvent(update)) return undefined;
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
	const body = bodyOf(this);
	const problem = shapeProblem(body, this);
	if (problem !== undefined) return refuse(this, [400, problem]);
	const update = body as IDataObject;
	const settings = readParameters(this);
	const isTest = this.getMode() === 'manual';
	const refused = isTest ? undefined : await refusal(this, settings, update);
	if (refused) return refuse(this, refused);
	if (isTest) {
		await sleep(EDITOR_DELAY_MS);
		return startExecution([update]);
	}
	if (!isWantedAndCounted(this, update, settings.filters))
		return acknowledge("Received. The workflow's filters skip it.");
	return await receive(this, settings, update);
}
