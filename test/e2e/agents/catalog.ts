import { createRequire } from 'node:module';

import type { NodeTypeDescription } from '../../../tools/n8n-host/rest';
import { ACTION, TRIGGER } from '../../../tools/shared/nodeTypes';
import { McpClient } from '../examples/clients';
import type { Finding } from '../section';
import type { Stage } from '../stage';
import { SEARCHES } from './searches';

/** n8n's own MCP server, with which assistants build workflows, finds the nodes of this package. */
async function foundByMcp({ host: { rest, installation, url } }: Stage): Promise<Finding> {
	await rest.request('PATCH', '/mcp/settings', { mcpAccessEnabled: true });
	const { apiKey } = await rest.request<{ apiKey: string }>('GET', '/mcp/api-key');
	const client = await McpClient.connect(installation, `${url}/mcp-server/http`, apiKey);
	const found = await client.call('search_nodes', { queries: ['company radar'] });
	await client.close();
	const ok = [ACTION, TRIGGER].every((type) => found.includes(type));
	return {
		what: "n8n's own MCP server finds the nodes",
		seen: found.slice(0, 80).replaceAll(/\s+/g, ' '),
		ok,
	};
}

/** The part of n8n that its assistant searches nodes with. */
interface NodeCatalog {
	NodeSearchEngine: new (types: NodeTypeDescription[]) => {
		searchByName(query: string, limit: number): Array<{ name: string }>;
	};
}

/** As many as n8n's code builder looks at. */
const FIRST = 5;

async function foundByAssistant({ host: { rest, installation } }: Stage): Promise<Finding> {
	const types = await rest.nodeTypes();
	const load = createRequire(installation.n8n);
	const { NodeSearchEngine } = load('@n8n/ai-utilities/node-catalog') as NodeCatalog;
	const engine = new NodeSearchEngine(types.filter(({ name }) => !name.endsWith('Tool')));
	const found = SEARCHES.map(([phrase, type]) => {
		const names = engine.searchByName(phrase, FIRST).map(({ name }) => name);
		const isFirst = names.find((name) => name.startsWith('n8n-nodes-company-radar.')) === type;
		return { place: `${phrase} ${names.indexOf(type) + 1}`, isFirst };
	});
	return {
		what: `the assistant looks among ${types.length} nodes of n8n: place of ours`,
		seen: found.map(({ place }) => place).join(', '),
		ok: found.every(({ isFirst }) => isFirst),
	};
}

/** What finds our nodes by words. */
export const searches = async (stage: Stage): Promise<Finding[]> => [
	await foundByMcp(stage),
	// Last, since n8n closes idle connections while its search is loaded.
	await foundByAssistant(stage),
];
