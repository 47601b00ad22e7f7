/** The three budgets (docs/api.md, Rate limits). */
export type BudgetName = 'read' | 'write' | 'bulk';

/**
 * What sending a call twice may do:
 * - `harmless`: nothing (reads, deactivations).
 * - `paid`: it may be charged twice, unless the service said that it did nothing (reveal).
 * - `creates`: it may make a second radar, unless the list of radars shows none (create).
 * - `never`: nothing tells whether the first one worked (bulk create).
 */
export type Repeating = 'harmless' | 'paid' | 'creates' | 'never';

/** An endpoint (docs/api.md, Endpoints). */
export interface Call {
	method: 'GET' | 'POST' | 'DELETE';
	budget: BudgetName;
	/** The API names no budget for it. */
	budgetIsAssumed?: true;
	repeating: Repeating;
	/** How long an answer may take, from the first byte sent to the last byte received. */
	seconds: number;
	/** What a 404 did not find. */
	thing: string;
	/** What is told where a call that changes something has an unknown outcome: what happened, and what to do. */
	unknown?: { happened: string; todo: string };
}

const READ_SECONDS = 30;
const WRITE_SECONDS = 60;
/** The service needs up to 25 (docs/api.md, Reveal). */
const REVEAL_SECONDS = 30;
const BULK_SECONDS = 120;

const DEACTIVATE_AGAIN = 'Try again: deactivating a radar twice is safe.';

const read = (thing: string): Call => ({
	method: 'GET',
	budget: 'read',
	repeating: 'harmless',
	seconds: READ_SECONDS,
	thing,
});

export const CALLS = {
	getAccount: read('the account summary'),
	getRadar: read('this radar'),
	listRadars: read('the list of radars'),
	getBulk: { ...read('this bulk request'), budgetIsAssumed: true },
	listUpdates: read('the list of updates'),
	getWebhookSchema: { ...read('the webhook schema'), budgetIsAssumed: true },
	createRadar: {
		method: 'POST',
		budget: 'write',
		repeating: 'creates',
		seconds: WRITE_SECONDS,
		thing: 'the address for creating radars',
		unknown: {
			happened: 'The radar may or may not have been created',
			todo: 'Check with Radar: Get Many before trying again, or you may pay for a second radar.',
		},
	},
	// Counts as a read.
	deactivateRadar: {
		method: 'DELETE',
		budget: 'read',
		repeating: 'harmless',
		seconds: WRITE_SECONDS,
		thing: 'this radar',
		unknown: {
			happened: 'The radar may or may not have been deactivated',
			todo: DEACTIVATE_AGAIN,
		},
	},
	createBulk: {
		method: 'POST',
		budget: 'bulk',
		repeating: 'never',
		seconds: BULK_SECONDS,
		thing: 'the address for bulk requests',
		unknown: {
			happened: 'The bulk request may or may not have been accepted',
			todo: 'Check for its radars with Radar: Get Many before trying again, or you may pay for them twice.',
		},
	},
	deactivateBulk: {
		method: 'DELETE',
		budget: 'bulk',
		repeating: 'harmless',
		seconds: BULK_SECONDS,
		thing: 'the address for bulk deactivation',
		unknown: { happened: 'The radars may or may not have been deactivated', todo: DEACTIVATE_AGAIN },
	},
	sendTestEvent: {
		method: 'POST',
		budget: 'read',
		budgetIsAssumed: true,
		repeating: 'paid',
		seconds: READ_SECONDS,
		thing: 'the address for test events',
		unknown: {
			happened: 'The test event may or may not have been sent',
			todo: 'Check whether it arrived, or try again: test events are free.',
		},
	},
	reveal: {
		method: 'POST',
		budget: 'write',
		repeating: 'paid',
		seconds: REVEAL_SECONDS,
		thing: 'the address for company reveal',
		unknown: {
			happened: 'The lookup may or may not have been charged',
			todo: 'If you try again, a match may be charged twice.',
		},
	},
} as const satisfies Record<string, Call>;

export type CallName = keyof typeof CALLS;

/** One call as it is to be sent. */
export interface Request {
	call: CallName;
	/** Below the Base URL, e.g. `/v1/account`. */
	path: string;
	query?: object;
	body?: object;
	/** Asked before it is sent again though it may have been charged. */
	mayRepeat?(): boolean;
}

export const callOf = ({ call }: Pick<Request, 'call'>): Call => CALLS[call];
