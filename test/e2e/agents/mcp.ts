import { randomUUID } from 'node:crypto';

import { TOOL } from '../../../tools/shared/nodeTypes';
import { McpClient } from '../examples/clients';
import type { Finding } from '../section';
import { chooseCredential, nodeOf, type Stage } from '../stage';
import { createsRadars } from './talks';

const TOKEN = 'token-of-client';

/** The options of the tools: each creates radars. */
const TOOLS = {
	Create_Without_Budget: { maximumRadars: 1 },
	Create: { maximumRadars: 1, monthlyBudget: 5 },
};

const CALLS = [
	['Create_Without_Budget', /'Monthly Budget \(USD\)' is missing.*Set it under Options/, ''],
	['Create', /"domain":"cedar\.example".*"radar_status":"active"/, 'cedar.example'],
] as const;

async function publishedServer({ host: { rest }, sandbox }: Stage): Promise<string> {
	const credentials = await chooseCredential({ rest }, sandbox);
	const bearer = { name: 'Client', type: 'httpBearerAuth', data: { token: TOKEN } };
	const path = randomUUID();
	const server = nodeOf(
		'Server',
		'@n8n/n8n-nodes-langchain.mcpTrigger',
		{ authentication: 'bearerAuth', path },
		{
			typeVersion: 2,
			webhookId: path,
			credentials: { httpBearerAuth: { ...(await rest.createCredential(bearer)), name: bearer.name } },
		},
	);
	const toolDescription = 'Watch the reviews of a company.';
	const tools = Object.entries(TOOLS).map(([name, options]) => {
		const parameters = { descriptionType: 'manual', toolDescription, ...createsRadars(options) };
		return nodeOf(name, TOOL, parameters, { credentials });
	});
	const toServer = { ai_tool: [[{ node: server.name, type: 'ai_tool', index: 0 }]] };
	const workflow = await rest.createWorkflow({
		name: 'MCP',
		nodes: [server, ...tools],
		connections: Object.fromEntries(tools.map(({ name }) => [name, toServer])),
	});
	await rest.publish(workflow);
	return `${rest.url}/mcp/${path}`;
}

/** Paid tools behind an MCP Server Trigger, and a client of the MCP SDK. */
export async function mcp(stage: Stage): Promise<Finding[]> {
	const { control } = stage.sandbox;
	control.reset();
	const client = await McpClient.connect(stage.host.installation, await publishedServer(stage), TOKEN);
	const findings: Finding[] = [];
	for (const [tool, says, radars] of CALLS) {
		const said = await client
			.call(tool, { company_domain: 'cedar.example' })
			.catch(({ message }: Error) => message);
		const own = control.charges().map(() => control.radars()[0]?.domain);
		const seen = `${own.join()}; ${said.slice(0, 300)}`;
		findings.push({ what: `An MCP client: ${tool}`, seen, ok: says.test(said) && own.join() === radars });
	}
	await client.close();
	return findings;
}
