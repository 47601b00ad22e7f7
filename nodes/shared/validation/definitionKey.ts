import type { Radar, RadarDefinition } from '../api/types';

const sorted = (value: unknown): unknown => {
	if (Array.isArray(value)) return [...value].sort();
	if (typeof value !== 'object' || value === null) return value;
	return Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
};

/** The same for definitions that ask for the same radar in every field. */
export const definitionKey = (definition: RadarDefinition): string =>
	JSON.stringify(
		Object.entries(definition)
			.map(([name, value]) => [name, sorted(value)])
			.sort(),
	);

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
