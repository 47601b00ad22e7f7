import { until } from '../../../tools/shared/until';
import { compared, type Finding } from '../section';
import { lookedUp, view, VisitorWorkflow } from './visitorWorkflow';
import type { World } from './world';

interface Case {
	what: string;
	settings: object;
	/** Statuses of the executions of a company, a visitor without one, and a failure. */
	statuses: string[];
	/** Items that the node after the error output gets. */
	failures: number;
}

const CASES: Case[] = [
	{ what: 'Stop Workflow', settings: {}, statuses: ['success', 'error'], failures: 0 },
	{
		what: 'Retry On Fail',
		settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 100 },
		statuses: ['success', 'error'],
		failures: 0,
	},
	{
		what: 'Continue (using error output)',
		settings: { onError: 'continueErrorOutput' },
		statuses: ['success', 'success'],
		failures: 1,
	},
	{ what: 'Execute Once', settings: { executeOnce: true }, statuses: ['success', 'error'], failures: 0 },
	{
		what: 'Always Output Data',
		settings: { alwaysOutputData: true },
		statuses: ['success', 'error'],
		failures: 0,
	},
];

let visitor = 0;

/** A company, a visitor without one, and a failed lookup: only the company goes on, and nobody is looked up twice. */
async function withSetting(world: World, { what, settings, statuses, failures }: Case): Promise<Finding> {
	const workflow = await VisitorWorkflow.create(world, {}, settings);
	await workflow.publish();
	const before = lookedUp(world).length;
	const network = `93.184.${40 + visitor++}`;
	await view(world, workflow, { address: `${network}.1` });
	await until('the company is reported', async () => (await workflow.executions()).length === 1);
	await view(world, workflow, { address: `${network}.11` });
	await until('two are looked up', () => lookedUp(world).length === before + 2);
	world.sandbox.control.addFaults({ kind: 'status', status: 403, path: '/v1/company-reveal' });
	await view(world, workflow, { address: `${network}.3` });
	await until('the failure is reported', async () => (await workflow.executions()).length === 2);
	const executions = await workflow.executions();
	const seen = [
		executions.map(({ status }) => status),
		(await workflow.visitors()).map(({ domain }) => typeof domain),
		(await workflow.failures()).map(({ error }) => typeof error),
		lookedUp(world).length - before,
	];
	await workflow.unpublish();
	return compared(`setting ${what}: executions, items, failures, lookups`, seen, [
		statuses,
		['string'],
		Array.from({ length: failures }, () => 'string'),
		3,
	]);
}

async function refused(world: World): Promise<Finding> {
	const workflow = await VisitorWorkflow.create(world, {}, { onError: 'continueRegularOutput' });
	const reason = await workflow.refusal();
	return {
		what: 'setting Continue: refused when published',
		seen: reason.slice(0, 200),
		ok: reason.includes("'On Error' must not be 'Continue'"),
	};
}

/** Consent is judged by n8n: an old copy of the script, which knows nothing of it, starts nothing. */
async function consent(world: World): Promise<Finding> {
	const workflow = await VisitorWorkflow.create(world, { options: { waitForConsent: true } });
	await workflow.publish();
	const before = lookedUp(world).length;
	await view(world, workflow, { address: '93.184.39.1' });
	await view(world, workflow, { address: '93.184.39.2', body: { c: true } });
	await until('the visitor who agreed is reported', async () => (await workflow.visitors()).length === 1);
	await workflow.unpublish();
	return compared(
		'consent: who is looked up, of a visitor without and one with it',
		lookedUp(world).slice(before),
		['93.184.39.2'],
	);
}

/** Each of two triggers pays for the same visitor, as the docs say. */
async function twoTriggers(world: World): Promise<Finding> {
	const [one, other] = [await VisitorWorkflow.create(world), await VisitorWorkflow.create(world)];
	const before = lookedUp(world).length;
	for (const workflow of [one, other]) {
		await workflow.publish();
		await view(world, workflow, { address: '93.184.38.1' });
		await until('the company is reported', async () => (await workflow.visitors()).length === 1);
		await workflow.unpublish();
	}
	return compared('two triggers: lookups of one visitor', lookedUp(world).length - before, 2);
}

/** Pinned data and the Retry button: the company that visits is reported, and a failure stays one. Nobody is looked up again. */
async function pinnedAndRetried(world: World): Promise<Finding> {
	const workflow = await VisitorWorkflow.create(world, {}, {}, [{ domain: 'pinned.example' }]);
	await workflow.publish();
	const before = lookedUp(world).length;
	await view(world, workflow, { address: '93.184.37.1' });
	await until('the company is reported', async () => (await workflow.executions()).length === 1);
	world.sandbox.control.addFaults({ kind: 'status', status: 403, path: '/v1/company-reveal' });
	await view(world, workflow, { address: '93.184.37.3' });
	await until('the failure is reported', async () => (await workflow.executions()).length === 2);
	const [, failed] = await workflow.executions();
	if (failed) await workflow.retry(failed);
	const seen = [
		(await workflow.visitors()).map(({ domain }) => domain === 'pinned.example'),
		(await workflow.executions()).map(({ status }) => status),
		lookedUp(world).length - before,
	];
	await workflow.unpublish();
	return compared('pinned data, and Retry of a failure: is pinned, executions, lookups', seen, [
		[false],
		['success', 'error', 'error'],
		2,
	]);
}

/** What each setting of the node leads to, and consent. */
export async function settings(world: World): Promise<Finding[]> {
	const findings: Finding[] = [];
	for (const each of CASES) findings.push(await withSetting(world, each));
	return [
		...findings,
		await refused(world),
		await consent(world),
		await twoTriggers(world),
		await pinnedAndRetried(world),
	];
}
