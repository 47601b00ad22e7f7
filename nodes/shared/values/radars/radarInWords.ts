import { CREATE_TAG_FIELD, NEXT_CHARGE_FIELD } from '../../api/assumptions';
import { fieldName } from '../../api/radarFields';
import { radarTypeName, radarTypeWithGroup } from '../../api/radarTypes';
import type { Radar } from '../../api/types';
import { domainInWords, usd, withText } from '../basics/inWords';
import { sameText } from '../basics/sameText';
import { isoOf, minuteInWords, timeIn } from '../basics/time';

/** The radar type with its group, as in "Contact: Job Changes". Companies, the most common group, have no prefix. */
export const typeNameInGroup = (type: string): string =>
	type.startsWith('company_') ? radarTypeName(type) : radarTypeWithGroup(type);

type Named = Partial<Omit<Radar, 'radar_type'>> & { radar_type: string };

/** Who or what a radar monitors: "acme.example", "acme.example, Jane Doe". */
export function targetName(radar: Named): string {
	const { radar_type: type, domain, full_name: name, email, profile_url: profile, keyword } = radar;
	const person = type.startsWith('contact_') ? (name ?? email ?? profile) : undefined;
	return [domain && domainInWords(domain), person, keyword].filter(Boolean).join(', ') || 'Everything';
}

/** What a radar monitors: "acme.example – New Hires", "acme.example, Jane Doe – Contact: Job Changes". */
export const radarName = (radar: Named): string =>
	`${targetName(radar)} – ${typeNameInGroup(radar.radar_type)}`;

/** How messages name a radar of a list, or one of its fields: "Radar 2, Company Domain (domain)". */
export const radarNumbered = (number: number, field?: string): string =>
	[`Radar ${number}`, field].filter(Boolean).join(', ');

export const CREATE_AGAIN = 'Check the target, then create the radar again.';

/** What to do about radars that stopped because the balance ran out. The service documents nothing about their restart. */
export const AFTER_TOP_UP =
	'Top up, wait, then check with Radar: Get Many. Create again only those that stay inactive.';

export const isActive = ({ radar_status: status }: Radar): boolean => status === 'active';

/** When the paid month of a radar ends; undefined if it's over. @param now the service's time */
export function paidUntil({ next_charge_at: end }: Radar, now: number): string | undefined {
	const time = timeIn(end);
	return time !== undefined && time > now ? isoOf(time) : undefined;
}

/** When a deactivated radar ends; undefined if it's active or has ended (docs/contributing/api.md, Radar states). */
export const endOf = (radar: Radar, now: number): string | undefined =>
	isActive(radar) ? undefined : paidUntil(radar, now);

/** The tag of the create that made the radar, and its position in a bulk request; 0 for a single create. */
export function tagOf({ custom_fields: fields }: Radar): { tag: string; itemIndex: number } {
	// The service may normalize custom fields.
	const [tag = '', itemIndex = 0] = sameText(fields?.[CREATE_TAG_FIELD]).split('.');
	return { tag, itemIndex: Number(itemIndex) };
}

/** A radar without this date is charged per update, not when it's created. */
export const isChargedAtOnce = ({ [NEXT_CHARGE_FIELD]: at }: Radar): boolean => Boolean(at);

const TIMESTAMP = /\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)/g;

const readableTime = (timestamp: string): string => {
	const time = timeIn(timestamp);
	return time === undefined ? timestamp : minuteInWords(time);
};

/** A field that differs, and its values if they are known: `1 → 2`. */
export interface Difference {
	field: string;
	values?: string;
}

const withValues = (field: string, values: string | undefined): string =>
	values === undefined ? field : `${field} (${values})`;

/** The difference as an output shows it: `custom_fields.crm (1 → 2)`. */
export const differenceText = ({ field, values }: Difference): string => withValues(field, values);

function readableValues(field: string, values: string): string {
	if (field === 'domain') return domainInWords(values);
	if (field === 'updates_since') return values.replace(TIMESTAMP, readableTime);
	return field === 'radar_type' ? values.replace(/\w+/g, radarTypeName) : values;
}

/** What differs, in words: "Job Titles, Custom Fields, crm (1 → 2)". */
export const differencesInWords = (differs: readonly Difference[]): string =>
	differs
		.map(({ field, values }) => withValues(fieldName(field), values && readableValues(field, values)))
		.join(', ');

const SETUP_REASONS = /\b(?:missing_prerequisites|setup_failure|source_inaccessible)\b/;

export const refundInWords = (refund: unknown): string =>
	Number(refund) > 0 ? `${usd(Number(refund))} was refunded.` : '';

/** Whether a radar failed after it had been accepted, and maybe charged. */
export const isSetupFailure = ({ reason, refund }: { reason: unknown; refund: unknown }): boolean =>
	SETUP_REASONS.test(String(reason)) || Number(refund) > 0;

/** Why a radar failed: "Setup failed for acme.com: The source is private". */
export const failureInWords = (
	message: unknown,
	failure: Parameters<typeof isSetupFailure>[0],
	forTarget = '',
): string =>
	withText(
		isSetupFailure(failure) ? `Setup failed${forTarget}` : `Radar${forTarget} failed`,
		message,
	).replace(/\.$/, '');
