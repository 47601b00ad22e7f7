import type { Answer } from '../answers';
import type { Account } from '../state/account';
import type { Issue, Json } from '../types';
import type { World } from '../world';

/** A request that was let in and fits the document. */
export interface Call {
	world: World;
	account: Account;
	params: Record<string, string>;
	/** As text; parameters that were not sent are not there. */
	query: Record<string, string>;
	body: unknown;
	/** `error_id` of an error, `request_id` of a reveal. */
	requestId: string;
}

/** What an operation of the document does. */
export interface Route {
	/** What the key must be allowed to do beyond reading. */
	needs: 'write' | 'reveal' | null;
	/** What is wrong with the body, where it is not simply held against the document. */
	bodyIssues?(world: World, body: unknown): Issue[];
	/**
	 * Does it, in one go: nothing else happens in between.
	 * @throws Refusal
	 */
	run(call: Call): Answer;
}

/** Routes by `operationId`. */
export type Routes = Record<string, Route>;

export const bodyOf = (call: Call) => call.body as Json;
