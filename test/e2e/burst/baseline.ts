import { randomUUID } from 'node:crypto';

import type { N8nRest } from '../../../tools/n8n-host/rest';
import { noOperation } from '../noOperation';
import { post } from '../trigger/deliver';
import { until } from '../trigger/until';

/** A workflow of n8n's own webhook and a node that does nothing: what n8n itself needs. Resolves with its URL and id. */
export async function baseline(rest: N8nRest, webhooksAt: string): Promise<{ url: string; id: string }> {
	const webhookId = randomUUID();
	const saved = await rest.createWorkflow({
		name: 'Baseline',
		nodes: [
			{
				id: randomUUID(),
				name: 'Webhook',
				type: 'n8n-nodes-base.webhook',
				typeVersion: 2,
				position: [0, 0],
				webhookId,
				parameters: { httpMethod: 'POST', path: webhookId, options: {} },
			},
			noOperation('Next'),
		],
		connections: { Webhook: { main: [[{ node: 'Next', type: 'main', index: 0 }]] } },
	});
	await rest.activate(saved);
	const url = `${webhooksAt}/webhook/${webhookId}`;
	await until('the baseline answers', async () => (await post(url, {})) === 200);
	return { url, id: saved.id };
}
