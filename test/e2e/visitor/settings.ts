import { until } from '../../../tools/shared/until';
import { compared, type Finding } from '../section';
import { lookedUp, view, VisitorWorkflow } from './visitorWorkflow';
import type { World } from './world';

/** A company, a visitor without one, and a failed lookup: the failure takes the error output, and nobody is looked up twice. */
async function errorOutput(world: World): Promise<Finding> {
	const settings = {
		onError: 'continueErrorOutput',
		retryOnFail: true,
		maxTries: 3,
		waitBetweenTries: 100,
		executeOnce: true,
	};
	const workflow = await VisitorWorkflow.create(world, {}, settings);
	await workflow.publish();
	const before = lookedUp(world).length;
	await view(world, workflow, { address: '93.184.40.1' });
	await until('the company is reported', async () => (await workflow.executions()).length === 1);
	await view(world, workflow, { address: '93.184.40.11' });
	await until('two are looked up', () => lookedUp(world).length === before + 2);
	world.sandbox.control.addFaults({ kind: 'status', status: 403, path: '/v1/company-reveal' });
	await view(world, workflow, { address: '93.184.40.3' });
	await until('the failure is reported', async () => (await workflow.executions()).length === 2);
	const seen = [
		(await workflow.executions()).map(({ status }) => status),
		(await workflow.visitors()).map(({ domain }) => typeof domain),
		(await workflow.failures()).map(({ error }) => typeof error),
		lookedUp(world).length - before,
	];
	await workflow.unpublish();
	return compared(
		'Continue (using error output), Retry On Fail, Execute Once: executions, items, failures, lookups',
		seen,
		[['success', 'success'], ['string'], ['string'], 3],
	);
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

/** What n8n does with items and failures under the settings of the node. */
export async function settings(world: World): Promise<Finding[]> {
	return [await errorOutput(world), await pinnedAndRetried(world)];
}
