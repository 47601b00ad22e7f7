import { billDueRadars, failRadar, resumeSuspendedRadars } from './radars';
import type { Delivery } from './deliveries';
import { FAULT_KINDS, type Fault } from './faults';
import { pushFinding } from './findings/push';
import type { LogEntry } from './log';
import { millisecondsOf, rfc3339Problem, timestamp } from './rules/timestamp';
import { seedRadars, seedUpdates } from './seed';
import type { Service } from './service';
import { settingsProblem, type DeepPartial, type Settings } from './settings';
import type { Charge } from './state/ledger';
import type { StoredRadar } from './state/radarStore';
import type { FailureReason, Json, Radar, RadarType, Update } from './types';

/** What to do with the service's clock: any of these, in this order. */
export interface ClockChange {
	/** RFC 3339. */
	set?: string;
	/** Seconds; the budgets refill accordingly. */
	advance?: number;
	/** True: the time stands still, and no budget refills. False: it goes on from where it is. */
	stopped?: boolean;
}

/** Findings that are to appear now. */
export interface FindingsWanted {
	/** Of this radar; else of the newest active one of `radar_type`, else of the newest active one. */
	radar_id?: string;
	radar_type?: RadarType;
	/** Default 1. */
	count?: number;
	/** RFC 3339; now when left out. The same instant for all of them; may lie in the past (a late arrival). */
	discovered_at?: string;
	/** In place of generated content. */
	content?: Json;
}

/** How much to create at once. */
export interface SeedWanted {
	radars?: number;
	/** Findings, spread over the radars of the account. */
	updates?: number;
	/** The updates lie within this many days before now (default 30). */
	days?: number;
}

const NO_FILTER = { radars: null, types: null };

/** Steers a sandbox and shows what happened in it. The control API under `/__sandbox/` has the same calls. */
export class Control {
	constructor(private readonly service: Service) {}

	/** Everything as it was at the start: settings, clock, radars, balance, faults, log. Ids are new ones. */
	reset(): void {
		this.service.reset();
	}

	settings(): Settings {
		return this.service.settings();
	}

	/** Changes the settings that are named. The budgets are full again. */
	change(patch: DeepPartial<Settings>): Settings {
		const problem = settingsProblem(patch);
		if (problem !== null) throw new Error(problem);
		this.service.change(patch);
		return this.settings();
	}

	/** The service's time now, and after a change what was due until then: months are charged. */
	clock(change: ClockChange = {}): { now: string; stopped: boolean } {
		const { clock, account } = this.service;
		// First, so that no time passes between setting the clock and stopping it.
		if (change.stopped === true) clock.stop();
		if (change.stopped === false) clock.start();
		if (change.set !== undefined) clock.set(instant('set', change.set));
		if (change.advance !== undefined) clock.advance(change.advance * 1000);
		billDueRadars(this.service, account);
		return { now: timestamp(clock.now()), stopped: clock.stopped };
	}

	/** The balance of the account in USD; setting it brings back radars that waited for funds. */
	balance(usd?: number): { balance_usd: number } {
		const { account } = this.service;
		if (usd !== undefined) {
			account.ledger.balanceUsd = usd;
			resumeSuspendedRadars(this.service, account);
		}
		return { balance_usd: account.ledger.balanceUsd };
	}

	/** Faults for requests to come; the first that fits and is due hits. */
	addFaults(...faults: Fault[]): Fault[] {
		const unknown = faults.find(({ kind }) => !FAULT_KINDS.includes(kind));
		if (unknown) throw new Error(`There is no fault "${unknown.kind}". There are ${FAULT_KINDS.join(', ')}.`);
		this.service.faults.add(...faults);
		return this.faults();
	}

	/** Faults that are still to come. */
	faults(): Fault[] {
		return this.service.faults.list();
	}

	clearFaults(): void {
		this.service.faults.clear();
	}

	/** Many radars and findings at once, free of charge and without deliveries. */
	seed({ radars = 0, updates = 0, days }: SeedWanted): { radars: number; updates: number } {
		seedRadars(this.service, this.service.account, radars);
		seedUpdates(this.service, this.service.account, updates, days);
		return { radars, updates };
	}

	/** New findings, charged and delivered as the service does. */
	pushFindings(wanted: FindingsWanted = {}): Update[] {
		const radar = this.chosen(wanted);
		const { count = 1, discovered_at: discovered, content } = wanted;
		const at = discovered === undefined ? undefined : instant('discovered_at', discovered);
		const push = () => pushFinding(this.service, this.service.account, radar, { at, content });
		return Array.from({ length: count }, push);
	}

	/** Ends a radar with a failure notice (docs/contributing/api.md, radar_failure). */
	failRadar(radarId: string, reason: FailureReason): Update {
		return failRadar(this.service, this.service.account, this.radar(radarId), reason);
	}

	/** Every radar of the account, oldest first. */
	radars(): Radar[] {
		return [...this.service.account.radars.timeline.walk('oldest-first', null)].map(({ record }) => record);
	}

	/** How many findings of the account there are since an instant, in milliseconds. */
	findingsSince(instant: number): number {
		const all = this.service.account.updates.page(NO_FILTER, 'newest-first', null, Infinity);
		return all.filter(({ at, failure }) => at >= instant && failure === null).length;
	}

	/** Everything that moved the balance, oldest first. */
	charges(): Charge[] {
		return [...this.service.account.ledger.charges];
	}

	/** Every request to the API, oldest first. */
	log(): LogEntry[] {
		return this.service.log.list();
	}

	clearLog(): void {
		this.service.log.clear();
	}

	/** Every attempt to send an event, oldest first. */
	deliveries(): Delivery[] {
		return this.service.deliveries.list();
	}

	clearDeliveries(): void {
		this.service.deliveries.clear();
	}

	get isIdle(): boolean {
		return this.service.tasks.isIdle;
	}

	/** Resolves when no delivery, bulk item or late commit is under way. */
	idle(): Promise<void> {
		return this.service.tasks.idle();
	}

	private radar(radarId: string): StoredRadar {
		const radar = this.service.account.radars.get(radarId);
		if (radar === undefined) throw new Error(`There is no radar ${radarId}.`);
		return radar;
	}

	private chosen({ radar_id, radar_type }: FindingsWanted): StoredRadar {
		if (radar_id !== undefined) return this.radar(radar_id);
		for (const radar of this.service.account.radars.timeline.walk('newest-first', null)) {
			const { radar_status, radar_type: type } = radar.record;
			if (radar_status === 'active' && (radar_type === undefined || radar_type === type)) return radar;
		}
		throw new Error('There is no active radar of that type.');
	}
}

function instant(name: string, value: string): number {
	const problem = rfc3339Problem(value);
	if (problem !== null) throw new Error(`${name} ${problem}.`);
	return millisecondsOf(value);
}
