import { BULK_ARRAY_NAMES, UPDATES_ARRAY_NAMES } from './assumptions';
import { LIMITS } from './limits';
import type {
	AccountSummary,
	BulkAccepted,
	BulkResults,
	Radar,
	RadarPage,
	RadarQuery,
	RevealResult,
	TestEventBody,
	TestEventResponse,
	WebhookSchema,
} from './types';
import { isListOfObjects, isObject, listIn, type JsonBody } from '../values/basics/values';
import type { Refusal } from '../values/basics/refusal';

/** The body of a successful response of each endpoint. */
interface Responses {
	getAccount: { data: AccountSummary };
	getRadar: { data: Radar };
	listRadars: RadarPage;
	getBulk: BulkResults;
	listUpdates: JsonBody;
	getWebhookSchema: WebhookSchema;
	createRadar: { data: Radar };
	deactivateRadar: { data: Radar };
	createBulk: BulkAccepted;
	deactivateBulk: JsonBody;
	sendTestEvent: TestEventResponse;
	reveal: RevealResult;
}

export type EndpointName = keyof Responses;

/** What a call of an endpoint takes; the client has a method of its own for each other endpoint. */
export interface CallInputs {
	/** `month` is `YYYY-MM` (UTC), the current one by default. */
	getAccount: { query?: { month?: string } };
	getRadar: { id: string };
	/** One page, newest first. */
	listRadars: { query: RadarQuery };
	/** The radar may stay in the rest of its paid month. */
	deactivateRadar: { id: string };
	getBulk: { id: string };
	sendTestEvent: { body: TestEventBody };
	getWebhookSchema: object;
	/** A match is charged. */
	reveal: { body: { ip: string }; mayRepeat?: Request['mayRepeat'] };
}

/** A successful response, which may hold more fields than these types know. */
export type ResponseBody<Name extends EndpointName> = JsonBody & Responses[Name];

/** The three budgets (docs/contributing/api.md, Rate limits). */
export type BudgetName = 'read' | 'write' | 'bulk';

/** An endpoint (docs/contributing/api.md, Endpoints). */
interface Endpoint {
	method: 'GET' | 'POST' | 'DELETE';
	/** Below the Base URL; the ID of the request takes the place of `{id}`. */
	path: string;
	budget: BudgetName;
	/** The API doesn't document the budget of this endpoint. */
	budgetIsAssumed?: true;
	/** Sending it twice does nothing more than sending it once. */
	isHarmless?: true;
	/** Success may cost money. */
	isCharged?: true;
	/** How long a response may take, from the first byte sent to the last byte received. */
	timeoutSeconds: number;
	/** Up to 1 MB of JSON, which takes milliseconds to serialize. */
	hasLargeBody?: true;
	/** For messages: what a 404 didn't find. */
	resourceLabel: string;
	/** The error text for an unknown outcome of a call that changes something: what happened, and what to do. */
	unknown?: Pick<Refusal, 'what' | 'todo'>;
	/** Whether a successful response has the fields that the rest of the package needs. */
	isResponse(body: JsonBody): boolean;
}

const READ_SECONDS = 30;
const WRITE_SECONDS = 60;
/** The longest response time of the service, plus time for the network. */
const REVEAL_SECONDS = LIMITS.revealAnswerSeconds + 5;
const BULK_SECONDS = 120;

export const mayHaveBeen = (what: string, done: string): string => `${what} may or may not have been ${done}`;

const DEACTIVATE_AGAIN = 'Try again: deactivating a radar twice is safe.';

const READ = {
	method: 'GET',
	budget: 'read',
	isHarmless: true,
	timeoutSeconds: READ_SECONDS,
} as const;

const hasRadar = ({ data }: JsonBody): boolean => isObject(data) && typeof data.radar_id === 'string';

/** The array of updates, whatever its name. */
export function updatesIn(body: JsonBody): JsonBody[] | undefined {
	const list = listIn(body, UPDATES_ARRAY_NAMES);
	return isListOfObjects(list) ? list : undefined;
}

/** The results of a bulk request, its state and its number of radars, which may be in `data`. */
export function bulkResultsIn(body: JsonBody) {
	const { status, summary } = isObject(body.data) ? { ...body, ...body.data } : body;
	const total = isObject(summary) ? Number(summary.total) : NaN;
	return { results: listIn(body, BULK_ARRAY_NAMES), status, total };
}

export const ENDPOINTS: Readonly<Record<EndpointName, Endpoint>> = {
	getAccount: {
		...READ,
		path: '/v1/account',
		resourceLabel: 'the account summary',
		isResponse: ({ data }) => isObject(data) && typeof data.balance_remaining_usd === 'number',
	},
	getRadar: { ...READ, path: '/v1/radars/{id}', resourceLabel: 'this radar', isResponse: hasRadar },
	listRadars: {
		...READ,
		path: '/v1/radars',
		resourceLabel: 'the list of radars',
		isResponse: ({ data }) => isListOfObjects(data),
	},
	getBulk: {
		...READ,
		path: '/v1/radars/bulk/{id}',
		budgetIsAssumed: true,
		resourceLabel: 'this bulk request',
		isResponse: (body) => bulkResultsIn(body).results !== undefined,
	},
	listUpdates: {
		...READ,
		path: '/v1/updates',
		resourceLabel: 'the list of updates',
		isResponse: (body) => updatesIn(body) !== undefined,
	},
	getWebhookSchema: {
		...READ,
		path: '/v1/webhooks/schema',
		budgetIsAssumed: true,
		resourceLabel: 'the webhook schema',
		isResponse: ({ status }) => status !== 'error',
	},
	createRadar: {
		method: 'POST',
		path: '/v1/radars',
		budget: 'write',
		isCharged: true,
		timeoutSeconds: WRITE_SECONDS,
		resourceLabel: 'the address for creating radars',
		unknown: {
			what: mayHaveBeen('The radar', 'created'),
			todo: 'Retry looks for the radar first. Before you create it in another execution, check with Radar: Get Many, or you may pay for a second radar.',
		},
		isResponse: hasRadar,
	},
	deactivateRadar: {
		method: 'DELETE',
		path: '/v1/radars/{id}',
		// Counts as a read.
		budget: 'read',
		isHarmless: true,
		timeoutSeconds: WRITE_SECONDS,
		resourceLabel: 'this radar',
		unknown: { what: mayHaveBeen('The radar', 'deactivated'), todo: DEACTIVATE_AGAIN },
		isResponse: hasRadar,
	},
	createBulk: {
		method: 'POST',
		path: '/v1/radars/bulk',
		budget: 'bulk',
		isCharged: true,
		timeoutSeconds: BULK_SECONDS,
		hasLargeBody: true,
		resourceLabel: 'the address for bulk requests',
		unknown: {
			what: mayHaveBeen('The bulk request', 'accepted'),
			todo: 'Check with Radar: Get Many before you run again, or you may pay for radars twice. Retry looks for them first.',
		},
		isResponse: (body) => typeof body.bulk_id === 'string',
	},
	deactivateBulk: {
		method: 'DELETE',
		path: '/v1/radars/bulk',
		budget: 'bulk',
		isHarmless: true,
		timeoutSeconds: BULK_SECONDS,
		resourceLabel: 'the address for bulk deactivation',
		unknown: { what: mayHaveBeen('The radars', 'deactivated'), todo: DEACTIVATE_AGAIN },
		isResponse: () => true,
	},
	sendTestEvent: {
		method: 'POST',
		path: '/v1/webhooks/test',
		budget: 'read',
		budgetIsAssumed: true,
		timeoutSeconds: READ_SECONDS,
		resourceLabel: 'the address for test events',
		unknown: {
			what: mayHaveBeen('The test event', 'sent'),
			todo: 'Check whether it arrived, or try again: test events are free.',
		},
		isResponse: ({ payload }) => isObject(payload),
	},
	reveal: {
		method: 'POST',
		path: '/v1/company-reveal',
		budget: 'write',
		isCharged: true,
		timeoutSeconds: REVEAL_SECONDS,
		resourceLabel: 'the address for company reveal',
		unknown: {
			what: mayHaveBeen('The lookup', 'charged'),
			todo: 'If you try again, a match may be charged twice.',
		},
		isResponse: ({ data, usage }) =>
			isObject(data) &&
			isListOfObjects(data.companies) &&
			isObject(usage) &&
			typeof usage.total_usd === 'number',
	},
};

/** One call, ready to be sent. */
export interface Request<Name extends EndpointName = EndpointName> {
	endpoint: Name;
	/** The ID of the radar or bulk request. */
	id?: string;
	query?: object;
	body?: object;
	/** Asked before it's sent again. */
	mayRepeat?(): Promise<boolean>;
}

export const endpointOf = ({ endpoint }: Pick<Request, 'endpoint'>): Endpoint => ENDPOINTS[endpoint];
