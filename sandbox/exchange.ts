import { envelopeOf, rateLimited, Refusal, refusals, type Answer } from './answers';
import type { Operation } from './document/document';
import { bodyIssues, queryIssues } from './document/validator';
import { accountRoutes } from './routes/account';
import { bulkRoutes } from './routes/bulk';
import { radarRoutes } from './routes/radars';
import { revealRoutes } from './routes/reveal';
import type { Route, Routes } from './routes/route';
import { updateRoutes } from './routes/updates';
import { webhookRoutes } from './routes/webhooks';
import type { Service } from './service';
import type { Account } from './state/account';
import type { Json } from './types';
import type { ApiKey } from './world';

const ROUTES: Routes = {
	...radarRoutes,
	...bulkRoutes,
	...accountRoutes,
	...updateRoutes,
	...webhookRoutes,
	...revealRoutes,
};
const REVEAL = 'revealCompany';
const REVEAL_LONGEST_MS = 25_000;

/** A request as it came in. */
export interface Incoming {
	/** Null when no operation has this method and path. */
	operation: Operation | null;
	method: string;
	path: string;
	params: Record<string, string>;
	query: Json;
	headers: Record<string, string | undefined>;
	body: Buffer;
}

/** What the service did, and what it charged for it. */
export interface Performed {
	answer: Answer;
	chargeUsd: number;
}

/** The headers that every answer to a request has: on reveal, its id. */
export const requestHeaders = ({ operation }: Incoming, requestId: string): Record<string, string> =>
	operation?.id === REVEAL ? { 'x-request-id': requestId } : {};

/**
 * Does what a request asks for: key, budget, permission, body, document, then the route. Every refusal becomes an error
 * envelope (docs/contributing/api.md, Errors).
 */
export async function perform(service: Service, incoming: Incoming, requestId: string): Promise<Performed> {
	const { operation } = incoming;
	const headers = requestHeaders(incoming, requestId);
	try {
		const key = authenticated(service, incoming.headers['x-api-key']);
		if (operation === null) throw refusals.notFound('path', 'Resource');
		spend(service, operation, key, headers);
		const { answer, chargeUsd } = await served(service, incoming, operation, key, requestId);
		return { answer: { ...answer, headers: { ...headers, ...answer.headers } }, chargeUsd };
	} catch (error) {
		const refusal = error instanceof Refusal ? error : unexpected(error);
		const body = envelopeOf(refusal, service.clock.now(), requestId);
		return {
			answer: { status: refusal.status, headers: { ...headers, ...refusal.headers }, body },
			chargeUsd: 0,
		};
	}
}

function unexpected(error: unknown): Refusal {
	console.error(error);
	return refusals.internal();
}

function authenticated(service: Service, value: string | undefined): ApiKey {
	if (value === undefined || value === '') throw refusals.missingKey();
	const key = service.keyOf(value);
	if (key === undefined || !key.active) throw refusals.invalidKey();
	return key;
}

/** Takes a token, and adds what the headers say of the budget. */
function spend(service: Service, { budget }: Operation, key: ApiKey, headers: Record<string, string>): void {
	const owner =
		budget === 'bulk' ? `account of ${key.account === service.account ? 'full' : key.name}` : key.name;
	const { headers: budgetHeaders, refused } = service.budgets.take(budget, owner);
	Object.assign(headers, budgetHeaders);
	if (refused !== null) throw rateLimited(budget === 'bulk', refused.reason, refused.retryAfter);
}

async function served(
	service: Service,
	incoming: Incoming,
	operation: Operation,
	key: ApiKey,
	requestId: string,
): Promise<Performed> {
	const route = ROUTES[operation.id];
	if (route === undefined) throw new Error(`There is no route for ${operation.id}.`);
	permit(service, route, key);
	const query = checkedQuery(operation, incoming.query);
	const body = operation.hasBody ? checkedBody(service, operation, route, incoming) : null;
	await latency(service, operation);
	const { params } = incoming;
	const call = { world: service, account: key.account, params, query, body, requestId };
	return charged(key.account, () => route.run(call));
}

function permit(service: Service, { needs }: Route, key: ApiKey): void {
	if (needs !== null && !key.writes) throw refusals.noPermission();
	const enabled = key.reveals && service.settings().account.revealEnabled;
	if (needs === 'reveal' && !enabled) throw refusals.revealDisabled();
}

function checkedQuery(operation: Operation, query: Json): Record<string, string> {
	const issues = queryIssues(operation, query);
	if (issues.length > 0) throw refusals.invalid(issues);
	return query as Record<string, string>;
}

function checkedBody(
	service: Service,
	operation: Operation,
	route: Route,
	{ headers, body }: Incoming,
): unknown {
	const reveal = operation.id === REVEAL;
	const json = /^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '');
	if (reveal && !json) throw refusals.unsupportedMediaType();
	const most = operation.maxBodyBytes ?? Infinity;
	if (body.length > most) throw reveal ? refusals.tooLarge(most) : refusals.bodyTooLarge(most);
	const value = parsedJson(body);
	const issues = route.bodyIssues?.(service, value) ?? bodyIssues(operation, value);
	if (issues.length > 0) throw refusals.invalid(issues);
	return value;
}

function parsedJson(body: Buffer): unknown {
	try {
		return JSON.parse(body.toString('utf8'));
	} catch {
		throw refusals.malformedJson();
	}
}

async function latency(service: Service, { id, method, path }: Operation): Promise<void> {
	const { latencyMs, speed } = service.settings();
	const wanted = latencyMs[`${method} ${path}`] ?? latencyMs['*'] ?? 0;
	if (wanted === 0) return;
	const most = id === REVEAL ? REVEAL_LONGEST_MS : Infinity;
	const goesOn = await service.tasks.pause(Math.min(wanted, most) / speed);
	if (!goesOn || wanted > most) throw refusals.unavailable();
}

function charged(account: Account, run: () => Answer): Performed {
	const before = account.ledger.usedUsd;
	const answer = run();
	return { answer, chargeUsd: Number((account.ledger.usedUsd - before).toFixed(6)) };
}
