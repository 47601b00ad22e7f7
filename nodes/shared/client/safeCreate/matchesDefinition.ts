import type { Radar, RadarDefinition } from '../../api/types';
import { parseUrl } from '../../validation/primitives';

type Comparison = (wanted: unknown, shown: unknown) => boolean;

const plain = (value: unknown): string =>
	String(value ?? '')
		.trim()
		.toLowerCase();

/** Protocol, `www`, path, query and port do not matter: the service normalizes them away. */
const host = (value: unknown): string => {
	const name = plain(value)
		.replace(/^[a-z][a-z0-9+.-]*:\/\//, '')
		.replace(/[/?#:].*$/, '')
		.replace(/\.$/, '');
	const ascii = parseUrl(`http://${name}`)?.hostname ?? name;
	return ascii.replace(/^www\./, '');
};

const sameText: Comparison = (wanted, shown) => plain(wanted) === plain(shown);

const sameUrl: Comparison = (wanted, shown) =>
	plain(wanted).replace(/\/+$/, '') === plain(shown).replace(/\/+$/, '');

const sameInstant: Comparison = (wanted, shown) => Date.parse(String(wanted)) === Date.parse(String(shown));

const sameFields: Comparison = (wanted, shown) => {
	const [a, b] = [wanted ?? {}, shown ?? {}].map((fields) => Object.entries(fields).sort());
	return JSON.stringify(a) === JSON.stringify(b);
};

/** What `GET /v1/radars` shows of a definition. Filters and countries are not among it. */
const VISIBLE: Partial<Record<keyof RadarDefinition, Comparison>> = {
	radar_type: (wanted, shown) => wanted === shown,
	domain: (wanted, shown) => host(wanted) === host(shown),
	email: sameText,
	profile_url: sameUrl,
	full_name: sameText,
	keyword: sameText,
	updates_since: sameInstant,
};

/** Fields that are absent where they are empty, so that an absent one can be compared too. */
const ALWAYS_VISIBLE: Partial<Record<keyof RadarDefinition, Comparison>> = {
	webhook_url: (wanted, shown) => (wanted ?? '') === (shown ?? ''),
	custom_fields: sameFields,
};

/** The names of these fields that differ. */
export const alwaysVisibleDifferences = (definition: RadarDefinition, radar: Radar): string[] => {
	const wanted: Record<string, unknown> = { ...definition };
	const shown: Record<string, unknown> = radar;
	return Object.entries(ALWAYS_VISIBLE)
		.filter(([name, matches]) => !matches(wanted[name], shown[name]))
		.map(([name]) => name);
};

/** Whether a radar of the list may be the result of this definition, as far as can be seen. */
export function matchesDefinition(definition: RadarDefinition, radar: Radar): boolean {
	const wanted: Record<string, unknown> = { ...definition };
	const shown: Record<string, unknown> = radar;
	return (
		Object.entries(VISIBLE).every(
			([name, matches]) =>
				wanted[name] === undefined || shown[name] === undefined || matches(wanted[name], shown[name]),
		) && alwaysVisibleDifferences(definition, radar).length === 0
	);
}

/** The same for definitions that `matchesDefinition` cannot tell apart. */
export const visibleKey = (definition: RadarDefinition): string =>
	JSON.stringify([
		definition.radar_type,
		host(definition.domain),
		plain(definition.email),
		plain(definition.profile_url).replace(/\/+$/, ''),
		plain(definition.keyword),
	]);
