import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import type { IDataObject } from 'n8n-workflow';

import type { LogEntry, SandboxOptions } from '../../sandbox';
import { atMost, told, type Bench, type BenchContext, type Figure } from './bench';
import type { ClientWork } from './support/clientChild';
import type { BenchHost } from './support/host';
import { leastSeconds } from './support/leastTime';
import { companyRadar, httpRequest } from './support/nodes';
import { OTHER_CLIENTS } from './support/otherClients';
import { SeparateSandbox } from './support/separateSandbox';
import { listed, range } from './support/stats';
import { CREATES, freshItems, REVEALS, type Work } from './support/work';

const CALLS = 200;
const USUAL = { perMinute: 100, perSecond: 10, latency: 2 };
const USUAL_PER_SECOND = 10;

const SLOW = { ...USUAL, latency: 25 };
const SLOW_CALLS = 150;
const PLAN = { perMinute: 600, perSecond: 30, latency: 2 };
const PLAN_CALLS = 600;
const SLOW_PLAN = { ...PLAN, latency: SLOW.latency };

const BATCH = { batchSize: 10, batchInterval: 6000 };

const CALLS_OF_EACH_PROCESS = 110;
/** In percent, by the number of processes. */
const MOST_REFUSED = { 2: 1, 3: 2 };
const START_MS = 3000;
const QUICK = { ...USUAL, latency: 0.2 };
/** Calls of two executions that run at the same time. */
const OF_TWO = [140, 60];

type Model = typeof USUAL;

/** Only requests for this work take as long as the model says. */
const sandboxFor = async (
	{ perMinute, perSecond, latency }: Model,
	work = REVEALS,
): Promise<SeparateSandbox> => {
	const options: SandboxOptions = {
		balanceUsd: 1_000_000,
		settings: {
			limits: { write: { perMinute, perSecond } },
			latencyMs: { [`POST ${work.path}`]: latency * 1000 },
		},
	};
	return await SeparateSandbox.start(options);
};

/** What the service saw: seconds from the first request to the last response, and refusals. */
interface Seen {
	seconds: number;
	refused: number;
	log: LogEntry[];
}

/** A client that is ready to start. */
interface Contestant {
	sandbox: SeparateSandbox;
	latency: number;
	start(): Promise<unknown>;
}

async function race({ sandbox, latency, start }: Contestant): Promise<Seen> {
	await start();
	// The balance is read before and after creates: these requests are not part of the race.
	const log = (await sandbox.log()).filter(({ method }) => method === 'POST');
	const times = log.map(({ at }) => Date.parse(at));
	return {
		seconds: (Math.max(...times) - Math.min(...times)) / 1000 + latency,
		refused: log.filter(({ status }) => status === 429).length,
		log,
	};
}

/** The shares of clients in what was served while all of them were sending. */
function shares(log: LogEntry[], itemsOfClients: IDataObject[][]): number[] {
	const owner = new Map(
		itemsOfClients.flatMap((items, client) => items.map((item) => [JSON.stringify(item), client] as const)),
	);
	const served = log
		.filter(({ status }) => status === 200)
		.map(({ requestBody }) => owner.get(requestBody) ?? Number.NaN);
	const clients = [...itemsOfClients.keys()];
	const from = Math.max(...clients.map((client) => served.indexOf(client)));
	const to = Math.min(...clients.map((client) => served.lastIndexOf(client)));
	const together = served.slice(from, to + 1);
	return clients.map((client) => together.filter((one) => one === client).length / together.length);
}

const overLeast = (seconds: number, least: number) => `${seconds.toFixed(1)} s over ${least.toFixed(1)} s`;

/** Everything that is measured at the same time. Each has a service and a key of its own. */
type Entry = () => Promise<() => Promise<Figure[]>>;

interface NodeRun {
	work: Work;
	calls: number;
	model: Model;
	target: number;
	/** In the credential. */
	requestsPerSecond?: number;
	/** Whether n8n has used the key before. */
	isKeyUsed?: boolean;
}

const nodeOnHost =
	(
		host: BenchHost,
		name: string,
		{ work, calls, model, target, requestsPerSecond = USUAL_PER_SECOND, isKeyUsed }: NodeRun,
	): Entry =>
	async () => {
		const sandbox = await sandboxFor(model, work);
		const credentials = await host.credentialsFor(sandbox, requestsPerSecond);
		const node = companyRadar(work, credentials);
		if (isKeyUsed) {
			await host.run(companyRadar(CREATES, credentials), freshItems(CREATES, 1));
			await sandbox.clearLog();
		}
		const items = freshItems(work, calls);
		return async () => {
			const start = async () => await host.run(node, items);
			const { seconds, refused } = await race({ sandbox, latency: model.latency, start });
			sandbox.stop();
			const least = leastSeconds(calls, model);
			return [
				atMost(
					`Real time: ${name}, over the least possible`,
					seconds / least,
					target,
					`${overLeast(seconds, least)}; ${refused} responses with 429`,
				),
			];
		};
	};

const httpRequestOnHost =
	(host: BenchHost, name: string, batch?: IDataObject): Entry =>
	async () => {
		const sandbox = await sandboxFor(USUAL);
		const node = httpRequest(REVEALS, await host.credentialsFor(sandbox, USUAL_PER_SECOND), sandbox, batch);
		const items = freshItems(REVEALS, CALLS);
		return async () => {
			const start = async () => await host.run(node, items);
			const { seconds, refused } = await race({ sandbox, latency: USUAL.latency, start });
			sandbox.stop();
			if (!batch) {
				const percent = (refused / CALLS) * 100;
				return [told(`Real time: ${name}, items failed with 429, %`, percent, `${refused} of ${CALLS}`)];
			}
			const least = leastSeconds(CALLS, USUAL);
			const detail = `${overLeast(seconds, least)}; ${refused} responses with 429`;
			return [told(`Real time: ${name}, over the least possible`, seconds / least, detail)];
		};
	};

const otherClient =
	({ name, share, client }: (typeof OTHER_CLIENTS)[number]): Entry =>
	async () => {
		const sandbox = await sandboxFor(USUAL);
		const ips = freshItems(REVEALS, CALLS * share).map(({ ip }) => String(ip));
		return async () => {
			const start = async () => await client(ips, sandbox);
			const { seconds, refused } = await race({ sandbox, latency: USUAL.latency, start });
			sandbox.stop();
			const least = leastSeconds(CALLS, USUAL);
			const all = seconds / share;
			const computed = share < 1 ? `computed from ${ips.length} calls; ` : '';
			return [
				told(
					`Real time: ${name}, over the least possible`,
					all / least,
					`${computed}${overLeast(all, least)}; ${refused} responses with 429`,
				),
			];
		};
	};

const processes =
	({ built }: BenchContext, count: keyof typeof MOST_REFUSED, model: Model): Entry =>
	async () => {
		const sandbox = await sandboxFor(model);
		const items = range(count).map(() => freshItems(REVEALS, CALLS_OF_EACH_PROCESS));
		const children = items.map((own) => {
			const work: ClientWork = {
				nodeFile: built.fileOf('CompanyRadar'),
				credential: sandbox.credential(USUAL_PER_SECOND),
				items: own,
			};
			return fork(path.join(__dirname, 'support/clientChild.ts'), [JSON.stringify(work)]);
		});
		await Promise.all(children.map(async (child) => await once(child, 'message')));
		const run = async (child: (typeof children)[number]) => {
			child.send('start');
			const [code] = (await once(child, 'exit')) as [number | null];
			if (code !== 0) throw new Error(`A client ended with code ${code}`);
		};
		return async () => {
			const start = async () => await Promise.all(children.map(run));
			const { seconds, refused, log } = await race({ sandbox, latency: model.latency, start });
			sandbox.stop();
			const least = leastSeconds(count * CALLS_OF_EACH_PROCESS, model);
			const name = `Real time: ${count} processes on one key, ${model.latency} s a response`;
			const parts = shares(log, items).map((share) => share * 100);
			return [
				atMost(
					`${name}, 429, %`,
					(refused / log.length) * 100,
					MOST_REFUSED[count],
					`${refused} of ${log.length}; ${CALLS_OF_EACH_PROCESS} reveals each; ${overLeast(seconds, least)}`,
				),
				atMost(
					`${name}, largest share, %`,
					Math.max(...parts),
					110 / count,
					`of what was served while all were sending: ${listed(parts, 0)}`,
				),
			];
		};
	};

const twoExecutions =
	(host: BenchHost): Entry =>
	async () => {
		const sandbox = await sandboxFor(USUAL);
		const node = companyRadar(REVEALS, await host.credentialsFor(sandbox, USUAL_PER_SECOND));
		const items = OF_TWO.map((count) => freshItems(REVEALS, count));
		return async () => {
			const start = async () => await Promise.all(items.map(async (own) => await host.run(node, own)));
			const { log } = await race({ sandbox, latency: USUAL.latency, start });
			sandbox.stop();
			const parts = shares(log, items).map((share) => share * 100);
			return [
				atMost(
					'Real time: two executions of one n8n, largest share, %',
					Math.max(...parts),
					55,
					`${OF_TWO.join(' and ')} reveals; of what was served while both were sending: ${listed(parts, 0)}`,
				),
			];
		};
	};

async function prepared(entries: Entry[]): Promise<Array<() => Promise<Figure[]>>> {
	const runs: Array<() => Promise<Figure[]>> = [];
	for (const prepare of entries) runs.push(await prepare());
	return runs;
}

/** The node and others with the service's real limits. All of them do little but wait, so they run at the same time. */
export const realTime: Bench = {
	name: 'realTime',
	run: async (context) => {
		const host = await context.host();
		const entries: Entry[] = [
			nodeOnHost(host, `${CALLS} reveals`, { work: REVEALS, calls: CALLS, model: USUAL, target: 1.02 }),
			nodeOnHost(host, `${CALLS} creates`, { work: CREATES, calls: CALLS, model: USUAL, target: 1.05 }),
			nodeOnHost(host, `${SLOW_CALLS} reveals, ${SLOW.latency} s a response`, {
				work: REVEALS,
				calls: SLOW_CALLS,
				model: SLOW,
				target: 1.02,
			}),
			nodeOnHost(host, `${PLAN_CALLS} reveals with a plan of ${PLAN.perMinute} a minute`, {
				work: REVEALS,
				calls: PLAN_CALLS,
				model: PLAN,
				target: 1.2,
			}),
			nodeOnHost(
				host,
				`${PLAN_CALLS} reveals with a plan of ${PLAN.perMinute} a minute, ${SLOW.latency} s a response, key used before`,
				{ work: REVEALS, calls: PLAN_CALLS, model: SLOW_PLAN, target: 1.2, isKeyUsed: true },
			),
			nodeOnHost(
				host,
				`${SLOW_CALLS} reveals with a plan of ${PLAN.perMinute} a minute, ${SLOW.latency} s a response, ${PLAN.perSecond} Requests per Second set`,
				{
					work: REVEALS,
					calls: SLOW_CALLS,
					model: SLOW_PLAN,
					target: 1.2,
					requestsPerSecond: PLAN.perSecond,
				},
			),
			httpRequestOnHost(host, 'HTTP Request node, 10 every 6 s', BATCH),
			httpRequestOnHost(host, 'HTTP Request node without batching'),
			...OTHER_CLIENTS.map(otherClient),
			twoExecutions(host),
		];
		const sharing = ([2, 3] as const).flatMap((count) =>
			[QUICK, USUAL].map((model) => processes(context, count, model)),
		);
		const runs = await prepared(entries);
		const sharingRuns = await prepared(sharing);
		// Processes that share a key start together, before the machine is busy with the start of all others.
		const shared = Promise.all(sharingRuns.map(async (run) => await run()));
		await wait(START_MS);
		const alone = Promise.all(runs.map(async (run) => await run()));
		return (await Promise.all([alone, shared])).flat(2);
	},
};
