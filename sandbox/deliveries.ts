import axios from 'axios';

import type { Clock } from './clock';
import { mix } from './ids';
import { timestamp } from './rules/timestamp';
import { isLoopback } from './rules/webhookUrl';
import type { Settings } from './settings';
import type { Tasks } from './tasks';
import type { Update } from './types';

const KEPT = 100_000;
const SHUFFLE_MS = 200;

/** One attempt to send an event. */
export interface Delivery {
	at: string;
	url: string;
	update_id: string;
	update_type: string;
	/** From 1. */
	attempt: number;
	/** The receiver's status, or null when there was none. */
	status: number | null;
	error: string | null;
	event: Update;
}

/** Sends events to webhook URLs (docs/contributing/api.md, Delivery of events), on loopback only: the sandbox never talks to another machine. */
export class Deliveries {
	private records: Delivery[] = [];
	private readonly waiting: Array<() => void> = [];
	private underWay = 0;
	private sent = 0;

	constructor(
		private readonly settings: () => Settings,
		private readonly clock: Clock,
		private readonly tasks: Tasks,
	) {}

	/** Every attempt, oldest first; at most the last 100,000. */
	list(): Delivery[] {
		return [...this.records];
	}

	clear(): void {
		this.records = [];
	}

	/** Sends an event until it is acknowledged or the attempts are used up, and again where duplicates are asked for. */
	async send(url: string, event: Update): Promise<void> {
		const { deliveries, speed } = this.settings();
		this.sent += 1;
		if (deliveries.outOfOrder && !(await this.tasks.pause((mix(this.sent) % SHUFFLE_MS) / speed))) return;
		for (let attempt = 1; attempt <= deliveries.attempts; attempt += 1) {
			if (attempt > 1 && !(await this.tasks.pause((deliveries.retryAfter * 1000) / speed))) return;
			if (await this.attempt(url, event, attempt)) return this.repeat(url, event, deliveries.duplicates);
		}
	}

	/** Sends an event once, whatever comes back, as the API operation `sendTestEvent` does. */
	async sendOnce(url: string, event: Update): Promise<void> {
		await this.attempt(url, event, 1);
	}

	private async repeat(url: string, event: Update, times: number): Promise<void> {
		for (let again = 0; again < times; again += 1) await this.attempt(url, event, 1);
	}

	private async attempt(url: string, event: Update, attempt: number): Promise<boolean> {
		await this.turn();
		try {
			const { status, error } = await this.post(url, event);
			this.record({ url, event, attempt, status, error });
			return status !== null && status >= 200 && status < 300;
		} finally {
			this.endTurn();
		}
	}

	private async turn(): Promise<void> {
		if (this.underWay < this.settings().deliveries.concurrency) this.underWay += 1;
		else await new Promise<void>((resolve) => this.waiting.push(resolve));
	}

	/** Hands the turn to the next one that waits. */
	private endTurn(): void {
		const next = this.waiting.shift();
		if (next === undefined) this.underWay -= 1;
		else next();
	}

	private async post(url: string, event: Update): Promise<Pick<Delivery, 'status' | 'error'>> {
		if (!isLoopback(new URL(url)))
			return { status: null, error: 'not sent: the sandbox sends to loopback only' };
		try {
			const { status } = await axios.post(url, event, {
				proxy: false,
				maxRedirects: 0,
				validateStatus: null,
				timeout: this.settings().deliveries.timeout * 1000,
			});
			return { status, error: null };
		} catch (error) {
			return { status: null, error: error instanceof Error ? error.message : String(error) };
		}
	}

	private record(attempt: Pick<Delivery, 'url' | 'event' | 'attempt' | 'status' | 'error'>): void {
		const { update_id, update_type } = attempt.event;
		this.records.push({ at: timestamp(this.clock.now()), update_id, update_type, ...attempt });
		if (this.records.length > KEPT) this.records.splice(0, KEPT / 10);
	}
}
