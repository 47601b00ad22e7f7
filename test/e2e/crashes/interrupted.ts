import { startSandbox, type Sandbox } from '../../../sandbox';
import { itemsOf } from '../../../tools/n8n-host/execution';
import { startHost, type Host } from '../../../tools/n8n-host/host';
import type { SavedWorkflow } from '../../../tools/n8n-host/rest';
import { until } from '../../../tools/shared/until';
import { manualWorkflow, START } from '../manualWorkflow';
import { compared, type E2eContext, type Finding, type Section } from '../section';
import { sqliteOf } from '../trigger/database';
import { morePolls, newFindings, pollEverySeconds } from '../trigger/deliver';
import { outputOf, onceEach, tally } from '../trigger/executions';
import { createOnActivation, credentialFor, TriggerWorkflow } from '../trigger/triggerWorkflow';

const PORTS_FROM = 27_000;

const ENV = {
	// A killed n8n takes up again what it was publishing after this time; two minutes by default.
	N8N_WORKFLOW_PUBLICATION_OUTBOX_LEASE_SECONDS: '45',
	// n8n's scheduler polls and keeps the state of polls with the executions. Off by default in 2.41.
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
};

const NODE = 'Radars';

const COMPANIES = Array.from({ length: 20 }, (_, index) => ({ domain: `company-${index}.example` }));

const RADARS = { radarsFrom: 'fields', radarType: 'company_mentions', domain: '={{ $json.domain }}' };

const SINGLE = '/v1/radars';
const BULK = '/v1/radars/bulk';

/** The create gets no answer and takes effect after n8n is killed. */
const late = (path: string, lateSeconds: number) => ({
	kind: 'timeout' as const,
	effect: 'late' as const,
	lateSeconds,
	method: 'POST',
	path,
});
/** While n8n is down. */
const SOON = 1;
/** When it runs again. */
const LATER = 20;

/** A workflow that creates a radar for each company, on an account of its own. */
interface SubjectRow {
	name: string;
	parameters: object;
	path: string;
	lateSeconds: number;
	duplicatesEnabled?: true;
}

const SUBJECTS: SubjectRow[] = [
	{
		name: 'sync, duplicates allowed',
		parameters: {
			...RADARS,
			resource: 'radar',
			operation: 'syncList',
			listName: 'Accounts',
			syncMode: 'apply',
		},
		path: BULK,
		lateSeconds: LATER,
		duplicatesEnabled: true,
	},
	{
		name: 'single creates',
		parameters: { ...RADARS, resource: 'radar', operation: 'create' },
		path: SINGLE,
		lateSeconds: SOON,
	},
	{
		name: 'create in bulk',
		parameters: { ...RADARS, resource: 'bulkRequest', operation: 'create' },
		path: BULK,
		lateSeconds: SOON,
	},
];

interface Subject extends SubjectRow {
	sandbox: Sandbox;
	workflow: SavedWorkflow;
}

type Account = (settings?: { duplicatesEnabled?: boolean }) => Promise<Sandbox>;

const placeOf = async (host: Host, sandbox: Sandbox) => ({
	rest: host.rest,
	database: sqliteOf(host),
	credential: await credentialFor(host, sandbox),
});

const isSent = ({ control }: Sandbox, path: string) =>
	control.log().some((request) => request.method === 'POST' && request.path === path);

async function start(host: Host, row: SubjectRow, account: Account): Promise<Subject> {
	const sandbox = await account(row);
	const credential = { id: await credentialFor(host, sandbox), name: 'Company Radar API' };
	const nodes = [{ name: NODE, parameters: row.parameters }];
	const workflow = await host.rest.createWorkflow(manualWorkflow(row.name, COMPANIES, nodes, credential));
	sandbox.control.addFaults(late(row.path, row.lateSeconds));
	await host.rest.runManually(workflow, START);
	return { ...row, sandbox, workflow };
}

/** How many radars the run after the crash and the one after it put out, and how often each was paid for. */
async function runAgain(host: Host, { name, sandbox: { control }, workflow }: Subject): Promise<Finding> {
	const radars: number[] = [];
	for (let run = 0; run < 2; run++) {
		const execution = await host.rest.executionEnd(await host.rest.runManually(workflow, START));
		radars.push(new Set(itemsOf(execution, NODE).map(({ json }) => json.radar_id)).size);
	}
	const watched = new Set(control.radars().map(({ domain }) => domain)).size;
	return compared(
		`${name}: radars of the next run, and of one more; companies watched, radars bought`,
		[...radars, watched, control.charges().length],
		Array(4).fill(COMPANIES.length),
	);
}

const SHARE = 20;

/** A workflow that n8n's scheduler polls, and what it has found. */
async function polled(host: Host, account: Account) {
	const sandbox = await account();
	sandbox.control.seed({ radars: 1 });
	const place = await placeOf(host, sandbox);
	const parameters = { delivery: 'polling', pollTimes: pollEverySeconds(2) };
	const workflow = await TriggerWorkflow.create(place, 'Durable', parameters);
	await workflow.activate();
	const ids: string[] = [];
	const find = () => void ids.push(...newFindings(sandbox, SHARE));
	const arrived = async () => {
		const output = new Set(outputOf(await workflow.executions()));
		return ids.slice(-SHARE).every((id) => output.has(id));
	};
	const findings = async () => {
		await until('what was found while n8n was down has arrived', arrived);
		await morePolls(sandbox, 2);
		await workflow.settled();
		// An execution that n8n had begun when it was killed has crashed, with its updates in it.
		await workflow.retryFailed();
		const states = await place.database.query('SELECT * FROM poller_state');
		const output = outputOf(await workflow.executions());
		return [
			compared('states of polls that n8n keeps itself', states.length, 1),
			compared('updates over a kill, with n8n as durable poller', tally(ids, output), onceEach(ids.length)),
		];
	};
	find();
	await until('the first updates have arrived', arrived);
	return { find, findings };
}

async function crash(host: Host, account: Account): Promise<Finding[]> {
	const durable = await polled(host, account);
	const triggered = await account({ duplicatesEnabled: true });
	const trigger = await TriggerWorkflow.create(await placeOf(host, triggered), 'Created when published', {
		delivery: 'webhook',
		...createOnActivation('acme.example'),
	});
	triggered.control.addFaults(late(SINGLE, SOON));
	const subjects = await Promise.all(SUBJECTS.map(async (row) => await start(host, row, account)));
	const publishing = trigger.activate().catch(() => undefined);
	await until(
		'all creates were sent',
		() => isSent(triggered, SINGLE) && subjects.every(({ sandbox, path }) => isSent(sandbox, path)),
	);
	// One share is found while a poll may be under way, one while n8n is down.
	durable.find();
	await host.kill();
	durable.find();
	await publishing;
	await host.relaunch();
	const [findings] = await Promise.all([
		Promise.all(subjects.map(async (subject) => await runAgain(host, subject))),
		until('the trigger is published again', () => trigger.isPublished()),
	]);
	await triggered.control.idle();
	const radars = triggered.control.radars().length;
	return [
		...findings,
		compared('created when published, duplicates allowed: radars', radars, 1),
		...(await durable.findings()),
	];
}

async function run(context: E2eContext): Promise<Finding[]> {
	const sandboxes: Sandbox[] = [];
	const account: Account = async ({ duplicatesEnabled = false } = {}) => {
		const settings = { unlimited: true, account: { duplicatesEnabled } };
		const sandbox = await startSandbox({ balanceUsd: 1e6, settings });
		sandboxes.push(sandbox);
		return sandbox;
	};
	const host = await startHost({ tarball: context.tarball, port: PORTS_FROM, env: ENV }, context);
	try {
		return await crash(host, account);
	} finally {
		await host.stop();
		for (const sandbox of sandboxes) await sandbox.stop();
	}
}

/** n8n is killed while it creates radars and polls by its own scheduler, and runs again. */
export const interrupted: Section = {
	name: 'interrupted',
	risk: "a kill amid creates must not pay twice, and n8n's durable cursors, which no engine test has, must lose nothing",
	run,
};
