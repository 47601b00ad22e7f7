import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { isWanted } from '../filters';
import { knownSecrets } from '../lifecycle/knownSecrets';
import { isKnownSecret } from '../lifecycle/ownUrl';
import { memoryOf } from '../memory';
import { readSettings, type Settings } from '../settings';
import { isObject, toItems } from '../update';

/** The editor must hear that it listens before it hears of a delivery, or it listens on. Milliseconds. */
const EDITOR_HEARS = 1000;

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

/** Why a body is no event of the service (interface section 6); undefined if it is one. Unknown types are events. */
function shapeProblem(body: unknown): string | undefined {
	if (!isObject(body)) return 'The body must be a JSON object.';
	if (!isText(body.update_id)) return 'update_id is missing.';
	return isText(body.update_type) ? undefined : 'update_type is missing.';
}

/** The status to refuse a delivery with; undefined if it may come in. */
async function refusal(context: IWebhookFunctions, { createsRadars }: Settings): Promise<number | undefined> {
	if (!createsRadars) return undefined;
	const secrets = await knownSecrets(context);
	// The service may try again, and by then the secrets may be found.
	if (!secrets) return 503;
	return isKnownSecret(context.getQueryData() as object, secrets) ? undefined : 403;
}

const REASONS: Record<number, string> = {
	403: 'The URL is not one that this workflow has registered.',
	503: 'The URL cannot be checked at the moment.',
};

function refuse(context: IWebhookFunctions, status: number, message: string): IWebhookResponseData {
	context.getResponseObject().status(status).json({ status: 'error', code: status, message });
	return { noWebhookResponse: true };
}

const acknowledge = (message: string): IWebhookResponseData => ({
	webhookResponse: { status: 'success', message },
});

/** A delivery: refused, acknowledged without an execution, or acknowledged and handed to execute(). */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const settings = readSettings(context);
	const isTest = context.getMode() === 'manual';
	const status = isTest ? undefined : await refusal(context, settings);
	if (status !== undefined) return refuse(context, status, REASONS[status] ?? '');

	const body: unknown = context.getBodyData();
	const problem = shapeProblem(body);
	if (problem !== undefined) return refuse(context, 400, problem);
	const update = body as IDataObject;
	if (!isTest && !isWanted(update, settings.filters)) {
		return acknowledge('Received. The filters of the workflow leave it out.');
	}
	if (isTest) await sleep(EDITOR_HEARS);
	const { recorder, flood } = memoryOf(context);
	// Where execute() runs in this process, a redelivery costs no execution.
	if (!isTest && recorder.knows(String(update.update_id))) {
		return acknowledge('Received. It came before.');
	}
	// A bulk event may be large, and events are verified one after the other: these stay alone.
	const isAlone =
		isTest || settings.oneExecutionEach || settings.verifyEvents || update.update_type === 'bulk_completed';
	const shared = isAlone ? [update] : await flood.gather(update, context.getResponseObject());
	if (shared === false) return refuse(context, 503, 'The execution could not be started.');
	if (shared === true) return acknowledge('Received. It shares an execution with others.');
	const envelopes = shared.map((each) => ({ update: each, pushed: true }));
	return { ...acknowledge('Received.'), workflowData: [toItems(envelopes)] };
}
