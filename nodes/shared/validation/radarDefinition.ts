import { FIELDS_OF_TYPE } from '../api/assumptions';
import type { RadarType } from '../api/radarTypes';
import type { RadarDefinition } from '../api/types';
import { checkField, DEFINITION_FIELDS, type DefinitionContext } from './definitionFields';
import { definitionHints } from './definitionHints';
import { checkObject, isBlank, shortened } from './primitives';
import { checkRadarType } from './radarType';
import { valid, type Problem, type ValidationResult } from './result';

export type { DefinitionContext } from './definitionFields';
export { definitionKey, targetKeys } from './definitionKey';

const FIX = 'Use an object such as { "radar_type": "company_mentions", "domain": "acme.com" }.';

/**
 * A whole creation body (docs/api.md, Create a radar): an item of a bulk, or what the editor's fields hold. All problems are
 * reported, each with the API's name of the field as its part (`custom_fields.crm_id` inside custom fields).
 * Empty fields are left out; fields that the API does not know, or that the type does not use, are sent with a hint.
 */
export function checkRadarDefinition(
	body: unknown,
	context: DefinitionContext,
): ValidationResult<RadarDefinition> {
	const entries = checkObject(body, FIX);
	if (!entries.ok) return entries;
	const { radar_type: givenType, ...given } = Object.fromEntries(entries.value);
	const type = checkRadarType(givenType);
	const radarType = type.ok ? type.value : undefined;
	const problems: Problem[] = type.ok ? [] : within('radar_type', type.problems);
	const sent: Array<readonly [string, unknown]> = [];
	const hints: string[] = [];

	for (const name of new Set([...DEFINITION_FIELDS, ...Object.keys(given)])) {
		if (!Object.hasOwn(given, name)) continue;
		if (given[name] === undefined) {
			problems.push({ part: name, ...UNDEFINED });
			continue;
		}
		if (isBlank(given[name])) {
			hints.push(leftOut(name));
			continue;
		}
		const result = checkField(name, given[name], radarType, context);
		if (!result.ok) {
			problems.push(...within(name, result.problems));
		} else if (result.value !== undefined) {
			sent.push([name, result.value]);
			hints.push(...result.hints.map((hint) => `${shortened(name)}: ${hint}`));
		} else {
			hints.push(leftOut(name));
		}
	}
	const present = new Set([...sent.map(([name]) => name), ...problems.map(fieldOf)]);
	if (radarType) problems.push(...missing(radarType, present));
	if (!radarType || problems.length > 0) return { ok: false, problems };
	const definition: RadarDefinition = { radar_type: radarType, ...Object.fromEntries(sent) };
	return valid(definition, ...hints, ...definitionHints(definition));
}

const UNDEFINED = {
	reason: 'The expression returned no value.',
	fix: 'Check that the input has this data, or remove the field.',
};

const leftOut = (name: string): string => `${shortened(name)} is empty and was left out.`;

const within = (field: string, problems: readonly Problem[]): Problem[] =>
	problems.map((problem) => ({
		...problem,
		part: problem.part === undefined ? field : `${field}.${problem.part}`,
	}));

const fieldOf = ({ part = '' }: Problem): string => part.split('.', 1)[0] ?? '';

function missing(type: RadarType, present: ReadonlySet<string>): Problem[] {
	const { required, oneOf } = FIELDS_OF_TYPE[type];
	const problems = required
		.filter((name) => !present.has(name))
		.map((part) => ({
			part,
			reason: `${type} radars need this field.`,
			fix: 'Enter a value. If you use an expression, check that this item has the data for it.',
		}));
	const first = oneOf?.[0];
	if (oneOf && first !== undefined && !oneOf.some((name) => present.has(name))) {
		const words = oneOf.map(inWords);
		const reason = `${type} radars need ${words.slice(0, -1).join(', ')} or ${words.at(-1)}.`;
		problems.push({ part: first, reason, fix: `Enter at least one of them. ${inWords(first)} works best.` });
	}
	return problems;
}

/** `profile_url` as "profile URL". */
const inWords = (name: string): string => name.replaceAll('_', ' ').replace(/\burl\b/, 'URL');
