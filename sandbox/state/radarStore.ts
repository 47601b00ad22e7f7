import type { BillingModel } from '../settings';
import type { Radar, RadarDefinition } from '../types';
import { Timeline } from './timeline';

/** A radar and what its record does not show. */
export interface StoredRadar {
	/** Creation, in milliseconds. */
	at: number;
	/** Orders those of the same millisecond as they were created. */
	number: number;
	record: Radar;
	definition: RadarDefinition;
	billing: BillingModel;
	/** Next billing instant in milliseconds; null when update-based. */
	chargeAt: number | null;
	/** What its last month cost; a failed set-up refunds it. */
	paidUsd: number;
	/** Stopped for lack of funds; comes back after a top-up. */
	suspended: boolean;
}

/** What makes two definitions the same radar, and the field that a 409 names (docs/contributing/api.md, Create a radar). */
export interface Identity {
	key: string;
	field: 'domain' | 'identifiers.email' | 'identifiers.profile_url' | 'keyword';
}

const withoutQuery = (url: string) => url.replace(/[?#].*$/, '').replace(/\/$/, '');

/** The identities of a definition; a contact known by name alone has none. */
function identitiesOf({ radar_type, domain, email, profile_url, keyword }: RadarDefinition): Identity[] {
	const identity = (field: Identity['field'], value: string) => ({
		key: `${radar_type} ${value.toLowerCase()}`,
		field,
	});
	if (radar_type.startsWith('company_')) return [identity('domain', domain ?? '')];
	if (radar_type.startsWith('industry_')) return [identity('keyword', keyword ?? '')];
	return [
		...(email === undefined ? [] : [identity('identifiers.email', email)]),
		...(profile_url === undefined ? [] : [identity('identifiers.profile_url', withoutQuery(profile_url))]),
	];
}

export const radarTimeline = () => new Timeline<StoredRadar>(({ number }) => String(number).padStart(9, '0'));

/** The radars of an account. */
export class RadarStore {
	readonly timeline = radarTimeline();
	private readonly byId = new Map<string, StoredRadar>();
	private readonly byIdentity = new Map<string, StoredRadar>();

	get(radarId: string): StoredRadar | undefined {
		return this.byId.get(radarId.toLowerCase());
	}

	all(): Iterable<StoredRadar> {
		return this.byId.values();
	}

	add(radar: StoredRadar): void {
		this.timeline.add(radar);
		this.index(radar);
	}

	addAll(radars: StoredRadar[]): void {
		this.timeline.addAll(radars);
		for (const radar of radars) this.index(radar);
	}

	remove(radar: StoredRadar): void {
		this.timeline.remove(radar);
		this.byId.delete(radar.record.radar_id);
		for (const { key } of identitiesOf(radar.definition)) {
			if (this.byIdentity.get(key) === radar) this.byIdentity.delete(key);
		}
	}

	/** The radar that stands in the way of a new one, and by what. Grace periods and suspended radars count too. */
	conflictOf(definition: RadarDefinition, now: number): { radar: StoredRadar; identity: Identity } | null {
		for (const identity of identitiesOf(definition)) {
			const radar = this.byIdentity.get(identity.key);
			if (radar !== undefined && inService(radar, now)) return { radar, identity };
		}
		return null;
	}

	private index(radar: StoredRadar): void {
		this.byId.set(radar.record.radar_id, radar);
		for (const { key } of identitiesOf(radar.definition)) this.byIdentity.set(key, radar);
	}
}

/** Active, in the paid rest of its month, or waiting for funds (docs/contributing/api.md, Radar states). */
export const inService = ({ record, chargeAt, suspended }: StoredRadar, now: number) =>
	record.radar_status === 'active' || suspended || (chargeAt !== null && chargeAt > now);
