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

const DEACTIVATE_AGAIN = 'Run it again: deactivating a radar twice does no harm.';

const read = (thing: string): Endpoint => ({
	method: 'GET',
	budget: 'read',
	retrySafety: 'harmless',
	timeoutSeconds: READ_SECONDS,
	resourceLabel: thing,
});

export const ENDPOINTS = {
	getAccount: read('account summary'),
	getRadar: read('radar'),
	listRadars: read('list of radars'),
	getBulk: { ...read('bulk submission'), budgetIsAssumed: true },
	listUpdates: read('list of updates'),
	getWebhookSchema: { ...read('webhook schema'), budgetIsAssumed: true },
	createRadar: {
		method: 'POST',
		budget: 'write',
		retrySafety: 'creates',
		timeoutSeconds: WRITE_SECONDS,
		resourceLabel: 'address for creating radars',
		unknown: {
			happened: 'It is not known whether the radar was created',
			todo: 'Look for it with Radar: Get Many before you run it again: running it again may pay for a second radar.',
		},
	},
	// Counts as a read.
	deactivateRadar: {
		method: 'DELETE',
		budget: 'read',
		retrySafety: 'harmless',
		timeoutSeconds: WRITE_SECONDS,
		resourceLabel: 'radar',
		unknown: {
			happened: 'It is not known whether the radar was deactivated',
			todo: DEACTIVATE_AGAIN,
		},
	},
	createBulk: {
		method: 'POST',
		budget: 'bulk',
		retrySafety: 'never',
		timeoutSeconds: BULK_SECONDS,
		resourceLabel: 'address for bulk submissions',
		unknown: {
			happened: 'It is not known whether the bulk submission was accepted',
			todo: 'Look for its radars with Radar: Get Many before you run it again: running it again may pay for them twice.',
		},
	},
	deactivateBulk: {
		method: 'DELETE',
		budget: 'bulk',
		retrySafety: 'harmless',
		timeoutSeconds: BULK_SECONDS,
		resourceLabel: 'address for bulk deactivation',
		unknown: { happened: 'It is not known which radars were deactivated', todo: DEACTIVATE_AGAIN },
	},
	sendTestEvent: {
		method: 'POST',
		budget: 'read',
		budgetIsAssumed: true,
		retrySafety: 'paid',
		timeoutSeconds: READ_SECONDS,
		resourceLabel: 'address for test events',
		unknown: {
			happened: 'It is not known whether the test event was sent',
			todo: 'Look whether it arrived, or run it again: it costs nothing.',
		},
	},
	reveal: {
		method: 'POST',
		budget: 'write',
		retrySafety: 'paid',
		timeoutSeconds: REVEAL_SECONDS,
		resourceLabel: 'address for company reveal',
		unknown: {
			happened: 'It is not known whether the lookup was charged',
			todo: 'Running it again looks the address up again, and a match is then charged again.',
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
