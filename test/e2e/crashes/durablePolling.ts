import { startSandbox } from '../../../sandbox';
import { startHost } from '../../../tools/n8n-host/host';
import { until } from '../../../tools/shared/until';
import { compared, type E2eContext, type Finding, type Section } from '../section';
import { FOR_MANY_EXECUTIONS } from '../stage';
import { sqliteOf } from '../trigger/database';
import { outputOf, onceEach, tally } from '../trigger/executions';
import { morePolls, pollEverySeconds } from '../trigger/deliver';
import { credentialFor, TriggerWorkflow } from '../trigger/triggerWorkflow';

const PORTS_FROM = 29_500;

/** n8n's scheduler polls and keeps the state of polls with the executions. Off by default in 2.41. */
const DURABLE = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
};

const SHARE = 20;

const KILLS = 2;

async function run(context: E2eContext): Promise<Finding[]> {
	const sandbox = await startSandbox({ balanceUsd: 1e6, settings: { unlimited: true } });
	const host = await startHost(
		{ tarball: context.tarball, port: PORTS_FROM, env: { ...FOR_MANY_EXECUTIONS, ...DURABLE } },
		context,
	);
	try {
		sandbox.control.seed({ radars: 1 });
		const radarId = sandbox.control.radars().at(-1)?.radar_id ?? '';
		const database = sqliteOf(host);
		const place = { rest: host.rest, database, credential: await credentialFor(host, sandbox) };
		const workflow = await TriggerWorkflow.create(place, 'Durable', {
			delivery: 'polling',
			pollTimes: pollEverySeconds(2),
		});
		await workflow.activate();
		const ids: string[] = [];
		const find = () => {
			const found = sandbox.control.pushFindings({ radar_id: radarId, count: SHARE });
			ids.push(...found.map(({ update_id: id }) => id));
		};
		const arrived = async () => {
			const output = new Set(outputOf(await workflow.executions()));
			return ids.slice(-SHARE).every((id) => output.has(id));
		};
		find();
		await until('the first updates have arrived', arrived);
		for (let kill = 0; kill < KILLS; kill++) {
			// One share is found while a poll may be under way, one while n8n is down.
			find();
			await morePolls(sandbox, 1);
			await host.kill();
			find();
			await host.relaunch();
			await until('what was found while n8n was down has arrived', arrived);
		}
		await morePolls(sandbox, 2);
		await workflow.settled();
		// An execution that n8n had begun when it was killed has crashed, with its updates in it.
		context.log(`${await workflow.retryFailed()} executions were interrupted, and retried`);
		const states = await database.query<Record<string, unknown>>('SELECT * FROM poller_state');
		context.log(`n8n's state of polls: ${JSON.stringify(states)}`);
		return [
			{ what: 'n8n keeps a state of the poll itself', seen: `${states.length}`, ok: states.length === 1 },
			compared(
				'updates over kills, with n8n as durable poller',
				tally(ids, outputOf(await workflow.executions())),
				onceEach((1 + 2 * KILLS) * SHARE),
			),
		];
	} finally {
		await host.stop();
		await sandbox.stop();
	}
}

/** n8n is killed while it polls, with its durable poller on. */
export const durablePolling: Section = {
	name: 'durablePolling',
	risk: "n8n's durable cursors commit poll states with executions, which no engine test does",
	run,
};
