import type { Radar, RadarDefinition } from '../../api/types';
import { sameHost, sameText, sameUrl, sameWords } from '../../sameText';

type Comparison = (wanted: unknown, shown: unknown) => boolean;

const by =
	(form: (value: unknown) => string): Comparison =>
	(wanted, shown) =>
		form(wanted) === form(shown);

const sameInstant: Comparison = (wanted, shown) => Date.parse(String(wanted)) === Date.parse(String(shown));

const sameFields = by((fields) =>
	JSON.stringify(
		Object.entries(Object(fields) as object)
			.map(([name, value]) => [sameText(name), sameText(value)])
			.filter(([, value]) => value !== '')
			.sort(),
	),
);

/** What `GET /v1/radars` shows of a definition. Filters and countries are not among it. */
const VISIBLE: Partial<Record<keyof RadarDefinition, Comparison>> = {
	radar_type: (wanted, shown) => wanted === shown,
	domain: by(sameHost),
	email: by(sameWords),
	profile_url: by(sameWords),
	full_name: by(sameWords),
	keyword: by(sameWords),
	updates_since: sameInstant,
};

/** Fields that are absent where they are empty, so that an absent one can be compared too. */
const ALWAYS_VISIBLE: Partial<Record<keyof RadarDefinition, Comparison>> = {
	webhook_url: by(sameUrl),
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

const isHidden = (value: unknown): boolean => value === undefined || value === null;

/** Whether a radar of the list may be the result of this definition, as far as can be seen. */
export function matchesDefinition(definition: RadarDefinition, radar: Radar): boolean {
	const wanted: Record<string, unknown> = { ...definition };
	const shown: Record<string, unknown> = radar;
	return (
		Object.entries(VISIBLE).every(
			([name, matches]) =>
				isHidden(wanted[name]) || isHidden(shown[name]) || matches(wanted[name], shown[name]),
		) && alwaysVisibleDifferences(definition, radar).length === 0
	);
}

/** The same for definitions that `matchesDefinition` cannot tell apart. */
export const visibleKey = (definition: RadarDefinition): string =>
	JSON.stringify([
		definition.radar_type,
		sameHost(definition.domain),
		sameWords(definition.email),
		sameWords(definition.profile_url),
		sameWords(definition.keyword),
	]);
