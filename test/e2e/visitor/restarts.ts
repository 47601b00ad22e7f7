import path from 'node:path';

import { until } from '../../../tools/shared/until';
import { compared, type Finding } from '../section';
import { filesWith } from '../security/search';
import { relaunched, REVEAL, timesLookedUp } from './lookups';
import { view, VisitorWorkflow } from './visitorWorkflow';
import type { World } from './world';

/** Files of n8n that hold the address. */
const tracesOf = ({ host }: World, address: string): string[] =>
	filesWith(path.join(host.userFolder, '.n8n'), address, (file) => !file.includes('node_modules')).found;

/** Visits by one address each, so that their traces tell which case left them. */
const ADDRESSES = {
	reported: '93.184.215.101',
	killed: '93.184.215.113',
	refused: '93.184.215.124',
	next: '93.184.215.126',
	/** The same company as the one reported. */
	colleague: '95.184.215.101',
	included: '93.184.215.135',
};

/** Only a lookup that was killed is paid for twice, and then reported; and nothing that n8n keeps tells who visited. */
export async function restarts(world: World): Promise<Finding[]> {
	const { host, sandbox } = world;
	const workflow = await VisitorWorkflow.create(world);
	await workflow.publish();
	const visit = async (address: string) => await view(world, workflow, { address });

	await visit(ADDRESSES.reported);
	await until('the company is reported', async () => (await workflow.visitors()).length === 1);

	sandbox.control.addFaults({ kind: 'slow', path: REVEAL, seconds: 20 });
	await visit(ADDRESSES.killed);
	await until('the lookup is under way', () => timesLookedUp(world, ADDRESSES.killed) === 1);
	await host.kill();
	sandbox.control.clearFaults();
	await relaunched(world, workflow);
	await visit(ADDRESSES.reported);
	await visit(ADDRESSES.killed);
	await until('both are reported', async () => (await workflow.visitors()).length === 2);
	await visit(ADDRESSES.colleague);
	await until('the colleague is looked up', () => timesLookedUp(world, ADDRESSES.colleague) === 1);
	const reported = (await workflow.visitors()).length;

	sandbox.control.addFaults({
		kind: 'status',
		status: 400,
		path: REVEAL,
		body: {
			status: 'error',
			code: 400,
			message: `Bad address ${ADDRESSES.refused}`,
			errors: [{ field: 'ip', reason: `${ADDRESSES.refused} is refused` }],
			timestamp: new Date().toISOString(),
			error_id: '5d0e39a5-3c8b-4a1f-9a43-95a1c0ffee00',
		},
	});
	await visit(ADDRESSES.refused);
	const refusals = () =>
		host
			.log()
			.split('\n')
			.filter((line) => line.includes('(ip: the address is refused)')).length;
	await until('the lookup is refused', () => refusals() === 1);
	await visit(ADDRESSES.next);
	await until('the next visitor is reported', async () => (await workflow.visitors()).length === 3);
	const failures = (await host.rest.executions({ workflowId: workflow.id, status: ['error'] })).length;
	await workflow.unpublish();

	const including = await VisitorWorkflow.create(world, {
		options: { includeIpAddress: true, respectDoNotTrack: false },
	});
	await including.publish();
	await view(world, including, { address: ADDRESSES.included, headers: { dnt: '1' } });
	await until('the address is included', async () => (await including.visitors()).length === 1);
	const [included] = await including.visitors();
	await including.unpublish();
	await host.kill('SIGTERM');
	return [
		compared(
			'lookups of a visitor, and of one whose lookup was killed, after a kill',
			[ADDRESSES.reported, ADDRESSES.killed].map((address) => timesLookedUp(world, address)),
			[1, 2],
		),
		compared('companies reported after a colleague visited', reported, 2),
		compared('failed executions after a visitor was refused', failures, 0),
		compared(
			'files of n8n with an address after success, kill, refusal and repetition',
			[ADDRESSES.reported, ADDRESSES.killed, ADDRESSES.refused, ADDRESSES.next, ADDRESSES.colleague].map(
				(ip) => tracesOf(world, ip),
			),
			[[], [], [], [], []],
		),
		compared(
			"n8n's log with an address",
			Object.values(ADDRESSES).filter((ip) => host.log().includes(ip)),
			[],
		),
		{
			what: 'the same search with Include IP Address on',
			seen: `${String(included?.ip)}: ${tracesOf(world, ADDRESSES.included).join(', ')}`,
			ok: included?.ip === ADDRESSES.included && tracesOf(world, ADDRESSES.included).length > 0,
		},
	];
}
