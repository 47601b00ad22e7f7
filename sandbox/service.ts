import { randomInt, randomUUID } from 'node:crypto';
import { Budgets } from './budgets';
import { Clock } from './clock';
import { Deliveries } from './deliveries';
import { Faults } from './faults';
import { Ids } from './ids';
import { RequestLog } from './log';
import { newRadar } from './radars';
import { DEFAULT_SETTINGS, merged, type DeepPartial, type Settings } from './settings';
import { Account } from './state/account';
import { Tasks, type Timer } from './tasks';
import type { ApiKey, World } from './world';

const DEFAULT_BALANCE_USD = 1_000;

/** How a sandbox starts, and what `reset` goes back to. */
export interface ServiceOptions {
	/** The key that may do everything; a random UUID when left out. */
	apiKey?: string;
	balanceUsd?: number;
	settings?: DeepPartial<Settings>;
	/** What its latencies and delays go by; real time when left out. */
	timer?: Timer;
}

/** The keys of a sandbox. */
export interface Keys {
	full: string;
	/** Without the reveal feature. */
	withoutReveal: string;
	readOnly: string;
	inactive: string;
	/** Of another account, which has one radar. */
	other: string;
}

/** The state of the whole service, in memory. */
export class Service implements World {
	readonly clock = new Clock();
	readonly tasks: Tasks;
	readonly faults = new Faults();
	readonly log = new RequestLog();
	keyNames!: Keys;
	readonly budgets = new Budgets(() => this.current, this.clock);
	readonly deliveries: Deliveries;
	ids!: Ids;
	/** The account of every key but `other`. */
	account!: Account;
	private keys!: Map<string, ApiKey>;
	private current!: Settings;

	constructor(private readonly options: ServiceOptions) {
		this.tasks = new Tasks(options.timer);
		this.deliveries = new Deliveries(() => this.current, this.clock, this.tasks);
		this.renew();
	}

	/** A reset under new keys. */
	renew(): void {
		this.keyNames = {
			full: this.options.apiKey ?? randomUUID(),
			withoutReveal: randomUUID(),
			readOnly: randomUUID(),
			inactive: randomUUID(),
			other: randomUUID(),
		};
		this.reset();
	}

	settings(): Settings {
		return this.current;
	}

	/** Changes the settings that `patch` names; the budgets are full again. */
	change(patch: DeepPartial<Settings>): void {
		this.current = merged(this.current, patch);
		this.budgets.reset();
	}

	keyOf(value: string): ApiKey | undefined {
		return this.keys.get(value);
	}

	/** Everything as it was at the start, with new ids. */
	reset(): void {
		this.tasks.cancel();
		this.clock.reset();
		this.faults.clear();
		this.log.clear();
		this.deliveries.clear();
		this.budgets.reset();
		this.current = merged(DEFAULT_SETTINGS, this.options.settings);
		this.ids = new Ids(randomInt(2 ** 32));
		this.account = this.newAccount();
		this.keys = this.newKeys(this.account, this.newOtherAccount());
	}

	private newAccount(): Account {
		const account = new Account(this.ids);
		account.ledger.balanceUsd = this.options.balanceUsd ?? DEFAULT_BALANCE_USD;
		return account;
	}

	private newOtherAccount(): Account {
		const account = this.newAccount();
		const definition = { radar_type: 'company_mentions', domain: 'elsewhere.example.com' } as const;
		account.radars.add(newRadar(this.ids, definition, 'monthly', this.clock.now()));
		return account;
	}

	private newKeys(account: Account, other: Account): Map<string, ApiKey> {
		const { full, withoutReveal, readOnly, inactive, other: foreign } = this.keyNames;
		const may = { account, active: true, writes: true, reveals: true };
		const keys: ApiKey[] = [
			{ ...may, name: 'full', key: full },
			{ ...may, name: 'withoutReveal', key: withoutReveal, reveals: false },
			{ ...may, name: 'readOnly', key: readOnly, writes: false },
			{ ...may, name: 'inactive', key: inactive, active: false },
			{ ...may, name: 'other', key: foreign, account: other },
		];
		return new Map(keys.map((key) => [key.key, key]));
	}
}
