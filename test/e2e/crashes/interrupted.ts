import { startSandbox, type Sandbox } from '../../../sandbox';
import { itemsOf } from '../../../tools/n8n-host/execution';
import { startHost, type Host } from '../../../tools/n8n-host/host';
import type { SavedWorkflow } from '../../../tools/n8n-host/rest';
import { manualWorkflow, START } from '../operations/manualWorkflow';
import { compared, type E2eContext, type Finding, type Section } from '../section';
import { sqliteOf } from '../trigger/database';
import { createOnActivation, credentialFor, TriggerWorkflow } from '../trigger/triggerWorkflow';
import { until } from '../../../tools/shared/until';

const PORTS_FROM = 27_000;

/** A killed n8n takes up again what it was publishing after this time; two minutes by default. */
const LEASE = { N8N_WORKFLOW_PUBLICATION_OUTBOX_LEASE_SECONDS: '45' };

const NODE = 'Radars';

const COMPANIES = Array.from({ length: 20 }, (_, index) => ({ domain: `company-${index}.example` }));

const RADARS = { radarsFrom: 'fields', radarType: 'company_mentions', domain: '={{ $json.domain }}' };

const SYNC = { ...RADARS, resource: 'radar', operation: 'syncList', listName: 'Accounts', syncMode: 'apply' };
const CREATE = { ...RADARS, resource: 'radar', operation: 'create' };
const CREATE_IN_BULK = { ...RADARS, resource: 'bulkRequest', operation: 'create' };

/** The create gets no answer and takes effect after n8n is killed: for the first one while it is down, for the others when it runs again. */
const late = (path: string, lateSeconds: number) => ({
	kind: 'timeout' as const,
	effect: 'late' as const,
	lateSeconds,
	method: 'POST',
	path,
});
const SOON = 1;
const LATER = 20;

const SINGLE = '/v1/radars';
const BULK = '/v1/radars/bulk';

const isSent = (sandbox: Sandbox, path: string) =>
	sandbox.control.log().some((request) => request.method === 'POST' && request.path === path);

/** A workflow that creates a radar for each company, on an account of its own. */
interface Subject {
	name: string;
	parameters: object;
	path: string;
	lateSeconds: number;
	sandbox: Sandbox;
	workflow: SavedWorkflow;
}

type SubjectRow = Omit<Subject, 'sandbox' | 'workflow'> & { duplicatesEnabled: boolean };

const SUBJECTS: SubjectRow[] = [
	{
		name: 'sync, duplicates refused',
		parameters: SYNC,
		path: BULK,
		lateSeconds: SOON,
		duplicatesEnabled: false,
	},
	{
		name: 'sync, duplicates allowed',
		parameters: SYNC,
		path: BULK,
		lateSeconds: LATER,
		duplicatesEnabled: true,
	},
	{ name: 'single creates', parameters: CREATE, path: SINGLE, lateSeconds: SOON, duplicatesEnabled: false },
	{
		name: 'create in bulk',
		parameters: CREATE_IN_BULK,
		path: BULK,
		lateSeconds: SOON,
		duplicatesEnabled: false,
	},
];

async function start(host: Host, row: SubjectRow, sandbox: Sandbox): Promise<Subject> {
	const credential = { id: await credentialFor(host, sandbox), name: 'Company Radar API' };
	const nodes = [{ name: NODE, parameters: row.parameters }];
	const workflow = await host.rest.createWorkflow(manualWorkflow(row.name, COMPANIES, nodes, credential));
	sandbox.control.addFaults(late(row.path, row.lateSeconds));
	await host.rest.runManually(workflow, START);
	return { ...row, sandbox, workflow };
}

/** How many radars the run after the crash and the one after it put out, and how often each was paid for. */
async function runAgain(host: Host, { name, sandbox: { control }, workflow }: Subject): Promise<Finding[]> {
	const radars: number[] = [];
	for (let run = 0; run < 2; run++) {
		const execution = await host.rest.executionEnd(await host.rest.runManually(workflow, START));
		radars.push(new Set(itemsOf(execution, NODE).map(({ json }) => json.radar_id)).size);
	}
	const bought = new Set(control.radars().map(({ domain }) => domain)).size;
	const all = COMPANIES.length;
	return [
		compared(`${name}: radars of the next run, and of one more`, radars, [all, all]),
		compared(`${name}: companies watched, radars bought`, [bought, control.charges().length], [all, all]),
	];
}

async function crash(host: Host, sandboxes: Sandbox[], triggered: Sandbox): Promise<Finding[]> {
	const credential = await credentialFor(host, triggered);
	const place = { rest: host.rest, database: sqliteOf(host), credential };
	const trigger = await TriggerWorkflow.create(place, 'Created when published', {
		delivery: 'webhook',
		...createOnActivation('acme.example'),
	});
	triggered.control.addFaults(late(SINGLE, SOON));
	const subjects = await Promise.all(
		SUBJECTS.map(async (row, index) => await start(host, row, sandboxes[index] as Sandbox)),
	);
	const publishing = trigger.activate().catch(() => undefined);
	await until(
		'all creates were sent',
		() => isSent(triggered, SINGLE) && subjects.every(({ sandbox, path }) => isSent(sandbox, path)),
	);
	await host.kill();
	await publishing;
	await host.relaunch();
	const [findings] = await Promise.all([
		Promise.all(subjects.map(async (subject) => await runAgain(host, subject))),
		until('the trigger is published again', () => trigger.isPublished()),
	]);
	await triggered.control.idle();
	const radars = triggered.control.radars().length;
	return [...findings.flat(), compared('created when published, duplicates allowed: radars', radars, 1)];
}

async function run(context: E2eContext): Promise<Finding[]> {
	const account = async (duplicatesEnabled: boolean) =>
		await startSandbox({ balanceUsd: 1e6, settings: { unlimited: true, account: { duplicatesEnabled } } });
	const triggered = await account(true);
	const sandboxes = await Promise.all(SUBJECTS.map(({ duplicatesEnabled }) => account(duplicatesEnabled)));
	const host = await startHost({ tarball: context.tarball, port: PORTS_FROM, env: LEASE }, context);
	try {
		return await crash(host, sandboxes, triggered);
	} finally {
		await host.stop();
		for (const sandbox of [...sandboxes, triggered]) await sandbox.stop();
	}
}

/** n8n is killed while it creates radars, and runs again: none is paid for twice. */
export const interrupted: Section = {
	name: 'interrupted',
	risk: 'a kill amid creates must not pay twice when n8n retries the execution',
	run,
};
