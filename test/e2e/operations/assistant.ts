import { createRequire } from 'node:module';

import { startSandbox, type Sandbox } from '../../../sandbox';
import { itemsOf } from '../../../tools/n8n-host/execution';
import type { NodeTypeDescription } from '../../../tools/n8n-host/rest';
import { loopback } from '../../../tools/shared/loopback';
import { until } from '../../../tools/shared/until';
import { ACTION, TRIGGER } from '../../../tools/shared/nodeTypes';
import { compared, type E2eContext, type Finding } from '../section';
import { credentialInput, onStage, type Stage } from '../stage';
import { sqliteOf } from '../trigger/database';
import { newFindings } from '../trigger/deliver';
import { credentialFor, TriggerWorkflow } from '../trigger/triggerWorkflow';
import { view, VisitorWorkflow } from '../visitor/visitorWorkflow';
import { manualWorkflow, START } from './manualWorkflow';
import { SEARCHES, type Sentence, SENTENCES } from './sentences';

/** What n8n's assistant finds by the words that people use, and what it builds from nothing but the types of our nodes. */
export const assistant = async (context: E2eContext): Promise<Finding[]> =>
	await onStage(
		context,
		async (stage) => {
			const findings: Finding[] = [];
			for (const sentence of SENTENCES) findings.push(await outcome(sentence, stage));
			// Last, since n8n closes idle connections while its search is loaded.
			return [...findings, ...(await searches(stage))];
		},
		{ N8N_PROXY_HOPS: '1' },
	);

/** The part of n8n that its assistant searches nodes with. */
interface NodeCatalog {
	NodeSearchEngine: new (types: NodeTypeDescription[]) => {
		searchByName(query: string, limit: number): Array<{ name: string }>;
	};
}

/** As many as n8n's code builder looks at. */
const FIRST = 5;

async function searches({ host }: Stage): Promise<Finding[]> {
	const types = await host.rest.nodeTypes();
	const { NodeSearchEngine } = createRequire(host.installation.n8n)(
		'@n8n/ai-utilities/node-catalog',
	) as NodeCatalog;
	const engine = new NodeSearchEngine(types.filter(({ name }) => !name.endsWith('Tool')));
	const isOwn = (name: string) => name.startsWith('n8n-nodes-company-radar.');
	return SEARCHES.map(([phrase, type]) => {
		const names = engine.searchByName(phrase, FIRST).map(({ name }) => name);
		const seen = `place ${names.indexOf(type) + 1} of ${types.length} nodes`;
		return { what: `the assistant looks for "${phrase}"`, seen, ok: names.find(isOwn) === type };
	});
}

const NODE = 'Company Radar';

/** Each sentence has a service of its own, since some count what there is. */
async function outcome(sentence: Sentence, stage: Stage): Promise<Finding> {
	const sandbox = await startSandbox({ settings: { unlimited: true } });
	const run = sentence.type === ACTION ? execute : sentence.type === TRIGGER ? publish : visit;
	try {
		const count = await run(sentence, { ...stage, sandbox });
		return compared(`"${sentence.says}": items`, count, sentence.gives);
	} finally {
		await sandbox.stop();
	}
}

async function execute({ says, parameters, items = [{}] }: Sentence, { host: { rest }, sandbox }: Stage) {
	const input = credentialInput(sandbox);
	const credential = { ...(await rest.createCredential(input)), name: input.name };
	const workflow = await rest.createWorkflow(
		manualWorkflow(says, items, [{ name: NODE, parameters }], credential),
	);
	const execution = await rest.executionEnd(await rest.runManually(workflow, START));
	return execution.status === 'success' ? itemsOf(execution, NODE).length : execution.error?.message;
}

async function createRadar({ apiKey, baseUrl }: Sandbox, type: string): Promise<void> {
	const target =
		type === 'contact_job_changes' ? { domain: 'acme-example.com', email: 'jane.doe@acme-example.com' } : {};
	await loopback.post(
		`${baseUrl}/v1/radars`,
		{ radar_type: type, ...target },
		{ headers: { 'x-api-key': apiKey } },
	);
}

/** Publishes the trigger and lets a radar find something. What polls once an hour shows it when the step is executed. */
async function publish({ says, parameters }: Sentence, { host, sandbox }: Stage) {
	const place = {
		rest: host.rest,
		database: sqliteOf(host),
		credential: await credentialFor(host, sandbox),
	};
	const workflow = await TriggerWorkflow.create(place, says, parameters);
	await workflow.activate();
	const [event] = parameters.events as [string];
	if (sandbox.control.radars().length === 0) await createRadar(sandbox, event);
	newFindings(sandbox, 1);
	await sandbox.control.idle();
	if (parameters.pollTimes) {
		const id = await host.rest.runManually(workflow, 'Company Radar Trigger');
		const execution = await host.rest.executionEnd(id);
		await workflow.deactivate();
		return itemsOf(execution, 'Company Radar Trigger').length;
	}
	await workflow.settled(1);
	await workflow.deactivate();
	return (await workflow.outputIds()).length;
}

async function visit({ parameters }: Sentence, { host, sandbox }: Stage) {
	const workflow = await VisitorWorkflow.create({ host, sandbox }, parameters);
	await workflow.publish();
	const origin = `https://${String(parameters.allowedWebsites)}`;
	await view({ host }, workflow, { address: '93.184.216.1', headers: { origin }, body: { o: origin } });
	await until('the company is reported', async () => (await workflow.visitors()).length > 0);
	return (await workflow.visitors()).length;
}
