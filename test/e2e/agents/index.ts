import { itemsOf } from '../../../tools/n8n-host/execution';
import { TOOL } from '../../../tools/shared/nodeTypes';
import { type Model, toolAnswers, type Turn } from '../examples/standIns';
import { START } from '../manualWorkflow';
import { attempted, type Finding, type Section } from '../section';
import { chooseCredential, inARow, nodeOf, onStage, type Stage } from '../stage';
import { Agent, type AgentTool, configure, startOver, type World } from './agent';
import { searches } from './catalog';
import { mcp } from './mcp';
import { NAME, startModel } from './modelServer';
import { followed } from './steps';
import { create, CREATE, createsRadars, LIMITS, LIST, type Talk, TALKS } from './talks';

/** What calls a tool without an execution: n8n's own Agents, and MCP clients. */
export const agents: Section = {
	name: 'agents',
	packages: ['chromium'],
	risk: "where no execution runs, a tool may not work, may charge without a budget, or not say why to a model, and n8n's own searches may not find it",
	run: async (context) => {
		const server = await startModel();
		try {
			return await onStage(context, async (stage) => [
				...(await ownAgents(stage, server)),
				...(await mcp(stage)),
				...(await searches(stage)),
			]);
		} finally {
			await server.stop();
		}
	},
};

async function ownAgents(stage: Stage, { model, url }: { model: Model; url: string }): Promise<Finding[]> {
	const { rest } = stage.host;
	const credentials = await chooseCredential(stage.host, stage.sandbox);
	const ofModel = { name: 'Model', type: 'openAiApi', data: { apiKey: 'none', url } };
	const { id: credential } = await rest.createCredential(ofModel);
	const agent = await Agent.create(rest, 'Radar Agent');
	const world = { ...stage, agent, model, chosen: { model: `openai/${NAME}`, credential, credentials } };
	const findings: Finding[] = [];
	for (const talk of TALKS)
		findings.push(await attempted(`n8n's Agents: ${talk.what}`, async () => await outcome(talk, world)));
	return [
		...findings,
		await askedByWorkflow(world),
		await attempted("n8n's Agents: the steps of the page, in the editor", () => followed(world)),
	];
}

function toolOf(name: string, parameters: object, { chosen }: World, requireApproval: boolean): AgentTool {
	return {
		type: 'node',
		name,
		description: `${name} of the account`,
		node: {
			nodeType: TOOL,
			nodeTypeVersion: 1,
			nodeParameters: parameters,
			credentials: chosen.credentials,
		},
		requireApproval,
	};
}

/** One free tool, and one that charges, which a person has to approve. */
async function giveTools(world: World, options: object): Promise<void> {
	const list = { resource: 'radar', operation: 'getMany', returnAll: false, limit: 50 };
	const creates = createsRadars(options);
	await configure(world, [toolOf(LIST, list, world, false), toolOf(CREATE, creates, world, true)]);
}

async function outcome(talk: Talk, world: World): Promise<Omit<Finding, 'what'>> {
	const { sandbox, agent, model } = world;
	await startOver(world);
	await giveTools(world, talk.options);
	model.turns = [...talk.turns, 'Done.'];
	const approvals = [...talk.approve];
	let early = 0;
	await agent.chat('Do it.', () => {
		const isFirst = approvals.length === talk.approve.length;
		if (isFirst) early += sandbox.control.radars().length - 1;
		return approvals.shift() ?? false;
	});
	const read = toolAnswers(model.asked.at(-1)?.messages ?? []);
	const radars = sandbox.control.radars().map(({ domain }) => domain);
	const isTold =
		talk.reads.length === read.length && talk.reads.every((text, index) => text.test(read[index] ?? ''));
	const isRight =
		JSON.stringify(radars) === JSON.stringify(talk.radars) && early === 0 && approvals.length === 0;
	const seen = `${radars.join(', ')}; ${read.map((text) => text.slice(0, 300)).join(' | ')}`;
	return { seen, ok: isTold && isRight && sandbox.control.charges().length === talk.radars.length };
}

const ASK = 'Message an Agent';

/** Asks the published agent, which uses its free tool, and then the one that needs a person. */
async function askedByWorkflow(world: World): Promise<Finding> {
	const { host, sandbox, agent, model } = world;
	await startOver(world);
	await giveTools(world, LIMITS);
	await agent.publish();
	const agentId = { __rl: true, mode: 'list', value: agent.id };
	const start = nodeOf(START, 'n8n-nodes-base.manualTrigger');
	const parameters = { agentId, message: 'Do it.' };
	const asks = nodeOf(ASK, 'n8n-nodes-base.messageAnAgent', parameters, { typeVersion: 2 });
	const workflow = await host.rest.createWorkflow(inARow(ASK, [start, asks]));
	const ask = async (turn: Turn) => {
		model.turns = [turn, (messages) => toolAnswers(messages).join()];
		const ended = await host.rest.executionEnd(await host.rest.runManually(workflow, START));
		return ended.error?.message ?? JSON.stringify(itemsOf(ended, ASK));
	};
	const answer = await ask({ tool: 'List_Radars', input: {} });
	const refusal = await ask(create('birch.example'));
	const isFree = sandbox.control.charges().length === 1;
	return {
		what: "n8n's Agents: published, and asked by a workflow, also for what a person has to approve",
		seen: `${answer.slice(0, 300)} | ${refusal}`,
		ok: isFree && answer.includes('cedar.example') && refusal.includes('waiting for tool approval'),
	};
}
