import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { startSandbox, type Sandbox } from '../../sandbox';
import { startHost } from '../../tools/n8n-host/host';
import { sqliteOf } from '../e2e/trigger/database';
import { deliver, eventsNamed, pollEverySeconds, post } from '../e2e/trigger/deliver';
import { credentialFor, TriggerWorkflow, type TriggerPlace } from '../e2e/trigger/triggerWorkflow';
import { until } from '../../tools/shared/until';
import { atMost, told, type Bench, type Figure } from './bench';
import { listed, median, range } from './support/stats';

/** A workflow's place, with the sandbox that it talks to. */
interface BenchPlace extends TriggerPlace {
	sandbox: Sandbox;
}

const FIRST_PORT = 21_400;

const WARM_UPS = 5;
const DELIVERIES = 30;
const BETWEEN_DELIVERIES_MS = 500;

const POLLED = 30;
const BETWEEN_POLLS_SECONDS = 2;
const PAUSE_AFTER_POLLED_MS = 500;

const BURST = 1000;
const BURSTS = 3;
const CONNECTIONS = 50;

const UNRELATED = { delivery: 'webhook', radars: 'elsewhere' };

/** From sending a delivery to the start of the next node, by receiver, one delivery at a time. */
async function latencies(receivers: TriggerWorkflow[]): Promise<number[][]> {
	const sent = new Map<string, number>();
	for (const round of range(WARM_UPS + DELIVERIES)) {
		for (const receiver of receivers) {
			const [event] = eventsNamed(`${receiver.id}-${round}`, 1);
			if (round >= WARM_UPS) sent.set(String(event?.update_id), Date.now());
			await post(receiver.webhookUrl, event);
			await wait(BETWEEN_DELIVERIES_MS);
		}
	}
	const all: number[][] = [];
	for (const receiver of receivers) {
		await receiver.settled();
		const starts = [...(await receiver.starts())].filter(([id]) => sent.has(id));
		if (starts.length !== DELIVERIES)
			throw new Error(`${starts.length} of ${DELIVERIES} deliveries came out`);
		all.push(starts.map(([id, start]) => start - (sent.get(id) ?? Number.NaN)));
	}
	return all;
}

async function single({ trigger, removeDuplicates }: Receivers): Promise<Figure[]> {
	const [own = [], deduplicated = []] = await latencies([trigger, removeDuplicates]);
	const detail = `p50 of ${DELIVERIES} deliveries each, in turns, ${BETWEEN_DELIVERIES_MS} ms apart`;
	return [
		atMost('Delivery: to the next node, p50, ms', median(own), 150, detail),
		// No target: most of the difference is n8n's setup of an isolate, which takes longer on a slower machine.
		told(
			'Delivery: to the next node, ms more than Webhook and Remove Duplicates',
			median(own) - median(deduplicated),
			`${detail}: ${median(own)} and ${median(deduplicated)}`,
		),
	];
}

async function polled(place: BenchPlace): Promise<Figure[]> {
	const { control } = place.sandbox;
	control.seed({ radars: 1 });
	const workflow = await TriggerWorkflow.create(place, 'Polling', {
		delivery: 'polling',
		pollTimes: pollEverySeconds(BETWEEN_POLLS_SECONDS),
	});
	await workflow.activate();
	const listedAt = new Map<string, number>();
	for (const round of range(WARM_UPS + POLLED)) {
		control.clearLog();
		const id = control.pushFindings()[0]?.update_id ?? '';
		const poll = () => control.log().find(({ responseBody }) => responseBody.includes(id));
		await until('a poll lists the update', () => poll() !== undefined, { everyMs: 20 });
		if (round >= WARM_UPS) listedAt.set(id, Date.parse(poll()?.at ?? ''));
		await wait(PAUSE_AFTER_POLLED_MS);
	}
	await workflow.deactivate();
	await workflow.settled();
	const starts = [...(await workflow.starts())].filter(([id]) => listedAt.has(id));
	if (starts.length !== POLLED) throw new Error(`${starts.length} of ${POLLED} polled updates came out`);
	const times = starts.map(([id, start]) => start - (listedAt.get(id) ?? Number.NaN));
	return [
		atMost(
			'Delivery: polled update to the next node, p50, ms',
			median(times),
			200,
			`of ${POLLED}, from the request that lists it to the start of the next node`,
		),
	];
}

/** Seconds from the first delivery to the last start of the next node, and from the last acknowledgement to it. */
async function burst(receiver: TriggerWorkflow, name: string) {
	const events = eventsNamed(name, BURST);
	const start = Date.now();
	await deliver(receiver.webhookUrl, events, CONNECTIONS);
	const acknowledged = Date.now();
	await receiver.settled();
	const starts = await receiver.starts();
	const last = Math.max(...events.map(({ update_id: id }) => starts.get(id) ?? Number.NaN));
	return { seconds: (last - start) / 1000, afterLast: (last - acknowledged) / 1000 };
}

async function bursts({ trigger, webhook }: Receivers): Promise<Figure[]> {
	const own: Array<Awaited<ReturnType<typeof burst>>> = [];
	const plain: typeof own = [];
	for (const round of range(BURSTS)) {
		own.push(await burst(trigger, `own-${round}`));
		plain.push(await burst(webhook, `plain-${round}`));
	}
	const ratios = own.map(({ seconds }, index) => seconds / (plain[index]?.seconds ?? Number.NaN));
	const after = own.map(({ afterLast }) => afterLast);
	const detail = `${BURST} deliveries over ${CONNECTIONS} connections`;
	return [
		atMost(
			`Delivery: burst of ${BURST}, time over that of n8n's Webhook node`,
			median(ratios),
			1,
			`${detail}, to the last start of the next node: ${listed(own.map(({ seconds }) => seconds))} s over ${listed(plain.map(({ seconds }) => seconds))} s; median of ${listed(ratios)}`,
		),
		atMost(
			`Delivery: burst of ${BURST}, last output after the last acknowledgement, s`,
			median(after),
			2,
			`${detail}; median of ${listed(after)}`,
		),
	];
}

interface Receivers {
	trigger: TriggerWorkflow;
	webhook: TriggerWorkflow;
	removeDuplicates: TriggerWorkflow;
}

/** With n8n's own Webhook node, and Remove Duplicates after it if wanted. */
async function withWebhookNode(
	place: BenchPlace,
	name: string,
	{ removesDuplicates = false } = {},
): Promise<TriggerWorkflow> {
	const path = randomUUID();
	const webhook = {
		name: 'Webhook',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		webhookId: path,
		parameters: { httpMethod: 'POST', path },
	};
	const removeDuplicates = {
		name: 'Remove Duplicates',
		type: 'n8n-nodes-base.removeDuplicates',
		typeVersion: 2,
		parameters: {
			operation: 'removeItemsSeenInPreviousExecutions',
			dedupeValue: '={{ $json.body.update_id }}',
		},
	};
	const nodes = removesDuplicates ? [webhook, removeDuplicates] : [webhook];
	return await TriggerWorkflow.ofNodes(place, name, nodes, path);
}

async function withDefaults(place: BenchPlace): Promise<Figure[]> {
	const receivers = {
		trigger: await TriggerWorkflow.create(place, 'Trigger', UNRELATED),
		webhook: await withWebhookNode(place, 'Webhook'),
		removeDuplicates: await withWebhookNode(place, 'Deduplicated', {
			removesDuplicates: true,
		}),
	};
	for (const receiver of Object.values(receivers)) await receiver.activate();
	return [...(await single(receivers)), ...(await bursts(receivers)), ...(await polled(place))];
}

/** How long updates take through the trigger, next to n8n's own nodes, on a fresh n8n with SQLite and its default settings. */
export const delivery: Bench = {
	name: 'delivery',
	run: async ({ built, log }) => {
		const sandbox = await startSandbox({ settings: { unlimited: true } });
		try {
			const host = await startHost({ tarball: built.tarball, port: FIRST_PORT }, { log });
			try {
				const credential = await credentialFor(host, sandbox);
				return await withDefaults({ rest: host.rest, database: sqliteOf(host), credential, sandbox });
			} finally {
				await host.stop();
			}
		} finally {
			await sandbox.stop();
		}
	},
};
