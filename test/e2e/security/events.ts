import { randomUUID } from 'node:crypto';

import { itemsOf, type Execution } from '../../../tools/n8n-host/execution';
import { loopback } from '../../../tools/shared/loopback';
import { until } from '../../../tools/shared/until';
import { CREDENTIAL_NAME, credentialInput, noOperation, type Stage } from '../stage';
import { compared, type Finding } from '../section';
import { createOnActivation } from '../trigger/triggerWorkflow';

const TRIGGER = 'Updates';
const NEXT = 'Next';
const DOMAIN = 'harbor.example.com';

const workflow = (credentialId: string) => ({
	name: 'Events',
	nodes: [
		{
			id: randomUUID(),
			name: TRIGGER,
			type: 'n8n-nodes-company-radar.companyRadarTrigger',
			typeVersion: 1,
			position: [0, 0],
			webhookId: randomUUID(),
			parameters: {
				delivery: 'webhook',
				...createOnActivation(DOMAIN),
				options: { verifyEvents: true },
			},
			credentials: { companyRadarApi: { id: credentialId, name: CREDENTIAL_NAME } },
		},
		noOperation(NEXT),
	],
	connections: { [TRIGGER]: { main: [[{ node: NEXT, type: 'main', index: 0 }]] } },
});

async function send(url: string | URL, event: object): Promise<number> {
	const { status } = await loopback.post(String(url), event);
	return status;
}

const withKey = (url: string, secret: string | null): URL => {
	const other = new URL(url);
	other.searchParams.delete('k');
	if (secret !== null) other.searchParams.set('k', secret);
	return other;
};

/** Events that nobody but the service may send, sent by somebody else. */
export async function events({ host: { rest }, sandbox }: Stage): Promise<Finding[]> {
	const credential = await rest.createCredential(credentialInput(sandbox));
	const saved = await rest.createWorkflow(workflow(credential.id));
	await rest.activate(saved);
	await until('the workflow is published', async () => {
		const path = `/workflows/${saved.id}/publication-status`;
		return (await rest.request<{ status: string }>('GET', path)).status === 'published';
	});
	const radar = sandbox.control.radars().find(({ domain }) => domain === DOMAIN);
	const url = String(radar?.webhook_url);
	const forged = () => ({
		update_id: randomUUID(),
		update_type: 'radar_finding',
		discovered_at: new Date().toISOString(),
		data: { radar_id: radar?.radar_id, radar_type: 'company_mentions', domain: DOMAIN, custom_fields: {} },
		content: {},
	});
	const ended = async (count: number): Promise<Execution[]> => {
		const haveStarted = async () => (await rest.executions({ workflowId: saved.id })).length >= count;
		await until(`${count} executions have started`, haveStarted);
		const list = await rest.executions({ workflowId: saved.id });
		return await Promise.all(list.map(async ({ id }) => await rest.executionEnd(id)));
	};
	const passed = (executions: Execution[]) =>
		executions
			.flatMap((execution) => itemsOf(execution, NEXT))
			.map(({ json }) => `${json.update_id} ${json.verified}`)
			.sort();

	const refused = [
		await send(withKey(url, null), forged()),
		await send(withKey(url, ''), forged()),
		await send(withKey(url, randomUUID()), forged()),
	];
	const started = (await rest.executions({ workflowId: saved.id })).length;
	const unknown = forged();
	await send(url, unknown);
	const afterUnknown = passed(await ended(1));

	// Listed, but not delivered yet.
	sandbox.control.change({ deliveries: { attempts: 0 } });
	const [real] = sandbox.control.pushFindings({ radar_id: radar?.radar_id });
	await send(url, { ...real, content: { mention_content: 'forged' } });
	const afterChanged = passed(await ended(2));
	await send(url, { ...real });
	const afterReal = passed(await ended(3));
	sandbox.control.change({ deliveries: { attempts: 3 } });
	await rest.deactivate(saved);
	return [
		compared(
			'Events without the secret of the URL, with none in it and with a wrong one',
			refused,
			[403, 403, 403],
		),
		compared('Executions that they started', started, 0),
		compared('With the secret and Verify Events: an event that the service does not list', afterUnknown, [
			`${unknown.update_id} false`,
		]),
		compared('A listed event with other content is dropped', afterChanged, afterUnknown),
		compared('The genuine one comes through', afterReal, [...afterUnknown, `${real?.update_id} true`].sort()),
	];
}
