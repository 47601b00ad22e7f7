import { json } from 'node:stream/consumers';

import { Model } from '../examples/standIns';
import { serve } from '../server';

export interface ModelServer {
	model: Model;
	/** What a user types into the credential of the model. */
	url: string;
	stop(): Promise<void>;
}

/** n8n shows models of known names only. */
export const NAME = 'gpt-5-mini';

const JSON_TYPE = { 'content-type': 'application/json' };

/** The stand-in as a server of the OpenAI kind that streams, which n8n's Agents need. */
export async function startModel(): Promise<ModelServer> {
	const model = new Model();
	const { url, stop } = await serve((request, response) => {
		if (request.url?.endsWith('/models')) {
			const data = [{ id: NAME, object: 'model', created: 0, owned_by: 'nobody' }];
			response.writeHead(200, JSON_TYPE).end(JSON.stringify({ object: 'list', data }));
			return;
		}
		if (!request.url?.endsWith('/chat/completions')) {
			// Then n8n asks for completions.
			response.writeHead(404, JSON_TYPE).end('{}');
			return;
		}
		void json(request).then((body) => {
			const { choices, ...completion } = model.respond({ body });
			const chunks = choices.flatMap(({ message: delta, ...choice }) => [
				{ ...completion, choices: [{ index: 0, delta, finish_reason: null }] },
				{ ...completion, choices: [{ ...choice, delta: {} }] },
			]);
			response.writeHead(200, { 'content-type': 'text/event-stream' });
			response.end([...chunks.map((chunk) => JSON.stringify(chunk)), '[DONE]'].map(asEvent).join(''));
		});
	});
	return { model, url: `${url}/v1`, stop };
}

const asEvent = (data: string) => `data: ${data}\n\n`;
