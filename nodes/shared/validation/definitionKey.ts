import type { RadarDefinition } from '../interface/types';

/**
 * What makes two definitions of an input the same radar: the type, and the fields that the service names in a conflict
 * (interface section 7): domain of companies; profile URL, else e-mail address, else name and domain of contacts; keyword of industries.
 */
export function definitionKey(definition: RadarDefinition): string {
	const { radar_type: type, domain, email, profile_url: profileUrl, full_name: name, keyword } = definition;
	const identifiers = (): unknown[] => {
		if (type.startsWith('company_')) return [domain];
		if (type.startsWith('industry_')) return [keyword];
		if (profileUrl !== undefined) return ['profile_url', profileUrl];
		return email !== undefined ? ['email', email] : ['full_name', name, domain];
	};
	return JSON.stringify([type, ...identifiers()]).toLowerCase();
}
