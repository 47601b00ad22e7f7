import type { Radar, RadarDefinition } from '../../api/types';
import { parseUrl } from '../../validation/primitives';

type Comparison = (asked: unknown, shown: unknown) => boolean;

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

const sameText: Comparison = (asked, shown) => plain(asked) === plain(shown);

const sameUrl: Comparison = (asked, shown) =>
	plain(asked).replace(/\/+$/, '') === plain(shown).replace(/\/+$/, '');

const sameInstant: Comparison = (asked, shown) => Date.parse(String(asked)) === Date.parse(String(shown));

const sameFields: Comparison = (asked, shown) => {
	const [a, b] = [asked ?? {}, shown ?? {}].map((fields) => Object.entries(fields).sort());
	return JSON.stringify(a) === JSON.stringify(b);
};

/** What `GET /v1/radars` shows of a definition. Filters and countries are not among it. */
const VISIBLE: Partial<Record<keyof RadarDefinition, Comparison>> = {
	radar_type: (asked, shown) => asked === shown,
	domain: (asked, shown) => host(asked) === host(shown),
	email: sameText,
	profile_url: sameUrl,
	full_name: sameText,
	keyword: sameText,
	updates_since: sameInstant,
};

/** Fields that are absent where they are empty, so that an absent one can be compared too. */
const ALWAYS_VISIBLE: Partial<Record<keyof RadarDefinition, Comparison>> = {
	webhook_url: (asked, shown) => (asked ?? '') === (shown ?? ''),
	custom_fields: sameFields,
};

/** Whether a radar of the list may be the result of this definition, as far as can be seen. */
export function matchesDefinition(definition: RadarDefinition, radar: Radar): boolean {
	const asked: Record<string, unknown> = { ...definition };
	const shown: Record<string, unknown> = radar;
	return (
		Object.entries(VISIBLE).every(
			([name, matches]) =>
				asked[name] === undefined || shown[name] === undefined || matches(asked[name], shown[name]),
		) && Object.entries(ALWAYS_VISIBLE).every(([name, matches]) => matches(asked[name], shown[name]))
	);
}

/** The same for definitions that `agree` cannot tell apart. */
export const visibleKey = (definition: RadarDefinition): string =>
	JSON.stringify([
		definition.radar_type,
		host(definition.domain),
		plain(definition.email),
		plain(definition.profile_url).replace(/\/+$/, ''),
		plain(definition.keyword),
	]);
