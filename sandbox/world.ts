import type { Clock } from './clock';
import type { Deliveries } from './deliveries';
import type { Ids } from './ids';
import type { Settings } from './settings';
import type { Account } from './state/account';
import type { Tasks } from './tasks';

/** What everything in the service shares. */
export interface World {
	readonly clock: Clock;
	readonly ids: Ids;
	readonly tasks: Tasks;
	readonly deliveries: Deliveries;
	settings(): Settings;
}

/** An API key and what it may do (docs/contributing/api.md, Authentication). */
export interface ApiKey {
	name: string;
	key: string;
	account: Account;
	active: boolean;
	/** May create and deactivate radars, and look up addresses. */
	writes: boolean;
	/** Has the reveal feature. */
	reveals: boolean;
}
