import { hash } from 'crypto';

import type { Radar, RadarDefinition } from '../api/types';
import { canonicalJson } from '../json';
import { CREATE_TAG_FIELD, DEFINITION_FIELD, LIST_FIELD, LIST_KEY_FIELD } from '../api/assumptions';

/** The same for equal values, lists in any order. */
const keyOf = (value: unknown): string => canonicalJson(Array.isArray(value) ? [...value].sort() : value);

/** The same for definitions that ask for the same radar in every field. */
export const definitionKey = (definition: RadarDefinition): string =>
	keyOf(Object.entries(definition).map(([name, value]) => [name, keyOf(value)]));

/**
 * What a definition or a radar watches, by the fields that the service names in a conflict (docs/api.md, Errors). A contact has a
 * key for each of its identifiers.
 */
export function targetKeys({ radar_type: type, ...target }: RadarDefinition | Radar): string[] {
	const { domain, email, profile_url: profileUrl, full_name: name, keyword } = target;
	const key = (...parts: unknown[]) => JSON.stringify([type, ...parts]).toLowerCase();
	if (type.startsWith('company_')) return [key(domain)];
	if (type.startsWith('industry_')) return [key(keyword ?? null)];
	return [
		...(profileUrl ? [key('profile_url', profileUrl)] : []),
		...(email ? [key('email', email)] : []),
		...(name ? [key('full_name', name, domain)] : []),
	];
}

type Fields = Record<string, unknown>;

/** What the record of a radar shows (docs/api.md, Radar record), so that it can be compared itself. */
const TARGET = ['domain', 'email', 'profile_url', 'full_name', 'keyword'];
const VISIBLE = new Set([...TARGET, 'radar_type', 'updates_since', 'webhook_url', 'custom_fields']);

/** Stands for a definition that has none of the fields that the record hides. */
const NONE = 'none';

const hashOf = (value: unknown): string => hash('sha256', keyOf(value)).slice(0, 12);

const isHidden = (name: string, { radar_type: type }: RadarDefinition): boolean =>
	!VISIBLE.has(name) || (name === 'profile_url' && type.startsWith('company_'));

/** A hash of each field that the record hides, by its name. */
const hiddenIn = (definition: RadarDefinition): Map<string, string> =>
	new Map(
		Object.entries(definition)
			.filter(([name]) => isHidden(name, definition))
			.map(([name, value]): [string, string] => [name, hashOf(value)])
			.sort(),
	);

/** The definition with a fingerprint of what the record will hide: filters such as job titles. */
export const withFingerprint = (definition: RadarDefinition): RadarDefinition => ({
	...definition,
	custom_fields: {
		...definition.custom_fields,
		[DEFINITION_FIELD]: [...hiddenIn(definition)].map((pair) => pair.join('=')).join(' ') || NONE,
	},
});

/** Undefined where the radar was created without a fingerprint: its filters are then not known. */
function hiddenOf({ custom_fields: fields }: Radar): Map<string, string> | undefined {
	const text = fields?.[DEFINITION_FIELD];
	if (text === undefined) return undefined;
	const pairs = text === NONE ? [] : text.split(' ');
	return new Map(pairs.map((pair) => pair.split('=', 2) as [string, string]));
}

/** What this package writes into the custom fields of radars. */
const PACKAGE_FIELDS = new Set([CREATE_TAG_FIELD, DEFINITION_FIELD, LIST_FIELD, LIST_KEY_FIELD]);

const ownFields = (fields: Fields | undefined): Fields =>
	Object.fromEntries(Object.entries(fields ?? {}).filter(([name]) => !PACKAGE_FIELDS.has(name)));

const change = (name: string, was: unknown, is: unknown): string =>
	`${name} (${String(was ?? 'none')} → ${String(is ?? 'none')})`;

const plain = (value: unknown): string => String(value).trim().toLowerCase().replace(/\/+$/, '');

function changedCustomFields(radar: Radar, definition: RadarDefinition): string[] {
	const was = ownFields(radar.custom_fields);
	const is = ownFields(definition.custom_fields);
	return Object.keys({ ...was, ...is })
		.filter((name) => was[name] !== is[name])
		.map((name) => change(`custom_fields.${name}`, was[name], is[name]));
}

/** A radar that looks back further than asked for, as one does whose start was relative to its creation, is fine. */
function changedStart(definition: RadarDefinition, radar: Radar): string[] {
	const wanted = definition.updates_since;
	const start = radar.updates_since ?? radar.created_at;
	if (wanted === undefined || Date.parse(wanted) >= Date.parse(start)) return [];
	return [change('updates_since', start, wanted)];
}

/** The fields that the record hides and that differ; none where the filters of the radar are not known. */
export function filterDifferences(definition: RadarDefinition, radar: Radar): string[] {
	const is = hiddenIn(definition);
	const was = hiddenOf(radar) ?? is;
	return [...new Set([...was.keys(), ...is.keys()])].filter((name) => was.get(name) !== is.get(name));
}

/** What makes the radar another than the definition asks for, as far as it can be known. */
export function differences(definition: RadarDefinition, radar: Radar): string[] {
	const wanted: Fields = { ...definition };
	const shown: Fields = radar;
	const isDifferent = (name: string) =>
		!isHidden(name, definition) &&
		wanted[name] !== undefined &&
		typeof shown[name] === 'string' &&
		plain(wanted[name]) !== plain(shown[name]);
	return [
		...TARGET.filter(isDifferent).map((name) => change(name, shown[name], wanted[name])),
		...filterDifferences(definition, radar),
		...changedStart(definition, radar),
		...changedCustomFields(radar, definition),
	];
}

/** Whether the filters of the radar are known. */
export const hasFingerprint = (radar: Radar): boolean => hiddenOf(radar) !== undefined;
