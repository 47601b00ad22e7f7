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

const NODE = 'Sync';

const COMPANIES = Array.from({ length: 20 }, (_, index) => ({ domain: `company-${index}.example` }));

const PARAMETERS = {
	resource: 'radar',
	operation: 'syncList',
	listName: 'Target accounts',
	syncMode: 'apply',
	radarsFrom: 'fields',
	radarType: 'company_mentions',
	domain: '={{ $json.domain }}',
};

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

const BULK = '/v1/radars/bulk';

const isSent = (sandbox: Sandbox, path: string) =>
	sandbox.control.log().some((request) => request.method === 'POST' && request.path === path);

async function saveList(host: Host, sandbox: Sandbox, name: string): Promise<SavedWorkflow> {
	const credential = { id: await credentialFor(host, sandbox), name: 'Company Radar API' };
	const nodes = [{ name: NODE, parameters: PARAMETERS }];
	return await host.rest.createWorkflow(manualWorkflow(name, COMPANIES, nodes, credential));
}

/** How often each radar was paid for, and what the run after the crash and the one after it did. */
async function syncAgain(host: Host, { control }: Sandbox, workflow: SavedWorkflow, name: string) {
	const changes: Array<Record<string, number>> = [];
	for (let run = 0; run < 2; run++) {
		const execution = await host.rest.executionEnd(await host.rest.runManually(workflow, START));
		const counts: Record<string, number> = {};
		for (const { json } of itemsOf(execution, NODE)) {
			counts[String(json.change)] = (counts[String(json.change)] ?? 0) + 1;
		}
		changes.push(counts);
	}
	const bought = new Set(control.radars().map(({ domain }) => domain)).size;
	const all = { keep: COMPANIES.length };
	return [
		compared(`${name}: the next run, and one more`, changes, [all, all]),
		compared(
			`${name}: companies watched, radars bought`,
			[bought, control.charges().length],
			[COMPANIES.length, COMPANIES.length],
		),
	];
}

async function crash(host: Host, [refusing, allowing, triggered]: [Sandbox, Sandbox, Sandbox]) {
	const lists = [
		await saveList(host, refusing, 'Refuses duplicates'),
		await saveList(host, allowing, 'Allows duplicates'),
	] as const;
	const credential = await credentialFor(host, triggered);
	const place = { rest: host.rest, database: sqliteOf(host), credential };
	const trigger = await TriggerWorkflow.create(place, 'Created when published', {
		delivery: 'webhook',
		...createOnActivation('acme.example'),
	});
	refusing.control.addFaults(late(BULK, SOON));
	allowing.control.addFaults(late(BULK, LATER));
	triggered.control.addFaults(late('/v1/radars', LATER));
	for (const list of lists) await host.rest.runManually(list, START);
	const publishing = trigger.activate().catch(() => undefined);
	await until(
		'all creates were sent',
		() => isSent(refusing, BULK) && isSent(allowing, BULK) && isSent(triggered, '/v1/radars'),
	);
	await host.kill();
	await publishing;
	await host.relaunch();
	const [[refused = [], allowed = []]] = await Promise.all([
		Promise.all([
			syncAgain(host, refusing, lists[0], 'duplicates refused'),
			syncAgain(host, allowing, lists[1], 'duplicates allowed'),
		]),
		until('the trigger is published again', () => trigger.isPublished()),
	]);
	await triggered.control.idle();
	const radars = triggered.control.radars().length;
	return [...refused, ...allowed, compared('created when published, duplicates allowed: radars', radars, 1)];
}

async function run(context: E2eContext): Promise<Finding[]> {
	const start = async (duplicatesEnabled: boolean) =>
		await startSandbox({ balanceUsd: 1e6, settings: { unlimited: true, account: { duplicatesEnabled } } });
	const sandboxes: [Sandbox, Sandbox, Sandbox] = [await start(false), await start(true), await start(true)];
	const host = await startHost({ tarball: context.tarball, port: PORTS_FROM }, context);
	try {
		return await crash(host, sandboxes);
	} finally {
		await host.stop();
		for (const sandbox of sandboxes) await sandbox.stop();
	}
}

/** n8n is killed while it creates radars, and runs again: none is paid for twice. */
export const interrupted: Section = { name: 'interrupted', run };
