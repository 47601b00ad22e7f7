import { hash } from 'crypto';

import { DEFINITION_FIELD, TYPES_IGNORING_KEYWORD, TYPES_WITH_HIDDEN_FIELDS } from '../../api/assumptions';
import { ownCustomFields, FILTERS } from '../../api/radarFields';
import { TYPES_THAT_IGNORE_UPDATES_SINCE } from '../../api/radarTypes';
import type { Radar, RadarDefinition } from '../../api/types';
import { canonicalJson, pushTo } from '../basics/values';
import { sameHost, sameId, sameProfile, sameText, sameUrl, sameWords } from '../basics/sameText';
import { inSlices } from '../../host/clock';
import type { Difference } from './radarInWords';
import { timeIn } from '../basics/time';

/** The same for equal values, lists in any order. */
const valueKey = (value: unknown): string => canonicalJson(Array.isArray(value) ? [...value].sort() : value);

/** The same for definitions that are equal in every field. */
export const definitionKey = (definition: RadarDefinition): string =>
	valueKey(Object.entries(definition).map(([name, value]) => [name, valueKey(value)]));

/** The same whatever $now gives an expression. The service accepts no second radar that differs only in what is left out. */
export const lastingKey = (definition: RadarDefinition): string =>
	definitionKey({ ...definition, custom_fields: undefined, updates_since: undefined });

/** The identifiers of a contact besides its name: p for a page, e for an email address. */
const identifiersOf = ({ profile_url: page, email }: RadarDefinition | Radar) =>
	`${page ? 'p' : ''}${email ? 'e' : ''}` as const;

/** Contacts of one name may be the same unless both have a page, or both an email address. */
const POSSIBLE_IDENTIFIERS = { '': ['', 'p', 'e', 'pe'], p: ['', 'e'], e: ['', 'p'], pe: [''] };

/** The keyword, or its hash if the record may lack it, because the service may ignore it: then the fingerprint has it. */
function keywordKey(target: RadarDefinition | Radar): string | null {
	const words = target.keyword ? sameWords(target.keyword) : null;
	if (!isHidden('keyword', target)) return words;
	return words === null ? (sentOf(target)?.hidden.get('keyword') ?? null) : hashOf(words);
}

/** @param identifiers of the contacts that a key by name stands for, one key for each */
function keysOfTarget(target: RadarDefinition | Radar, identifiers: string[]): string[] {
	const { radar_type: type, domain, email, profile_url: profileUrl, full_name: name } = target;
	const key = (...parts: unknown[]) => JSON.stringify([type, ...parts]).toLowerCase();
	const host = domain ? sameHost(domain) : null;
	if (type.startsWith('company_')) return [key(host)];
	if (type.startsWith('industry_')) return [key(keywordKey(target))];
	return [
		...(profileUrl ? [key('profile_url', sameProfile(profileUrl))] : []),
		...(email ? [key('email', sameWords(email))] : []),
		...(name ? identifiers.map((each) => key('full_name', sameWords(name), host, each)) : []),
		...(identifiersOf(target) === '' && !name ? [key(host, null)] : []),
	];
}

/**
 * Keys of what a definition or a radar monitors, from the fields that the service names in a conflict (docs/contributing/api.md, Errors). A
 * contact has one key for each of its identifiers, and one by name.
 */
export const targetKeys = (target: RadarDefinition | Radar): string[] =>
	keysOfTarget(target, [identifiersOf(target)]);

/**
 * The keys that a definition or a radar of the same target has at least one of. Contacts of the same name are the same only if no page
 * and no email address tells them apart.
 */
const sameTargetKeys = (target: RadarDefinition | Radar): string[] =>
	keysOfTarget(target, POSSIBLE_IDENTIFIERS[identifiersOf(target)]);

export function haveSameTarget(one: RadarDefinition | Radar, other: RadarDefinition | Radar): boolean {
	const keys = sameTargetKeys(one);
	return targetKeys(other).some((key) => keys.includes(key));
}

type Fields = Record<string, unknown>;

/** Custom fields with normalized names and values, since the service may show them so. Empty ones count as absent. */
const textsOf = (fields: unknown): Fields =>
	Object.fromEntries(
		Object.entries(Object(fields) as object)
			.map(([name, value]) => [sameText(name), sameText(value)])
			.filter(([, text]) => text !== ''),
	);

/** The fields in a radar's record (docs/contributing/api.md, Radar record), each with a form of its value that the service doesn't change. */
const FORMS = {
	radar_type: String,
	domain: sameHost,
	email: sameWords,
	profile_url: sameProfile,
	full_name: sameWords,
	keyword: sameWords,
	updates_since: (time) => String(timeIn(time)),
	webhook_url: sameUrl,
	custom_fields: (fields) => canonicalJson(textsOf(fields)),
} satisfies Record<string, (value: unknown) => string>;

type Shown = keyof typeof FORMS;
const SHOWN_FIELDS = Object.keys(FORMS) as Shown[];
const START = 'updates_since' as const;
const TARGET: Shown[] = ['radar_type', 'domain', 'email', 'profile_url', 'full_name', 'keyword'];

/** Records lack this field only if it's empty, so an absent one can be compared too. */
const RECEIVER = 'webhook_url' as const;

/** The value of a difference that there may be. */
const UNKNOWN = 'unknown';

const formOf = (name: string, value: unknown): string =>
	name in FORMS ? FORMS[name as Shown](value) : valueKey(value);

/** The fields that affect what a radar finds: job titles override the two other filters. */
function effective<Value>(fields: Iterable<[string, Value]>, type: string): Map<string, Value> {
	const left = new Map(fields);
	left.delete('include_historical');
	if (left.has('job_titles')) for (const name of ['departments', 'seniorities']) left.delete(name);
	if (TYPES_THAT_IGNORE_UPDATES_SINCE.some((ignoring) => ignoring === type)) left.delete(START);
	return left;
}

const effectiveIn = (definition: RadarDefinition): Map<string, unknown> =>
	effective(Object.entries(definition), definition.radar_type);

/** The fields with an effect that differ in two definitions, in any form that the service doesn't change. */
export function definitionDifferences(one: RadarDefinition, other: RadarDefinition): string[] {
	const [a, b] = [effectiveIn(one), effectiveIn(other)];
	const names = [...new Set([...a.keys(), ...b.keys()])];
	return names.filter((name) => formOf(name, a.get(name)) !== formOf(name, b.get(name)));
}

/** Whether the record shows another value for the field. */
function isDifferent(name: Shown, definition: RadarDefinition, radar: Radar): boolean {
	const values = [definition[name] ?? undefined, radar[name] ?? undefined];
	if (values.includes(undefined) && name !== RECEIVER) return false;
	const [wanted, shown] = values.map((value) => FORMS[name](value));
	return wanted !== shown;
}

const hashOf = (value: unknown): string => hash('sha256', valueKey(value)).slice(0, 12);

const isHidden = (name: string, { radar_type: type }: { radar_type: string }): boolean =>
	!SHOWN_FIELDS.some((shown) => shown === name) ||
	(name === 'profile_url' && type.startsWith('company_')) ||
	(name === 'keyword' && TYPES_IGNORING_KEYWORD.some((ignoring) => ignoring === type));

/** A hash of each field with an effect that the record hides, by its name, which in a fingerprint has no blank and no equals sign. */
const hiddenIn = (definition: RadarDefinition): Map<string, string> =>
	new Map(
		[...effectiveIn(definition)]
			.filter(([name]) => isHidden(name, definition))
			.map(([name, value]): [string, string] => [
				name.replace(/[\s=%]/g, encodeURIComponent),
				hashOf(formOf(name, value)),
			])
			.sort(),
	);

/** The name of `whole` in a fingerprint. */
const WHOLE = '*';

/** The same for definitions that are sent alike, even if the service shows their values in another form. */
const wholeHash = (definition: RadarDefinition): string => {
	const custom_fields = ownCustomFields(definition.custom_fields ?? {});
	return hashOf(definitionKey({ ...definition, [START]: undefined, [RECEIVER]: undefined, custom_fields }));
};

/**
 * The definition with a fingerprint of all that its record will hide or may show in another form. It stays true, since the API can't
 * change a radar.
 */
export const withFingerprint = (definition: RadarDefinition): RadarDefinition => {
	const { updates_since: start, webhook_url: url } = definition;
	const pairs = [
		...hiddenIn(definition),
		[WHOLE, wholeHash(definition)],
		...(start === undefined ? [] : [[START, start]]),
		...(url === undefined ? [] : [[RECEIVER, hashOf(url)]]),
	];
	const fingerprint = pairs.map((pair) => pair.join('=')).join(' ');
	return { ...definition, custom_fields: { ...definition.custom_fields, [DEFINITION_FIELD]: fingerprint } };
};

/** What a radar was created with, as its fingerprint says. */
interface Sent {
	/** A hash of each field with an effect that the record hides, by its name. */
	hidden: Map<string, string>;
	/** A hash of the whole definition, without its start and its URL. */
	whole: string | undefined;
	start: string | undefined;
	/** A hash. */
	url: string | undefined;
}

/** Undefined for a radar without a fingerprint. */
function sentOf({ radar_type: type, custom_fields: fields }: RadarDefinition | Radar): Sent | undefined {
	const text = fields?.[DEFINITION_FIELD];
	if (text === undefined) return undefined;
	const hidden = new Map(text.split(' ').map((pair) => pair.split('=', 2) as [string, string]));
	const [whole, start, url] = [WHOLE, START, RECEIVER].map((name) => hidden.get(name));
	for (const name of [WHOLE, START, RECEIVER]) hidden.delete(name);
	return { hidden: effective(hidden, type), whole, start, url };
}

/** How the filters of two radars of the same target compare. */
export type FilterMatch = 'same' | 'other' | 'unknown';

/** The hashes of all filters, by name; undefined for a radar without a fingerprint, since the API doesn't return them. */
const filterHashes = (either: RadarDefinition | Radar): Map<string, string> | undefined =>
	'radar_id' in either ? sentOf(either)?.hidden : hiddenIn(either);

const hasHiddenFields = ({ radar_type: type }: RadarDefinition | Radar): boolean =>
	TYPES_WITH_HIDDEN_FIELDS.includes(type);

export const areFiltersUnknown = (radar: Radar): boolean => hasHiddenFields(radar) && !sentOf(radar);

/** Compares the filters of two radars or definitions of the same target. */
export function filterMatch(one: RadarDefinition | Radar, other: RadarDefinition | Radar): FilterMatch {
	const [some, others] = [filterHashes(one), filterHashes(other)];
	if (some && others) return valueKey([...some]) === valueKey([...others]) ? 'same' : 'other';
	// Without a filter, radars whose filters the service may ignore are the same.
	const isFiltered = FILTERS.some((name) => (some ?? others)?.has(name));
	return isFiltered || hasHiddenFields(one) ? 'unknown' : 'same';
}

/** The filters that differ. Of a radar whose filters aren't known, those of the definition may, or else any. */
function filterDifferences(definition: RadarDefinition, radar: Radar): Difference[] {
	const is = hiddenIn(definition);
	const was = filterHashes(radar);
	if (!was && filterMatch(definition, radar) === 'same') return [];
	if (!was) return (is.size > 0 ? [...is.keys()] : ['filters']).map((field) => ({ field, values: UNKNOWN }));
	const names = new Set([...was.keys(), ...is.keys()]);
	return [...names].filter((name) => was.get(name) !== is.get(name)).map((field) => ({ field }));
}

/** Whether the radar was created from this same definition. */
const isMadeBy = (definition: RadarDefinition, radar: Radar): boolean =>
	sentOf(radar)?.whole === wholeHash(definition);

const change = (field: string, was: unknown, is: unknown): Difference => ({
	field,
	values: `${String(was ?? 'none')} → ${String(is ?? 'none')}`,
});

function changedCustomFields(radar: Radar, definition: RadarDefinition): Difference[] {
	const was = textsOf(ownCustomFields(radar.custom_fields));
	const is = textsOf(ownCustomFields(definition.custom_fields));
	return Object.keys({ ...was, ...is })
		.filter((name) => sameId(was[name]) !== sameId(is[name]))
		.map((name) => change(`custom_fields.${name}`, was[name], is[name]));
}

/** A radar that looks back further than wanted is fine: a start relative to the present moves on after the creation. */
function changedStart(definition: RadarDefinition, radar: Radar): Difference[] {
	const wanted = effectiveIn(definition).get(START);
	const start = sentOf(radar)?.start ?? radar.updates_since ?? radar.created_at;
	if (wanted === undefined || !((timeIn(wanted) ?? Number.NaN) < (timeIn(start) ?? 0))) return [];
	return [change(START, start, wanted)];
}

/** Which of these filters the radar was created with. */
export const filtersIn = (radar: Radar, names: readonly string[]): string[] =>
	names.filter((name) => sentOf(radar)?.hidden.has(name));

/** How the radar differs from the definition, or may differ. */
export function differences(definition: RadarDefinition, radar: Radar): Difference[] {
	const isMade = isMadeBy(definition, radar);
	const changed = isMade
		? []
		: [
				...TARGET.filter((name) => !isHidden(name, definition) && isDifferent(name, definition, radar)).map(
					(name) => change(name, radar[name], definition[name]),
				),
				...filterDifferences(definition, radar),
			];
	const { webhook_url: url } = definition;
	// The service may show the URL that was sent in another form.
	const hasSentUrl = url !== undefined && sentOf(radar)?.url === hashOf(url);
	return [
		...changed,
		...changedStart(definition, radar),
		...(isMade ? [] : changedCustomFields(radar, definition)),
		...(!hasSentUrl && isDifferent(RECEIVER, definition, radar) ? [{ field: RECEIVER }] : []),
	];
}

/** Whether it's known that the field differs. */
export const isKnownDifference = ({ values }: Difference): boolean => values !== UNKNOWN;

/** Radars, or what stands for them, by what they monitor. */
export class RadarIndex<Entry = Radar> {
	private readonly byKey = new Map<string, Entry[]>();

	/** @param radarOf the radar or the definition that an entry stands for */
	constructor(private readonly radarOf: (entry: Entry) => RadarDefinition | Radar) {}

	static async of(radars: Iterable<Radar>): Promise<RadarIndex> {
		const index = new RadarIndex<Radar>((radar) => radar);
		for await (const radar of inSlices(radars)) index.add(radar);
		return index;
	}

	add(entry: Entry): void {
		for (const key of targetKeys(this.radarOf(entry))) pushTo(this.byKey, key, entry);
	}

	/** The entries that monitor the same. */
	ofTarget(wanted: RadarDefinition | Radar): Entry[] {
		return [...new Set(sameTargetKeys(wanted).flatMap((key) => this.byKey.get(key) ?? []))];
	}

	/** The entry of the same target with the same filters, else one whose filters aren't known, else any. */
	closest(
		wanted: RadarDefinition | Radar,
		isFree: (entry: Entry) => boolean = () => true,
	): { radar: Entry; filters: FilterMatch } | undefined {
		const found = new Map<FilterMatch, Entry>();
		for (const entry of this.ofTarget(wanted)) {
			const filters = filterMatch(wanted, this.radarOf(entry));
			if (!found.has(filters) && isFree(entry)) found.set(filters, entry);
			if (found.has('same')) break;
		}
		for (const filters of ['same', 'unknown', 'other'] as const) {
			const radar = found.get(filters);
			if (radar !== undefined) return { radar, filters };
		}
		return undefined;
	}
}
