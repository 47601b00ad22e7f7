import type { IDataObject } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

/** More deliveries than this within `WITHIN` milliseconds are a flood. */
const FEW = 5;
const WITHIN = 3000;

/**
 * In a flood they wait for each other until so many milliseconds bring no more, and all of the service's connections
 * wait; but no longer than the service can be kept waiting.
 */
const QUIET = 100;
const LONGEST = 1000;

/** In an execution. */
const MOST = 100;

/** n8n's answer to a delivery, as Node.js sends it. */
interface Answer {
	statusCode: number;
	/** Whether the connection is gone. */
	destroyed: boolean;
	once(event: 'finish' | 'close', listener: () => void): unknown;
}

/** Deliveries that share an execution. */
interface Group {
	updates: IDataObject[];
	/** Whether n8n has made the execution. */
	isStarted: Promise<boolean>;
}

/** n8n 2.41 acknowledges a delivery when it has made the execution. */
const isAcknowledged = async (answer: Answer): Promise<boolean> =>
	await new Promise((resolve) => {
		answer.once('finish', () => resolve(answer.statusCode < 300));
		answer.once('close', () => resolve(false));
	});

/**
 * Lets the deliveries of a flood share executions: a thousand findings would be a thousand executions, which n8n's plans
 * count, and which a small n8n needs a minute for.
 */
export class Flood {
	/** The last deliveries, by `performance.now()`. */
	private readonly arrivals: number[] = [];

	private open: Group | undefined;

	/** How many shared the last execution of this flood: so many connections the service has. */
	private last = 0;

	/** What to start an execution with, acknowledged by `answer`; or whether another delivery has taken it along. */
	async gather(update: IDataObject, answer: Answer): Promise<IDataObject[] | boolean> {
		if (!this.isRising() || answer.destroyed) return [update];
		if (this.open && this.open.updates.length < MOST) {
			this.open.updates.push(update);
			return await this.open.isStarted;
		}
		const group = { updates: [update], isStarted: isAcknowledged(answer) };
		this.open = group;
		await this.fill(group);
		if (this.open === group) this.open = undefined;
		return group.updates;
	}

	private async fill({ updates, isStarted }: Group): Promise<void> {
		const end = performance.now() + LONGEST;
		let before: number;
		do {
			before = updates.length;
			const isOver = (await Promise.race([sleep(QUIET), isStarted])) === false;
			if (isOver) break;
		} while (performance.now() < end && (updates.length > before || before < this.last));
		this.last = updates.length;
	}

	private isRising(): boolean {
		const now = performance.now();
		this.arrivals.push(now);
		const isRising = this.arrivals.length > FEW && now - (this.arrivals.shift() ?? now) < WITHIN;
		if (!isRising) this.last = 0;
		return isRising;
	}
}
