import { startSandbox, type Sandbox } from '../../../sandbox';
import { itemsOf } from '../../../tools/n8n-host/execution';
import type { Host } from '../../../tools/n8n-host/host';
import { manualWorkflow, START } from '../operations/manualWorkflow';
import { compared, type Finding } from '../section';
import { pollEverySeconds } from './deliver';
import { onceEach, tally } from './executions';
import { credentialFor, TriggerWorkflow, type TriggerPlace } from './triggerWorkflow';

/** The time zone of n8n's process in this section. */
export const TIME_ZONE = 'Asia/Tokyo';

const HOUR_MS = 3_600_000;

type Updates = ReturnType<Sandbox['control']['pushFindings']>;

/** From now on, the service lists these updates, with times that name no zone. */
function listWithoutZone(sandbox: Sandbox, found: Updates): void {
	const withoutZone = (time: unknown) => String(time).replace('Z', '');
	const updates = found.map((update) => ({ ...update, discovered_at: withoutZone(update.discovered_at) }));
	const timestamp = withoutZone(sandbox.control.clock().now);
	const body = { status: 'success', code: 200, updates, has_more: false, timestamp };
	sandbox.control.clearFaults();
	sandbox.control.addFaults({ kind: 'status', status: 200, path: '/v1/updates', body, count: 10_000 });
}

const idsOf = (updates: Updates): string[] => updates.map(({ update_id: id }) => id);

/** A time without a zone is UTC, wherever n8n runs. */
export async function times(host: Host, place: TriggerPlace): Promise<Finding[]> {
	const sandbox = await startSandbox({ settings: { unlimited: true } });
	try {
		sandbox.control.seed({ radars: 1 });
		const credential = await credentialFor(host, sandbox);
		const at = new Date(Date.now() - 2 * HOUR_MS).toISOString();
		const old = sandbox.control.pushFindings({ count: 5, discovered_at: at });
		listWithoutZone(sandbox, old);
		const parameters = { delivery: 'polling', pollTimes: pollEverySeconds(5), testWith: 'last30Days' };
		const polling = await TriggerWorkflow.create({ ...place, credential }, 'Times', parameters);
		await polling.activate();
		const found = sandbox.control.pushFindings({ count: 3 });
		listWithoutZone(sandbox, [...found, ...old]);
		await polling.settled(3);
		const polled = tally(idsOf(found), await polling.outputIds());
		await polling.deactivate();
		await polling.executeStep();
		const shown = (await polling.executions()).at(-1)?.output ?? [];

		const filters = { foundAfter: new Date(Date.now() - HOUR_MS).toISOString() };
		const node = {
			name: 'Get',
			parameters: { resource: 'update', operation: 'getMany', returnAll: true, filters },
		};
		const workflow = await host.rest.createWorkflow(
			manualWorkflow('Found After', [{}], [node], { id: credential, name: 'Company Radar API' }),
		);
		const execution = await host.rest.executionEnd(await host.rest.runManually(workflow, START));
		const after = itemsOf(execution, node.name).map(({ json }) => String(json.update_id));
		return [
			compared(`times without a zone, in ${TIME_ZONE}: polling`, polled, onceEach(3)),
			compared(
				`times without a zone, in ${TIME_ZONE}: Last 30 Days`,
				tally(idsOf([...found, ...old]), shown),
				onceEach(8),
			),
			compared(`times without a zone, in ${TIME_ZONE}: Found After`, tally(idsOf(found), after), onceEach(3)),
		];
	} finally {
		await sandbox.stop();
	}
}
