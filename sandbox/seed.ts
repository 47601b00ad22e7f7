import { RADAR_TYPES } from './document/document';
import { PROFILE_HOST } from './findings/samples';
import { newRadar } from './radars';
import type { Account } from './state/account';
import type { StoredRadar } from './state/radarStore';
import type { StoredUpdate } from './state/updateStore';
import type { RadarDefinition, RadarType } from './types';
import type { World } from './world';

const DAY_MS = 24 * 3_600_000;
const RADAR_DAYS = 90;
const UPDATE_DAYS = 30;
/** Seeded updates end this long before now, so that what comes later is newer. */
const MARGIN_MS = 60_000;

/** The n-th seeded definition: the types take turns. */
function definitionOf(number: number): RadarDefinition {
	const radar_type = RADAR_TYPES[number % RADAR_TYPES.length] as RadarType;
	const name = `seed-${String(number).padStart(6, '0')}`;
	const custom_fields = { account_id: name };
	if (radar_type.startsWith('industry_')) return { radar_type, keyword: name, custom_fields };
	const profile = radar_type.startsWith('contact_') ? { profile_url: `${PROFILE_HOST}/in/${name}` } : {};
	return { radar_type, domain: `${name}.com`, ...profile, custom_fields };
}

/** Adds active radars, created one after the other over the last months. Nothing is charged. */
export function seedRadars(world: World, account: Account, count: number): void {
	const start = world.clock.now() - RADAR_DAYS * DAY_MS;
	const step = (RADAR_DAYS * DAY_MS - MARGIN_MS) / Math.max(count, 1);
	const radars: StoredRadar[] = [];
	for (let index = 0; index < count; index += 1) {
		const number = world.ids.number('radar');
		const definition = definitionOf(number);
		const billing = world.settings().account.billing[definition.radar_type] ?? 'monthly';
		const at = Math.floor(start + index * step);
		radars.push(newRadar(world.ids, definition, billing, at, number));
	}
	account.radars.addAll(radars);
}

/**
 * Adds findings, spread over the radars of the account and over the last `days`. Nothing is charged or delivered.
 * @throws Error when the account has no radars
 */
export function seedUpdates(world: World, account: Account, count: number, days = UPDATE_DAYS): void {
	const radars = [...account.radars.all()];
	if (count > 0 && radars.length === 0) throw new Error('Seed radars first: updates belong to radars.');
	const start = world.clock.now() - days * DAY_MS;
	const step = (days * DAY_MS - MARGIN_MS) / Math.max(count, 1);
	const updates: StoredUpdate[] = [];
	for (let index = 0; index < count; index += 1) {
		const radar = radars[index % radars.length] as StoredRadar;
		const at = Math.floor(start + index * step);
		updates.push({ at, number: world.ids.number('update'), radar, content: null, failure: null });
	}
	account.updates.addAll(updates);
	countByMonth(account, updates);
}

function countByMonth(account: Account, updates: StoredUpdate[]): void {
	let usage = account.ledger.usageAt(0);
	let monthEnd = 0;
	for (const { at } of updates) {
		if (at >= monthEnd) {
			const date = new Date(at);
			usage = account.ledger.usageAt(at);
			monthEnd = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
		}
		usage.updates_found += 1;
	}
}
