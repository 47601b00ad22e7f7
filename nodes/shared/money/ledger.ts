import { hash } from 'crypto';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { RadarApiError, type ApiFailure } from '../client';
import { isTool } from '../n8n/host';

/** Addresses are personal data and are stored with the execution: not more of them than this. */
const MAX_KEPT_FOR_EXECUTION = 2000;

/** The outcome of a paid call, its result or an unknown one, and which run of which execution made it. */
type Payment = ({ result: object } | { unknown: ApiFailure }) & { executionId: string; runIndex: string };

type PaymentsByKey = Record<string, Payment>;

interface Run {
	/** Whether n8n may repeat it: it has ended, and not well. */
	mayBeRepeated?: boolean;
	/** The balance of the account before its first try. */
	balanceUsd?: number;
	/** What its first try decided to do, and in which execution. */
	decision?: { executionId: string; value: object };
	payments: PaymentsByKey;
}

/** What is stored with the execution. */
export interface Payments {
	/** By the index of the run, for as long as n8n may repeat it. */
	runs: Record<string, Run>;
	/** Outcomes that every run of the execution uses again, and their number. */
	execution: PaymentsByKey;
	executionPayments: number;
	spentMicros: number;
	highestPriceMicros: number;
	/** Whether something may have been charged when no price was known. */
	unpriced: boolean;
	/** Radars that were created, or may have been. */
	radars: number;
}

const EMPTY: Payments = {
	runs: {},
	execution: {},
	executionPayments: 0,
	spentMicros: 0,
	highestPriceMicros: 0,
	unpriced: false,
	radars: 0,
};

/** An input item, and what it asks for. */
interface Entry {
	item: number;
	definition: object;
}

/** Tells apart what is paid for in one run: the items that ask for it, and what they ask for. */
export function paidKey(...entries: Entry[]): string {
	// An expression with $now gives another date each time: it is still the same item's radar.
	const lasting = entries.map(({ item, definition }) => [item, { ...definition, updates_since: undefined }]);
	return hash('sha256', JSON.stringify(lasting), 'base64url');
}

/** Everything an execution pays for, in all its runs: those of loops, and parallel ones of AI agents. */
export class Ledger {
	/** Purchases under way, which runs at the same time share. */
	readonly underWay = new Map<string, Promise<object>>();

	/** Radars that are about to be created. */
	plannedRadars = 0;

	lookupsInFlight = 0;

	constructor(readonly payments: Payments) {}
}

/** Released with the execution. */
const ledgers = new WeakMap<Payments, Ledger>();

function ledgerOf(execution: IExecuteFunctions): Ledger {
	const context = execution.getContext('node') as IDataObject & { payments?: Payments };
	const payments = (context.payments ??= structuredClone(EMPTY));
	const ledger = ledgers.get(payments) ?? new Ledger(payments);
	ledgers.set(payments, ledger);
	return ledger;
}

interface Kind {
	/** Used again in every run of the execution, and not only when n8n repeats the run. */
	forExecution?: boolean;
	/** How many radars the call creates. */
	radars?: number;
}

/**
 * What a run has paid or may have paid for, in the ledger of its execution. n8n stores it with the execution, so it outlives
 * Retry On Fail, loops, waits and the Retry button, and is gone with the execution.
 */
export class PaidResults {
	readonly ledger: Ledger;

	private readonly payments: Payments;

	/** Whether there may be outcomes of a first try: if not, no key needs to be looked up. */
	private readonly isRepeated: boolean;

	private readonly runIndex: string;

	private readonly isTool: boolean;

	private readonly executionId: string;

	private planned = 0;

	constructor(execution: IExecuteFunctions) {
		this.ledger = ledgerOf(execution);
		this.payments = this.ledger.payments;
		this.runIndex = String(execution.getWorkflowDataProxy(0).$runIndex);
		this.isTool = isTool(execution);
		this.executionId = execution.getExecutionId();
		const { runs } = this.payments;
		this.isRepeated = this.runIndex in runs || (this.isTool && Object.keys(runs).length > 0);
	}

	/** Whether a first try has an outcome for this, so it must not be sent again. */
	knows(key: string): boolean {
		return this.settled(key) !== undefined;
	}

	/** Whether a first try has an outcome for the call that these items ask for together. */
	knowsCall(...entries: Entry[]): boolean {
		return this.isRepeated && this.knows(paidKey(...entries));
	}

	/**
	 * Makes a paid call once: a repeat gets the stored outcome, also an unknown one. A call that certainly did nothing is made again.
	 * @throws RadarApiError
	 */
	async once<Result extends object>(
		key: string,
		call: () => Promise<Result>,
		{ forExecution = false, radars = 0 }: Kind = {},
	): Promise<Result> {
		const payment = this.settled(key);
		if (payment && 'unknown' in payment) throw new RadarApiError(payment.unknown);
		if (payment) return payment.result as Result;
		const { underWay } = this.ledger;
		const name = forExecution ? key : `${this.runIndex} ${key}`;
		const result = underWay.get(name) ?? this.keep(key, call, forExecution, radars);
		underWay.set(name, result);
		return (await result.finally(() => underWay.delete(name))) as Result;
	}

	/** Whether this run or its first try has paid for it. */
	isOwn(key: string): boolean {
		return this.findOrTakeOver(key)?.runIndex === this.runIndex;
	}

	private async keep(
		key: string,
		call: () => Promise<object>,
		forExecution: boolean,
		radars: number,
	): Promise<object> {
		const { executionId, runIndex } = this;
		const store = (outcome: { result: object } | { unknown: ApiFailure }) => {
			this.paymentsFor(forExecution)[key] = { ...outcome, executionId, runIndex };
			this.countRadars(radars);
		};
		const result = await call().catch((error: unknown) => {
			if (error instanceof RadarApiError && error.failure.outcome === 'unknown')
				store({ unknown: error.failure });
			throw error;
		});
		store({ result });
		return result;
	}

	/** Plans more radars if that keeps to the maximum for the execution. Returns whether it does. */
	planRadars(count: number, maximum: number): boolean {
		if (this.payments.radars + this.ledger.plannedRadars + count > maximum) return false;
		this.plan(count);
		return true;
	}

	/** The balance before the first try of this run. */
	async balanceBefore(read: () => Promise<number | undefined>): Promise<number | undefined> {
		const run = this.run;
		run.balanceUsd ??= await read();
		return run.balanceUsd;
	}

	/** What the first try of this run decided to do, so that Retry On Fail does the same. The Retry button plans again. */
	get decision(): object | undefined {
		const decision = this.payments.runs[this.runIndex]?.decision;
		return decision?.executionId === this.executionId ? decision.value : undefined;
	}

	set decision(value: object) {
		this.run.decision = { executionId: this.executionId, value };
	}

	/** The run has ended. What it paid for is forgotten only when n8n will not repeat it. */
	end(mayBeRepeated: boolean): void {
		this.plan(-this.planned);
		const { runs } = this.payments;
		const run = runs[this.runIndex];
		if (mayBeRepeated) {
			if (run) run.mayBeRepeated = true;
			return;
		}
		// Under On Error: Continue, n8n 1.84 makes all tries of a run that failed once, also after one that succeeded.
		if (run?.mayBeRepeated) run.mayBeRepeated = false;
		else delete runs[this.runIndex];
	}

	private plan(count: number): void {
		this.planned += count;
		this.ledger.plannedRadars += count;
	}

	private countRadars(count: number): void {
		this.payments.radars += count;
		this.plan(-Math.min(count, this.planned));
	}

	private get run(): Run {
		return (this.payments.runs[this.runIndex] ??= { payments: {} });
	}

	/** Where a new payment goes: what exceeds the maximum for the execution is kept for this run. */
	private paymentsFor(forExecution: boolean): PaymentsByKey {
		if (!forExecution || this.payments.executionPayments >= MAX_KEPT_FOR_EXECUTION) return this.run.payments;
		this.payments.executionPayments++;
		return this.payments.execution;
	}

	/** The outcome to use again. After an unknown one, the Retry button sends the call again: the error asked a person to look first. */
	private settled(key: string): Payment | undefined {
		const payment = this.findOrTakeOver(key);
		const isForAPerson = payment && 'unknown' in payment && payment.executionId !== this.executionId;
		return isForAPerson ? undefined : payment;
	}

	private findOrTakeOver(key: string): Payment | undefined {
		const { runs, execution } = this.payments;
		const payment = execution[key] ?? runs[this.runIndex]?.payments[key];
		return payment ?? (this.isTool ? this.takeOver(key) : undefined);
	}

	/** When n8n repeats a call of an AI agent, the run has another index. */
	private takeOver(key: string): Payment | undefined {
		const from = Object.values(this.payments.runs).find(
			({ mayBeRepeated, payments }) => mayBeRepeated && key in payments,
		);
		const payment = from?.payments[key];
		if (!from || !payment) return undefined;
		delete from.payments[key];
		this.run.payments[key] = payment;
		return payment;
	}
}
