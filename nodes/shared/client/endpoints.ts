/** The three budgets (docs/api.md, Rate limits). */
export type BudgetName = 'read' | 'write' | 'bulk';

/**
 * What sending a call twice may do:
 * - `harmless`: nothing (reads, deactivations).
 * - `paid`: it may be charged twice, unless the service said that it did nothing (reveal).
 * - `creates`: it may make a second radar, unless the list of radars shows none (create).
 * - `never`: nothing tells whether the first one worked (bulk create).
 */
export type RetrySafety = 'harmless' | 'paid' | 'creates' | 'never';

/** An endpoint (docs/api.md, Endpoints). */
export interface Endpoint {
	method: 'GET' | 'POST' | 'DELETE';
	budget: BudgetName;
	/** The API names no budget for it. */
	budgetIsAssumed?: true;
	retrySafety: RetrySafety;
	/** How long an answer may take, from the first byte sent to the last byte received. */
	timeoutSeconds: number;
	/** What a 404 did not find. */
	resourceLabel: string;
	/** What is told where a call that changes something has an unknown outcome: what happened, and what to do. */
	unknown?: { happened: string; todo: string };
}

const READ_SECONDS = 30;
const WRITE_SECONDS = 60;
/** The service needs up to 25 (docs/api.md, Reveal). */
const REVEAL_SECONDS = 30;
const BULK_SECONDS = 120;

const DEACTIVATE_AGAIN = 'Try again: deactivating a radar twice is safe.';

const read = (thing: string): Endpoint => ({
	method: 'GET',
	budget: 'read',
	retrySafety: 'harmless',
	timeoutSeconds: READ_SECONDS,
	resourceLabel: thing,
});

export const ENDPOINTS = {
	getAccount: read('the account summary'),
	getRadar: read('this radar'),
	listRadars: read('the list of radars'),
	getBulk: { ...read('this bulk request'), budgetIsAssumed: true },
	listUpdates: read('the list of updates'),
	getWebhookSchema: { ...read('the webhook schema'), budgetIsAssumed: true },
	createRadar: {
		method: 'POST',
		budget: 'write',
		retrySafety: 'creates',
		timeoutSeconds: WRITE_SECONDS,
		resourceLabel: 'the address for creating radars',
		unknown: {
			happened: 'The radar may or may not have been created',
			todo: 'Check with Radar: Get Many before trying again, or you may pay for a second radar.',
		},
	},
	// Counts as a read.
	deactivateRadar: {
		method: 'DELETE',
		budget: 'read',
		retrySafety: 'harmless',
		timeoutSeconds: WRITE_SECONDS,
		resourceLabel: 'this radar',
		unknown: {
			happened: 'The radar may or may not have been deactivated',
			todo: DEACTIVATE_AGAIN,
		},
	},
	createBulk: {
		method: 'POST',
		budget: 'bulk',
		retrySafety: 'never',
		timeoutSeconds: BULK_SECONDS,
		resourceLabel: 'the address for bulk requests',
		unknown: {
			happened: 'The bulk request may or may not have been accepted',
			todo: 'Check for its radars with Radar: Get Many before trying again, or you may pay for them twice.',
		},
	},
	deactivateBulk: {
		method: 'DELETE',
		budget: 'bulk',
		retrySafety: 'harmless',
		timeoutSeconds: BULK_SECONDS,
		resourceLabel: 'the address for bulk deactivation',
		unknown: { happened: 'The radars may or may not have been deactivated', todo: DEACTIVATE_AGAIN },
	},
	sendTestEvent: {
		method: 'POST',
		budget: 'read',
		budgetIsAssumed: true,
		retrySafety: 'paid',
		timeoutSeconds: READ_SECONDS,
		resourceLabel: 'the address for test events',
		unknown: {
			happened: 'The test event may or may not have been sent',
			todo: 'Check whether it arrived, or try again: test events are free.',
		},
	},
	reveal: {
		method: 'POST',
		budget: 'write',
		retrySafety: 'paid',
		timeoutSeconds: REVEAL_SECONDS,
		resourceLabel: 'the address for company reveal',
		unknown: {
			happened: 'The lookup may or may not have been charged',
			todo: 'If you try again, a match may be charged twice.',
		},
	},
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof ENDPOINTS;

/** One call as it is to be sent. */
export interface Request {
	endpoint: EndpointName;
	/** Below the Base URL, e.g. `/v1/account`. */
	path: string;
	query?: object;
	body?: object;
	/** Asked before it is sent again though it may have been charged. */
	mayRepeat?(): boolean;
}

export const endpointOf = ({ endpoint }: Pick<Request, 'endpoint'>): Endpoint => ENDPOINTS[endpoint];
