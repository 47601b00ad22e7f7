import type { IDataObject } from 'n8n-workflow';
import { hash } from 'crypto';

import { isObject } from '../values/basics/values';
import type { RadarType, UpdateType } from '../api/radarTypes';
import { sameHost, sameProfile, sameText, sameWords } from '../values/basics/sameText';

/** What to do in a CRM about a hire, a job change or a failure. */
export type NextStep = 'alert_owner' | 'check_radar' | 'close_old_record' | 'new_contact';

/** A role that isn't known is absent or empty. */
const isKnownRole = (role: unknown): boolean =>
	isObject(role) && Boolean(role.company_name || role.company_domain);

/** A change of an unknown kind closes and creates nothing: a person decides. */
function afterJobChange({ change_type: change, new_role: role }: IDataObject): NextStep {
	if (change === 'departure') return 'close_old_record';
	if (change === 'new_company_role') return isKnownRole(role) ? 'new_contact' : 'close_old_record';
	return 'alert_owner';
}

/** @param type the radar type of a finding, or else the update type */
export function nextStep(type: string, content: IDataObject): NextStep | undefined {
	if (type === 'company_new_hires') return 'new_contact';
	if (type === 'contact_job_changes') return afterJobChange(content);
	return type === 'radar_failure' ? 'check_radar' : undefined;
}

/** What an update is about, and the paths that identify it: the first of these combinations that is complete. */
interface Identity {
	kind: string;
	by: ReadonlyArray<readonly string[]>;
}

const PERSON_KEY: Identity = { kind: 'person', by: [['profile_url'], ['full_name', 'radar.domain']] };
const AUTHOR_KEY: Identity = {
	kind: 'person',
	by: [['author.profile_url'], ['author.name', 'author.company_domain']],
};
/** A radar of a contact monitors one person. */
const CONTACT_KEY: Identity = { kind: 'person', by: [...PERSON_KEY.by, ['radar.radar_id']] };
const COMPANY_KEY: Identity = { kind: 'company', by: [['company_domain'], ['company_name']] };
const MENTION_KEY: Identity = { kind: 'mention', by: [['mention_url']] };
const POST_KEY: Identity = { kind: 'post', by: [['post_url']] };
const RADAR_KEY: Identity = {
	kind: 'radar',
	by: [['radar.radar_id'], ['event.bulk_id', 'event.item_index']],
};

const IDENTITIES: Readonly<Record<RadarType | Exclude<UpdateType, 'radar_finding'>, Identity>> = {
	company_new_hires: PERSON_KEY,
	company_job_openings: { kind: 'job', by: [['job_url'], ['job_title', 'radar.domain']] },
	company_promotions: PERSON_KEY,
	company_reviews: { kind: 'review', by: [['review_url']] },
	company_mentions: MENTION_KEY,
	company_social_posts: POST_KEY,
	company_social_posts_cxo: POST_KEY,
	company_social_engagements: AUTHOR_KEY,
	contact_job_changes: CONTACT_KEY,
	contact_social_posts: POST_KEY,
	contact_social_engagements: AUTHOR_KEY,
	industry_mentions: MENTION_KEY,
	industry_funding_rounds: COMPANY_KEY,
	industry_new_companies: COMPANY_KEY,
	industry_job_openings: { kind: 'job', by: [['job_url'], ['job_title', 'company_domain']] },
	radar_failure: RADAR_KEY,
	radar_created: RADAR_KEY,
	bulk_completed: { kind: 'bulk', by: [['event.bulk_id']] },
};

/** What tells an update of an unknown type, or without all of that, from others. */
const UPDATE: Identity = { kind: 'update', by: [['event.record_id'], ['event.update_id']] };

const HASH_LENGTH = 32;

/** Forms of one value that mean the same give one key. The query of a page may say which page it is. */
function normalized(path: string, value: string): string {
	if (path.endsWith('profile_url')) return sameProfile(value);
	if (path.endsWith('_url')) return sameText(value).replace(/#.*$/, '').replace(/\/$/, '');
	return path.endsWith('domain') ? sameHost(value) : sameWords(value);
}

function keyBy({ kind, by }: Identity, valueAt: (path: string) => unknown): string | undefined {
	for (const paths of by) {
		const values = paths.map((path) => String(valueAt(path) ?? '').trim());
		if (values.includes('')) continue;
		const parts = values.map((value, index) => normalized(paths[index] ?? '', value));
		return `${kind}_${hash('sha256', JSON.stringify(parts)).slice(0, HASH_LENGTH)}`;
	}
	return undefined;
}

/**
 * The same for updates about the same person, job, post or company, whoever found them and how often: at most 64 characters, lower case.
 * @param type the radar type of a finding, or else the update type
 */
export function upsertKey(type: string, valueAt: (path: string) => unknown): IDataObject[string] {
	const identity = Object.hasOwn(IDENTITIES, type) ? IDENTITIES[type as RadarType] : UPDATE;
	return keyBy(identity, valueAt) ?? keyBy(UPDATE, valueAt);
}
