import { deepEqual, ok } from 'node:assert/strict';

import type { SavedWorkflow } from '../../../../tools/n8n-host/rest';
import { until } from '../../../../tools/shared/until';
import type { Stage } from '../../stage';
import { McpClient } from '../clients';
import { TOKEN } from '../example';
import { type Completion, mailsIn } from '../standIns';
import { find, isAskedAsShown, onlyRequest, outputOf, pressButton, type Run, type World } from './run';

const ROUND = { company_name: 'Quickmill', company_domain: 'quickmill.example', round: 'Series A' };

/** The model drafts an email about a funding round, and a person answers in Slack. */
function draft(answer: 'true' | 'false', says: string): Run {
	let summary = '';
	return {
		example: 'signals-to-approved-email',
		from: 'Signals',
		before: async (world) => {
			world.model.turns = ['Well done.'];
			const radar = { radar_type: 'industry_funding_rounds' } as const;
			summary = (await find(world, radar, { ...ROUND, amount_usd: 4_500_000 })).summary;
			world.sandbox.control.pushFindings({ content: { ...ROUND, amount_usd: 1000 } });
		},
		execute: async (saved, world, { host: { rest } }) => {
			const id = await rest.runManually(saved, 'Signals');
			await until('n8n waits for a person', async () => (await rest.execution(id)).status === 'waiting');
			ok(showsDraft(JSON.stringify(world.services.sent('POST slack.com/api/chat.postMessage')[0]?.body)));
			isAskedAsShown(world, 'signals-to-approved-email');
			await pressButton(world, summary, answer);
			return await rest.executionEnd(id);
		},
		after: (world) => {
			const { body: asked } = onlyRequest(world, 'POST api.openai.com/v1/chat/completions');
			const [message] = (asked as Completion).messages;
			ok(String(message?.content).includes(summary), `The model was asked: ${message?.content}`);
			const mails = mailsIn(world.services).map(({ subject, text }) => [subject, text]);
			deepEqual(mails, answer === 'true' ? [['Congratulations, Quickmill', 'Well done.']] : []);
			return says;
		},
	};
}

/** The question shows the whole draft. */
const showsDraft = (message: string) => message.includes('Well done.');

export const BUTTON_RUNS: readonly Run[] = [
	draft('true', 'a draft in Gmail, after a person approved it in Slack'),
	draft('false', 'no draft, after a person dropped it in Slack'),
];

const DOMAIN = 'blueharbor.example';
const PACKAGE = 'n8n-nodes-company-radar';

/** The agent wants to create a radar. A person answers in Slack. */
function approval(answer: 'true' | 'false', radars: string[], after: string): Run {
	return {
		example: 'approve-new-radars',
		from: 'Request',
		keepPin: true,
		before: ({ sandbox, model }) => {
			sandbox.control.reset();
			const input = { toolParameters: { company_domain: DOMAIN }, hitlParameters: {} };
			model.turns = [{ tool: 'Create_Radar', input }, 'I am done.'];
		},
		execute: async (saved, world, { host: { rest } }) => {
			const id = await rest.runManually(saved, 'Request');
			await until('n8n waits for a person', async () => (await rest.execution(id)).status === 'waiting');
			deepEqual(world.sandbox.control.radars(), []);
			const [question] = world.services.sent('POST slack.com/api/chat.postMessage');
			ok(!/<[!@#h]/.test(JSON.stringify(question?.body)), JSON.stringify(question?.body));
			if (answer === 'true') isAskedAsShown(world, 'approve-new-radars');
			await pressButton(world, DOMAIN, answer);
			return await rest.executionEnd(id);
		},
		after: ({ sandbox }) => {
			deepEqual(
				sandbox.control.radars().map(({ domain }) => domain),
				radars,
			);
			return after;
		},
	};
}

/** A model that a stranger instructs proposes a text that Slack would run. */
const hostileProposal: Run = {
	...approval('false', [], 'no mention and no link of the model in the question to a person'),
	before: ({ sandbox, model }) => {
		sandbox.control.reset();
		const text = `<!channel> <https://evil.example|${DOMAIN}>`;
		const input = { toolParameters: { company_domain: text }, hitlParameters: {} };
		model.turns = [{ tool: 'Create_Radar', input }, 'I am done.'];
	},
};

/** Publishes the server, and asks it what an MCP client asks. */
async function useServer(saved: SavedWorkflow, { sandbox }: World, { host }: Stage) {
	const { rest } = host;
	const address = `${host.url}/mcp/company-radar`;
	await rest.publish(saved);
	const refused = await McpClient.connect(host, address, 'another token').catch(String);
	ok(typeof refused === 'string', 'A client with another token was let in');
	const client = await McpClient.connect(host, address, TOKEN);
	const names = (await client.tools()).map(({ name }) => name).sort();
	deepEqual(names, ['List_Active_Radars', 'Read_Account', 'Read_Updates']);
	const output = await client.call('List_Active_Radars', {});
	for (const { radar_id: id } of sandbox.control.radars()) ok(output.includes(id), output);
	await client.close();
	let id = '';
	await until('n8n keeps the execution', async () => {
		id = (await rest.executions({ workflowId: saved.id }))[0]?.id ?? '';
		return id !== '';
	});
	const ended = await rest.executionEnd(id);
	await rest.deactivate(saved);
	return ended;
}

export const AGENT_RUNS: readonly Run[] = [
	approval('true', [DOMAIN], 'a radar, after a person approved it in Slack'),
	approval('false', [], 'no radar, after a person declined it in Slack'),
	hostileProposal,
	{
		example: 'mcp-server',
		from: 'MCP Server',
		before: async (world) => void (await find(world, { radar_type: 'company_new_hires', domain: DOMAIN })),
		execute: useServer,
		after: ({ sandbox }) => {
			deepEqual(sandbox.control.charges().length, sandbox.control.radars().length);
			return 'three tools listed, and one called by an MCP client, with nothing charged';
		},
	},
	{
		example: 'mcp-server',
		from: 'Question',
		keepPin: true,
		before: async (world) => {
			await find(world, { radar_type: 'company_new_hires', domain: DOMAIN });
			world.model.turns = [{ tool: 'Read_Updates', input: {} }, 'An answer.'];
		},
		after: ({ services }, ended) => {
			const asked = services.sent('POST api.openai.com/v1/chat/completions');
			const { messages } = asked.at(-1)?.body as Completion;
			const [result] = messages.filter(({ role }) => role === 'tool').map(({ content }) => String(content));
			ok(result?.includes(DOMAIN), result);
			deepEqual(outputOf(ended, 'Agent'), [{ output: 'An answer.' }]);
			return 'an answer in the chat, after the model has read the updates';
		},
	},
];

/** n8n's own MCP server, with which assistants build workflows, finds the nodes of this package and describes them. */
export async function n8nsOwnServer({ host }: Stage): Promise<string> {
	const { rest, url } = host;
	await rest.request('PATCH', '/mcp/settings', { mcpAccessEnabled: true });
	const { apiKey } = await rest.request<{ apiKey: string }>('GET', '/mcp/api-key');
	const client = await McpClient.connect(host, `${url}/mcp-server/http`, apiKey);
	const found = await client.call('search_nodes', { queries: ['company radar'] });
	await client.close();
	return found;
}

export const isFound = (output: string): boolean =>
	[`${PACKAGE}.companyRadar`, `${PACKAGE}.companyRadarTrigger`].every((type) => output.includes(type));
