import type { RequestListener } from 'node:http';

import { record } from '../recordingServer';

/** Where nothing listens. */
export async function deadUrl(): Promise<string> {
	const server = await record(() => {});
	await server.stop();
	return server.url;
}

/** Sends everybody on to the same path at another address. */
export const redirectTo =
	(url: string, status: number): RequestListener =>
	(request, response) => {
		response.writeHead(status, { location: `${url}${request.url}` }).end();
	};

/** A service that repeats the key in its error, as careless ones do. */
export const repeatKey: RequestListener = (request, response) => {
	const key = String(request.headers['x-api-key']);
	const body = {
		status: 'error',
		code: 400,
		message: `Request with key ${key} refused`,
		errors: [{ field: 'x-api-key', reason: `${key} may not do this` }],
		timestamp: new Date().toISOString(),
		error_id: '6f1c9c52-4e0b-4d39-9a5e-2f6f0a6c9f01',
	};
	response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};
