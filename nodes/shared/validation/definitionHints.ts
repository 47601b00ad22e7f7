import { TYPES_WITH_FILTERS } from '../api/assumptions';
import { TYPES_THAT_IGNORE_UPDATES_SINCE } from '../api/radarTypes';
import type { RadarDefinition } from '../api/types';

const FILTERS = ['departments', 'seniorities', 'job_titles'] as const;

/** Hints on fields that the service takes, and that then do nothing. */
export function definitionHints(definition: RadarDefinition): string[] {
	const { radar_type: type } = definition;
	const isOneOf = (types: readonly string[]) => types.includes(type);
	const isGiven = (name: keyof RadarDefinition) => definition[name] !== undefined;
	const hints: string[] = [];
	if (type.startsWith('company_')) {
		hints.push(...filterHints(type, FILTERS.filter(isGiven), isOneOf(TYPES_WITH_FILTERS)));
	}
	if (type.startsWith('industry_') && !isGiven('keyword')) {
		hints.push(
			`${type} radars have no filters: this one reports every new event worldwide, and each one may be charged.`,
		);
	}
	if (isGiven('updates_since') && isOneOf(TYPES_THAT_IGNORE_UPDATES_SINCE)) {
		hints.push(
			`updates_since has no effect on ${type} radars: they always start from the beginning of the month.`,
		);
	}
	if (isGiven('include_historical')) {
		hints.push('include_historical is deprecated and has no effect. Use updates_since instead.');
	}
	return hints;
}

function filterHints(type: string, given: readonly string[], areUsed: boolean): string[] {
	if (given.length > 0 && !areUsed)
		return [`${given.join(', ')} ${given.length === 1 ? 'has' : 'have'} no effect on ${type} radars.`];
	if (given.length > 1 && given.includes('job_titles')) {
		return ['job_titles overrides departments and seniorities.'];
	}
	return [];
}
