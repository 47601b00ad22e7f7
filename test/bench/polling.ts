import type { LogEntry } from '../../sandbox';
import { pollEverySeconds } from '../e2e/trigger/pollTimes';
import { TriggerWorkflow } from '../e2e/trigger/triggerWorkflow';
import { until } from '../../tools/shared/until';
import { atMost, type Bench, type Figure } from './bench';
import { onHost, type BenchPlace } from './support/onHost';

const UPDATES = 10_000;
const DAYS = 30;
const POLL_SECONDS = 10;
const QUIET_POLLS = 2;
const KILOBYTE = 1024;

async function backlog({ database, sandbox, ...place }: BenchPlace): Promise<Figure[]> {
	const { control } = sandbox;
	control.seed({ radars: 1, updates: UPDATES, days: DAYS });
	const workflow = await TriggerWorkflow.create({ database, ...place }, 'Backlog', {
		delivery: 'polling',
		startFrom: 'everything',
		pollTimes: pollEverySeconds(POLL_SECONDS),
		options: { rememberedUpdates: UPDATES },
	});
	control.clearLog();
	await workflow.activate();
	const lists = () => control.log().filter(({ path }) => path === '/v1/updates');
	const isFirstPage = ({ query }: LogEntry) => !JSON.stringify(query).includes('cursor');
	const outputs = async () => new Set(await workflow.outputIds());
	await until('the backlog has come out', async () => (await outputs()).size === UPDATES, {
		everyMs: 1000,
		seconds: 240,
	});
	const { success: polls = Number.NaN } = await workflow.settled();
	const ids = await workflow.outputIds();
	const pages = lists().length;
	control.clearLog();
	await until('polls without news', () => lists().filter(isFirstPage).length > QUIET_POLLS, { everyMs: 500 });
	const quietPages = lists().length / lists().filter(isFirstPage).length;
	await workflow.deactivate();
	const [row] = await database.query<{ staticData: string }>(
		`SELECT "staticData" FROM workflow_entity WHERE id = '${workflow.id}'`,
	);
	return [
		atMost(
			`Polling: ${UPDATES} older updates, polls`,
			polls,
			3,
			`with updates, of one every ${POLL_SECONDS} s; ${pages} requests; ${ids.length - UPDATES} repeated`,
		),
		atMost('Polling: requests a poll after that', quietPages, 1, 'nothing is new'),
		atMost('Polling: static data, KB', (row?.staticData ?? '').length / KILOBYTE, 48, 'KB is 1,024 bytes'),
	];
}

/** What polling needs for a long list of updates. */
export const polling: Bench = {
	name: 'polling',
	run: async (context) => await onHost(context, {}, backlog),
};
