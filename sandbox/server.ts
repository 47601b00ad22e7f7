import type { IncomingMessage } from 'node:http';
import Fastify, {
	type FastifyError,
	type FastifyInstance,
	type FastifyReply,
	type FastifyRequest,
} from 'fastify';
import { envelopeOf, Refusal, refusals } from './answers';
import { registerControl } from './controlRoutes';
import type { Control } from './control';
import { operations, type Operation } from './document/document';
import { perform, requestHeaders, type Incoming } from './exchange';
import { effectOf, spoiled, wireOf, type Fault, type Wire } from './faults';
import type { LogEntry } from './log';
import { withKeyEchoed } from './otherForms';
import { timestamp } from './rules/timestamp';
import type { Service } from './service';
import type { Json } from './types';

/** Large enough for every limit of the API to be checked by its own rule. */
const MOST_BYTES = 256_000_000;
const SLOW_PIECES = 10;
const NO_BODY = Buffer.alloc(0);
const claimedTypes = new WeakMap<IncomingMessage, string | undefined>();

/** The HTTP side: every operation of the document, and the control API next to it. */
export function createServer(service: Service, control: Control): FastifyInstance {
	const server = Fastify({
		bodyLimit: MOST_BYTES,
		exposeHeadRoutes: false,
		forceCloseConnections: true,
		frameworkErrors: (error, _request, reply) => refuse(service, error, reply),
		routerOptions: { maxParamLength: 1_000 },
	});
	takeBodiesAsBytes(server);
	for (const operation of operations) {
		server.route({
			method: operation.method,
			url: operation.path.replace(/\{(\w+)\}/g, ':$1'),
			handler: (request, reply) => exchange(service, operation, request, reply),
		});
	}
	registerControl(server, control);
	server.setErrorHandler((error: FastifyError, _request, reply) => refuse(service, error, reply));
	server.setNotFoundHandler((request, reply) => exchange(service, null, request, reply));
	return server;
}

/** Whatever type a body claims to be: the API's own rules judge it, by the header that is kept here. */
function takeBodiesAsBytes(server: FastifyInstance): void {
	server.addHook('onRequest', (request, _reply, done) => {
		claimedTypes.set(request.raw, request.headers['content-type']);
		request.headers['content-type'] = 'application/octet-stream';
		done();
	});
	server.removeAllContentTypeParsers();
	server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

/** A request that is no proper HTTP: a path that cannot be decoded, a body that is not as long as it says. */
function refuse(service: Service, { statusCode = 500, message }: FastifyError, reply: FastifyReply): void {
	const refusal = statusCode >= 500 ? refusals.internal() : new Refusal(statusCode, message);
	const body = envelopeOf(refusal, service.clock.now(), service.ids.next('request'));
	void reply.code(statusCode).send(body);
}

async function exchange(
	service: Service,
	operation: Operation | null,
	request: FastifyRequest,
	reply: FastifyReply,
) {
	const incoming = incomingOf(operation, request);
	const requestId = service.ids.next('request');
	const entry = service.log.open(loggable(service, incoming));
	const fault = service.faults.take(incoming.method, incoming.path, incoming.body.toString());
	entry.fault = fault?.kind ?? null;
	const right = await effect(service, incoming, requestId, entry, fault);
	const key = service.settings().echoKey ? incoming.headers['x-api-key'] : undefined;
	const echo = (wire: Wire): Wire => (key === undefined ? wire : echoing(wire, key));
	if (fault === null) return send(service, entry, reply, echo(right));
	return sendFault(service, entry, reply, fault, echo(right), echo, requestId);
}

const echoing = (wire: Wire, key: string): Wire => ({
	...wire,
	headers: { ...wire.headers, 'x-echo': key },
	text: wire.text.startsWith('{') ? withKeyEchoed(wire.text, key) : `${wire.text} ${key}`,
});

function incomingOf(operation: Operation | null, request: FastifyRequest): Incoming {
	return {
		operation,
		method: request.method,
		path: request.url.split('?')[0] ?? '',
		params: request.params as Record<string, string>,
		query: { ...(request.query as Json) },
		headers: headersOf(request),
		body: Buffer.isBuffer(request.body) ? request.body : NO_BODY,
	};
}

function headersOf(request: FastifyRequest): Incoming['headers'] {
	const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)] as const);
	return { ...Object.fromEntries(headers), 'content-type': claimedTypes.get(request.raw) };
}

function loggable(service: Service, { method, path, query, headers, body }: Incoming) {
	const key = headers['x-api-key'];
	return {
		at: timestamp(service.clock.now()),
		key: (key === undefined ? undefined : service.keyOf(key)?.name) ?? null,
		method,
		path,
		query,
		headers: { ...headers, ...(key === undefined ? {} : { 'x-api-key': '***' }) } as Record<string, string>,
		requestBody: body.toString('utf8'),
	};
}

/** Lets the service do its part, now, later or not at all, and tells the right answer. */
async function effect(
	service: Service,
	incoming: Incoming,
	requestId: string,
	entry: LogEntry,
	fault: Fault | null,
): Promise<Wire> {
	const work = async () => {
		const { answer, chargeUsd } = await perform(service, incoming, requestId);
		entry.served = answer.status;
		entry.chargeUsd = chargeUsd;
		entry.outcome = answer.status < 400 ? 'done' : 'refused';
		return wireOf(answer);
	};
	const nothing: Wire = { status: 200, headers: requestHeaders(incoming, requestId), text: '{}' };
	switch (fault === null ? 'done' : effectOf(fault)) {
		case 'done':
			return work();
		case 'late':
			entry.outcome = 'late';
			service.tasks.after(((fault?.lateSeconds ?? 0) * 1000) / service.settings().speed, () => {
				void service.tasks.track(work().then(() => undefined));
			});
			return nothing;
		case 'none':
			entry.outcome = 'not run';
			return nothing;
	}
}

function send(service: Service, entry: LogEntry, reply: FastifyReply, { status, headers, text }: Wire) {
	service.log.answered(entry, status, headers, text);
	return reply.code(status).headers(headers).send(text);
}

function sendFault(
	service: Service,
	entry: LogEntry,
	reply: FastifyReply,
	fault: Fault,
	right: Wire,
	echo: (wire: Wire) => Wire,
	requestId: string,
) {
	if (fault.kind === 'timeout') return reply.hijack();
	if (fault.kind === 'cut') {
		reply.hijack();
		return void reply.raw.socket?.destroy();
	}
	const error = faultEnvelope(service, fault, requestId);
	const wire = spoiled(fault, right, error);
	if (fault.kind === 'status') return send(service, entry, reply, echo(wire));
	if (fault.kind !== 'slow') return send(service, entry, reply, wire);
	service.log.answered(entry, wire.status, wire.headers, wire.text);
	return sendSlowly(service, reply, wire, fault.seconds ?? 1);
}

function faultEnvelope(service: Service, { status = 500 }: Fault, requestId: string): object {
	const issues = status === 429 ? [{ field: 'rate_limit', reason: 'minute' }] : [];
	const refusal = new Refusal(
		status,
		status === 500 ? 'An internal server error occurred' : `Fault ${status}`,
		issues,
	);
	return envelopeOf(refusal, service.clock.now(), requestId);
}

async function sendSlowly(
	service: Service,
	reply: FastifyReply,
	{ status, headers, text }: Wire,
	seconds: number,
) {
	reply.hijack();
	const body = Buffer.from(text);
	const size = Math.ceil(body.length / SLOW_PIECES);
	reply.raw.writeHead(status, { ...headers, 'content-length': body.length });
	for (let start = 0; start < body.length && !reply.raw.destroyed; start += size) {
		reply.raw.write(body.subarray(start, start + size));
		await service.tasks.pause((seconds * 1000) / SLOW_PIECES / service.settings().speed);
	}
	reply.raw.end();
}
