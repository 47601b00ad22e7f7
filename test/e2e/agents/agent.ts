import type { N8nRest } from '../../../tools/n8n-host/rest';
import type { Model } from '../examples/standIns';
import { createRadar, type Stage } from '../stage';

/** A tool of an agent, as n8n keeps it. */
export interface AgentTool {
	type: 'node';
	name: string;
	description: string;
	node: { nodeType: string; nodeTypeVersion: number; nodeParameters: object; credentials: object };
	requireApproval: boolean;
}

/** What the model gives a tool, and n8n shows to a person who is to approve it. */
export interface Suspension {
	runId: string;
	toolCallId: string;
	input: { displayName: string; args: object };
}

interface AgentEvent {
	type: string;
	message?: string;
	missing?: string[];
	payload?: Suspension;
}

/** One of n8n's own Agents, as the editor makes it and talks to it. */
export class Agent {
	private constructor(
		private readonly rest: N8nRest,
		readonly projectId: string,
		readonly id: string,
	) {}

	static async create(rest: N8nRest, name: string): Promise<Agent> {
		const { id: projectId } = await rest.request<{ id: string }>('GET', '/projects/personal');
		const { id } = await rest.request<{ id: string }>('POST', `/projects/${projectId}/agents/v2`, { name });
		return new Agent(rest, projectId, id);
	}

	private get path(): string {
		return `/projects/${this.projectId}/agents/v2/${this.id}`;
	}

	/** What n8n keeps of the agent from now on. */
	async configure(config: { tools: AgentTool[]; [member: string]: unknown }): Promise<void> {
		const { configHash } = await this.rest.request<{ configHash: string }>('GET', `${this.path}/config`);
		await this.rest.request('PUT', `${this.path}/config`, { config, baseConfigHash: configHash });
	}

	async publish(): Promise<void> {
		await this.rest.request('POST', `${this.path}/publish`, {});
	}

	/** Writes in the agent's chat; a person answers each question of a tool with a click. */
	async chat(message: string, answer: (question: Suspension) => boolean): Promise<void> {
		let events = await this.rest.events<AgentEvent>(`${this.path}/chat`, { message });
		for (;;) {
			const failed = events.find(({ type }) => type === 'error');
			if (failed) throw new Error(`${failed.message} ${failed.missing?.join() ?? ''}`);
			const question = events.find(({ type }) => type === 'tool-call-suspended')?.payload;
			if (!question) return;
			const { runId, toolCallId } = question;
			const resumeData = { approved: answer(question) };
			const body = { runId, toolCallId, resumeData };
			events = await this.rest.events<AgentEvent>(`${this.path}/chat/resume`, body);
		}
	}
}

export interface World extends Stage {
	agent: Agent;
	model: Model;
	/** What n8n keeps of the model and of the credential of our tools. */
	chosen: { model: string; credential: string; credentials: object };
}

/** The agent has these tools from now on. */
export async function configure({ agent, chosen: { model, credential } }: World, tools: AgentTool[]) {
	await agent.configure({
		name: 'Radar Agent',
		instructions: 'Answer with the tools.',
		model,
		credential,
		tools,
	});
}

/** An account with one radar. */
export async function startOver({ sandbox }: Stage): Promise<void> {
	sandbox.control.reset();
	await createRadar(sandbox, { radar_type: 'company_reviews', domain: 'cedar.example' });
}
