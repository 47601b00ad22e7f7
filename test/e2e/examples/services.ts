import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';

import { loopback } from '../../../tools/shared/loopback';
import { serve } from '../server';

export interface Certificate {
	/** The file that a client has to trust. */
	file: string;
	cert: Buffer;
	key: Buffer;
}

/** A self-signed certificate for these hosts, made in the folder. */
function makeCertificate(hosts: readonly string[], folder: string): Certificate {
	const file = path.join(folder, 'services.crt');
	const keyFile = path.join(folder, 'services.key');
	const names = hosts.map((host) => `DNS:${host}`).join(',');
	execFileSync(
		'openssl',
		[
			...'req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=services'.split(' '),
			...['-addext', `subjectAltName=${names}`, '-keyout', keyFile, '-out', file],
		],
		{ stdio: 'pipe' },
	);
	return { file, cert: readFileSync(file), key: readFileSync(keyFile) };
}

export interface ServiceRequest {
	method: string;
	/** Without the scheme and the query: `slack.com/api/chat.postMessage`. */
	address: string;
	query: URLSearchParams;
	authorization: string;
	/** Parsed if it is JSON. */
	body: unknown;
}

/** The body of the response, sent as JSON unless it is a buffer. A URL passes the request on to the server there. */
export type Respond = (request: ServiceRequest) => object;

const parsed = (body: string): unknown => {
	try {
		return JSON.parse(body);
	} catch {
		return body;
	}
};

/** Headers that are about one connection. */
const HOP = new Set(['connection', 'content-length', 'host', 'keep-alive', 'transfer-encoding']);

const withoutHop = (headers: object) =>
	Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP.has(name)));

/** Sends the request to the server at the URL, and its response back. */
async function passOn(
	{ method, url, headers }: IncomingMessage,
	data: string,
	{ origin }: URL,
	response: ServerResponse,
): Promise<void> {
	const answer = await loopback.request<Buffer>({
		method,
		url: `${origin}${url}`,
		headers: withoutHop(headers),
		...(data ? { data } : {}),
		decompress: false,
		responseType: 'arraybuffer',
	});
	response.writeHead(answer.status, withoutHop(answer.headers)).end(answer.data);
}

/**
 * Stand-ins for the services that the examples call, behind a proxy: n8n's nodes send their real requests to the
 * services' real addresses, and none leaves this computer.
 */
export class Services {
	/** Oldest first. */
	readonly requests: ServiceRequest[] = [];
	/** Hosts without a stand-in that were called all the same. */
	readonly unknownHosts: string[] = [];

	/** From 400 on, the answer is a failure. */
	statusOf: (request: ServiceRequest) => number = () => 200;

	private constructor(
		/** Settings of n8n that lead its requests here. */
		readonly env: Record<string, string>,
		readonly stop: () => Promise<void>,
	) {}

	/** `hosts` says what each host responds. */
	static async start(hosts: Readonly<Record<string, Respond>>): Promise<Services> {
		const folder = await mkdtemp(path.join(tmpdir(), 'company-radar-services-'));
		const { file, cert, key } = makeCertificate(Object.keys(hosts), folder);
		const tls = createTlsServer({ cert, key }, (request, response) => {
			void services.answer(request, response, hosts);
		});
		const sockets = new Set<Socket>();
		const proxy = await serve();
		proxy.server.on('connect', ({ url = '' }: IncomingMessage, socket: Socket) => {
			sockets.add(socket.on('error', () => socket.destroy()));
			const host = url.replace(/:443$/, '');
			if (!(host in hosts)) {
				services.unknownHosts.push(host);
				socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
				return;
			}
			socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
			tls.emit('connection', socket);
		});
		const services = new Services({ HTTPS_PROXY: proxy.url, NODE_EXTRA_CA_CERTS: file }, async () => {
			for (const socket of sockets) socket.destroy();
			await proxy.stop();
			await rm(folder, { recursive: true });
		});
		return services;
	}

	/** What was sent there, oldest first: `POST slack.com/api/chat.postMessage`. */
	sent(endpoint: string): ServiceRequest[] {
		return this.requests.filter(({ method, address }) => `${method} ${address}` === endpoint);
	}

	private async answer(
		message: IncomingMessage,
		response: ServerResponse,
		hosts: Readonly<Record<string, Respond>>,
	): Promise<void> {
		const { method = '', url = '', headers } = message;
		const { host, pathname, searchParams } = new URL(url, `https://${headers.host}`);
		const content = await text(message);
		const request = {
			method,
			address: host + decodeURIComponent(pathname),
			query: searchParams,
			authorization: headers.authorization ?? '',
			body: parsed(content),
		};
		this.requests.push(request);
		const status = this.statusOf(request);
		if (status >= 400) {
			response.writeHead(status).end();
			return;
		}
		const body = hosts[host]?.(request) ?? {};
		if (body instanceof URL) await passOn(message, content, body, response);
		else if (Buffer.isBuffer(body)) response.end(body);
		else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
	}
}
