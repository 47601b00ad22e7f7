import { loopback } from '../../../tools/shared/loopback';
import type { Model } from '../examples/standIns';
import type { Stage } from '../stage';
import type { Agent, AgentTool } from './agent';

export interface World extends Stage {
	agent: Agent;
	model: Model;
	/** What n8n keeps of the model and of the credential of our tools. */
	chosen: { model: string; credential: string; companyRadar: { id: string; name: string } };
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
export async function startOver({ sandbox: { control, baseUrl, apiKey } }: Stage): Promise<void> {
	control.reset();
	const radar = { radar_type: 'company_reviews', domain: 'cedar.example' };
	await loopback.post(`${baseUrl}/v1/radars`, radar, { headers: { 'x-api-key': apiKey } });
}
