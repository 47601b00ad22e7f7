import { WebhookBatcher } from '../../../nodes/CompanyRadarTrigger/webhook';

/** Executions that n8n creates at once before deliveries wait. */
const STARTING = 1;

interface Delivery {
	/** What the delivery starts, or whether the execution that it shares was acknowledged. */
	result: Promise<object[] | boolean>;
	respond: (isAcknowledged: boolean) => void;
}

function deliver(batcher: WebhookBatcher, count: number): Delivery[] {
	return Array.from({ length: count }, (_, index) => {
		let respond: Delivery['respond'] = () => undefined;
		const acknowledged = new Promise<boolean>((resolve) => (respond = resolve));
		return { result: batcher.add({ update_id: `u${index}` }, acknowledged), respond };
	});
}

/** Acknowledges executions in the order of their start; resolves to how many updates each got. */
async function sizesOf(deliveries: Delivery[], isAcknowledged = true): Promise<number[]> {
	const sizes: number[] = [];
	for (const { result, respond } of deliveries) {
		const outcome = await result;
		if (!Array.isArray(outcome)) continue;
		sizes.push(outcome.length);
		respond(isAcknowledged);
	}
	return sizes;
}

describe('deliveries', () => {
	it('that come one after the other each start an execution at once', async () => {
		const batcher = new WebhookBatcher();
		for (let times = 0; times < 10; times++) expect(await sizesOf(deliver(batcher, 1))).toEqual([1]);
	});

	it('of a burst share executions, at most a hundred each', async () => {
		const deliveries = deliver(new WebhookBatcher(), STARTING + 250);
		expect(await sizesOf(deliveries)).toEqual([1, 100, 100, 50]);
		expect(await Promise.all(deliveries.map(async ({ result }) => await result))).toContain(true);
	});

	it('learn that the execution they share could not be started', async () => {
		const deliveries = deliver(new WebhookBatcher(), STARTING + 2);
		await sizesOf(deliveries, false);
		expect(await deliveries.at(-1)?.result).toBe(false);
	});

	it('are not held up by one whose connection is gone', async () => {
		const batcher = new WebhookBatcher();
		const deliveries = deliver(batcher, STARTING + 1);
		for (const { respond } of deliveries) respond(false);
		expect(await sizesOf(deliveries)).toEqual([1, 1]);
		expect(await sizesOf(deliver(batcher, 1))).toEqual([1]);
	});
});
