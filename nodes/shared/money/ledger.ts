import { hash, randomUUID } from 'crypto';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { LIST_KEY_FIELD } from '../api/assumptions';
import type { Radar, RadarDefinition } from '../api/types';
import { PurchaseCount } from './spendingLimits';
import { RadarApiError } from '../client/errors/radarApiError';
import type { ApiFailure, LostCreate } from '../client/errors/apiFailure';
import type { BulkOutcome, LostFailure } from '../client/safeCreate/safeCreator';
import { tagOf } from '../values/radars/radarInWords';
import { executionIdOf, isTool, keptWith } from '../host/host';
import { RecentMap } from '../host/recentMap';

/** IP addresses are personal data and are stored with the execution, so their number is limited. */
const MAX_KEPT_FOR_EXECUTION = 2000;

/** The outcome of a paid call, known or unknown, and the execution that made the call. */
type Payment = ({ result: object } | { unknown: ApiFailure }) & {
	executionId: string;
	/** How many radars it counts as created. */
	radars: number;
};

type PaymentsByKey = Record<string, Payment>;

interface Run {
	/** Whether its last try failed, so that n8n may repeat it. */
	mayBeRepeated?: true;
	/** The balance of the account before its first try, and in which execution that was. */
	balance?: { executionId: string; usd: number | undefined };
	payments: PaymentsByKey;
}

/** The payments of an execution, stored with it. */
export interface Payments {
	/** By run index. A run is kept while n8n may repeat it. */
	runs: Record<string, Run>;
	/** Outcomes that every run of the execution reuses. */
	execution: PaymentsByKey;
	spentMicros: number;
	highestPriceMicros: number;
	/** Radars that were created, or may have been. */
	radars: number;
}

const EMPTY: Payments = {
	runs: {},
	execution: {},
	spentMicros: 0,
	highestPriceMicros: 0,
	radars: 0,
};

/** An input item, and what it asks for. */
interface PaidEntry {
	item: number;
	definition: object;
}

/** Identifies a paid call of a run by its input items and their definitions. */
export function paidKey(...entries: PaidEntry[]): string {
	// An expression with $now gives a retry other dates and custom fields, but the radar is still the same.
	const lasting = entries.map(({ item, definition }) => {
		const { custom_fields: fields }: Partial<RadarDefinition> = definition;
		return [item, { ...definition, updates_since: undefined, custom_fields: fields?.[LIST_KEY_FIELD] }];
	});
	return hash('sha256', JSON.stringify(lasting), 'base64url');
}

/** Everything an execution pays for, in all its runs, including those of loops and parallel ones of AI agents. */
export class Ledger extends PurchaseCount {
	/** Purchases in flight. A second call with the same name shares the first one's result. */
	readonly underWay = new Map<string, Promise<object>>();

	constructor(readonly payments: Payments) {
		super();
	}

	get spentMicros(): number {
		return this.payments.spentMicros;
	}

	get highestPriceMicros(): number {
		return this.payments.highestPriceMicros;
	}

	override get radars(): number {
		return this.payments.radars;
	}

	spend(micros: number, priceMicros: number): void {
		this.payments.spentMicros += micros;
		this.payments.highestPriceMicros = Math.max(this.highestPriceMicros, priceMicros);
	}
}

/** Weak, so that a ledger is freed with its execution. */
const ledgers = new WeakMap<Payments, Ledger>();

/** What each node has paid for in an execution: n8n's next engine gives each pass of a loop a context of its own. */
const bought = new RecentMap<Partial<Payments>>({ size: 1000 });

function ledgerOf(execution: IExecuteFunctions, name: string): Ledger {
	const context = keptWith(execution, 'node') as IDataObject & { payments?: Payments };
	const payments = (context.payments ??= { ...structuredClone(EMPTY), ...bought.get(name) });
	const ledger = ledgers.get(payments) ?? new Ledger(payments);
	ledgers.set(payments, ledger);
	return ledger;
}

/** A create of a first try whose outcome is unknown. Its radars are searched for before it's made again. */
export interface OpenCall {
	failure: LostFailure;
	/** Whether a user pressed the Retry button. Retry On Fail repeats a run by itself. */
	byUser: boolean;
}

const isFindable = (failure: ApiFailure): failure is LostFailure => failure.lost !== undefined;

interface Kind {
	/** Whether every run of the execution reuses the outcome, and not only a repeat of this run. */
	forExecution?: boolean;
	/** How many radars the call creates. */
	radars?: number;
}

/**
 * The paid calls of a run, including those with an unknown outcome. n8n stores them with the execution, so they survive
 * Retry On Fail, loops, waits and the Retry button, and are deleted with the execution.
 */
export class PaidResults {
	readonly ledger: Ledger;

	readonly runIndex: string;

	private readonly executionId: string;

	/** The node in its execution. */
	private readonly name: string;

	/** When n8n repeats a call of an AI agent, the run index changes. */
	private readonly isTool: boolean;

	/** Radars that this run still means to create. */
	private reserved = 0;

	/** The number of calls of this run that have the same key. */
	private readonly equalCalls = new Map<string, number>();

	constructor(execution: IExecuteFunctions) {
		this.executionId = executionIdOf(execution) ?? randomUUID();
		this.name = `${this.executionId} ${execution.getNode().id}`;
		this.ledger = ledgerOf(execution, this.name);
		this.runIndex = String(execution.getWorkflowDataProxy(0).$runIndex);
		this.isTool = isTool(execution);
	}

	/** Calls of an AI agent may share a run, and the first one that ends deletes it. */
	private get run(): Run {
		return (this.ledger.payments.runs[this.runIndex] ??= { payments: {} });
	}

	/** The key of a call that several items share. Equal calls of a run are numbered in input order, so a repeat gets the same keys. */
	numberedKey(entries: PaidEntry[]): string {
		const key = paidKey(...entries);
		const earlier = this.equalCalls.get(key) ?? 0;
		this.equalCalls.set(key, earlier + 1);
		return `${key} ${earlier}`;
	}

	/** Whether a first try may have paid for this key, so that the call isn't sent again blindly. */
	knows(key: string): boolean {
		return this.paymentFor(key) !== undefined;
	}

	/**
	 * Makes a paid call once. A repeat returns the stored result. A create whose outcome is unknown is passed to the call, which
	 * searches for it first; of other calls, the stored error is thrown. A call that certainly did nothing is made again.
	 * @throws RadarApiError
	 */
	async once<Result extends object>(
		key: string,
		call: (open?: OpenCall) => Promise<Result>,
		{ forExecution = false, radars = 0 }: Kind = {},
	): Promise<Result> {
		const payment = this.paymentFor(key);
		if (payment && 'result' in payment) return payment.result as Result;
		if (payment && !isFindable(payment.unknown)) throw new RadarApiError(payment.unknown);
		const open = payment && {
			failure: payment.unknown as LostFailure,
			byUser: payment.executionId !== this.executionId,
		};
		const { underWay } = this.ledger;
		const name = forExecution ? key : `${this.runIndex} ${key}`;
		const make = async () => await call(open);
		const result = underWay.get(name) ?? this.keep(key, make, forExecution, radars);
		underWay.set(name, result);
		return (await result.finally(() => underWay.delete(name))) as Result;
	}

	/** Corrects how many radars a call of this run created. A repeat makes a call again that created none. */
	correctRadars(key: string, radars: number): void {
		const { payments } = this.run;
		const payment = payments[key];
		if (!payment) return;
		this.ledger.payments.radars += radars - payment.radars;
		payment.radars = radars;
		if (radars === 0) delete payments[key];
	}

	/** Reserves radars, so that other runs of the execution count them. */
	reserveRadars(radars: number): void {
		this.reserved += radars;
		this.ledger.reservedRadars += radars;
	}

	/** The balance before the first try of this run in this execution. */
	async balanceBefore(read: () => Promise<number | undefined>): Promise<number | undefined> {
		const { executionId, run } = this;
		if (run.balance?.executionId !== executionId) run.balance = { executionId, usd: await read() };
		return run.balance.usd;
	}

	/** Whether an earlier try of this run in this execution sent creates. */
	get hasCreated(): boolean {
		return this.earlierCreates.length > 0;
	}

	/** Whether a create of an earlier try has none of these radars, so it may still be at work. */
	lacksCreate(radars: Radar[]): boolean {
		return this.earlierCreates.some(({ tag }) => !radars.some((radar) => tagOf(radar).tag === tag));
	}

	private get earlierCreates(): LostCreate[] {
		const { executionId: own, run } = this;
		const ofExecution = Object.values(run.payments).filter(({ executionId }) => executionId === own);
		return ofExecution.flatMap((payment) => {
			const { lost } = 'result' in payment ? (payment.result as Partial<BulkOutcome>) : payment.unknown;
			return lost ?? [];
		});
	}

	/** Ends the run. Its payments are kept while n8n may repeat it. */
	end(mayBeRepeated: boolean): void {
		this.reserveRadars(-this.reserved);
		const { spentMicros, highestPriceMicros, radars } = this.ledger.payments;
		bought.set(this.name, { spentMicros, highestPriceMicros, radars });
		if (mayBeRepeated) this.run.mayBeRepeated = true;
		else delete this.ledger.payments.runs[this.runIndex];
	}

	/** The outcome to reuse. The Retry button ignores an unknown lookup, because its error asks the user to check first. */
	private paymentFor(key: string): Payment | undefined {
		const payment =
			this.ledger.payments.execution[key] ??
			this.run.payments[key] ??
			(this.isTool ? this.takeOver(key) : undefined);
		if (!payment || 'result' in payment || isFindable(payment.unknown)) return payment;
		return payment.executionId === this.executionId ? payment : undefined;
	}

	/** Moves a failed run's payment to this run. */
	private takeOver(key: string): Payment | undefined {
		const from = Object.values(this.ledger.payments.runs).find(
			({ mayBeRepeated, payments }) => mayBeRepeated && key in payments,
		);
		const payment = from?.payments[key];
		if (!from || !payment) return undefined;
		delete from.payments[key];
		this.run.payments[key] = payment;
		return payment;
	}

	/** Makes the call, and stores its outcome unless it surely did nothing. */
	private async keep(
		key: string,
		call: () => Promise<object>,
		forExecution: boolean,
		radars: number,
	): Promise<object> {
		// Spread last: V8 gives each object that begins with a spread a hidden class of its own, which costs memory.
		const origin = { executionId: this.executionId, radars };
		const counted = this.paymentFor(key)?.radars ?? 0;
		const { execution } = this.ledger.payments;
		const store = (payment: Payment) => {
			const hasRoom = forExecution && Object.keys(execution).length < MAX_KEPT_FOR_EXECUTION;
			(hasRoom ? execution : this.run.payments)[key] = payment;
			this.countRadars(radars - counted);
		};
		const result = await call().catch((error: unknown) => {
			if (error instanceof RadarApiError && error.failure.outcome === 'unknown')
				store({ unknown: error.failure, ...origin });
			// It surely did nothing, but may have been counted when its outcome was unknown.
			else this.correctRadars(key, 0);
			throw error;
		});
		store({ result, ...origin });
		return result;
	}

	/** Radars that were created are no longer reserved. */
	private countRadars(count: number): void {
		this.ledger.payments.radars += count;
		this.reserveRadars(-Math.min(count, this.reserved));
	}
}
