import { parseJson } from '../json';
import { inSlices } from '../timeSlice';
import type { RadarDefinition } from '../api/types';
import { classifyValue, quoted, shortened, shown } from './primitives';
import { checkRadarDefinition, type DefinitionContext } from './radarDefinition';
import { allOf, inPart, invalid, valid, type ValidationResult } from './result';

const FIX = 'Use a list of objects, such as [{ "radar_type": "company_mentions", "domain": "acme.com" }].';

/** Each hint once, with the number of the first radar that raises it. */
function mergeHints(results: ReadonlyArray<ValidationResult<unknown>>): string[] {
	const numbers = new Map<string, number[]>();
	results.forEach((result, index) => {
		for (const hint of new Set(result.ok ? result.hints : [])) {
			numbers.set(hint, numbers.get(hint) ?? []);
			numbers.get(hint)?.push(index + 1);
		}
	});
	return [...numbers].map(([hint, [first, ...more]]) =>
		more.length > 0 ? `Radar ${first} and ${more.length} more: ${hint}` : `Radar ${first}: ${hint}`,
	);
}

/** Says which radar it is. */
function checkRadar(
	body: unknown,
	number: number,
	context: DefinitionContext,
): ValidationResult<RadarDefinition> {
	const result = checkRadarDefinition(body, context);
	if (result.ok) return result;
	const problems = result.problems.map((problem) => ({
		...problem,
		reason: `Radar ${number}, ${shortened(problem.part ?? 'body')}: ${problem.reason}`,
	}));
	return inPart(String(number), { ok: false, problems });
}

/**
 * The radars of a bulk submission (docs/api.md, Bulk create): a list of creation bodies, or the JSON text of one.
 * Problems carry the radar's number, from 1, and the field as their part: `2.domain`.
 */
export async function checkRadarList(
	value: unknown,
	context: DefinitionContext,
): Promise<ValidationResult<RadarDefinition[]>> {
	const given = classifyValue(value);
	const list = given.kind === 'text' ? classifyValue(parseJson(given.text)) : given;
	if (list.kind !== 'list') {
		const isText = given.kind === 'text';
		const what = isText ? `${quoted(given.text)} is not a JSON` : `The value is ${shown(value)}, not a`;
		return invalid(`${what} list.`, FIX);
	}
	if (list.items.length === 0) return invalid('The list is empty.', FIX);

	const results: Array<ValidationResult<RadarDefinition>> = [];
	for await (const [index, item] of inSlices(list.items.entries())) {
		results.push(checkRadar(item, index + 1, context));
	}
	const definitions = allOf(results);
	return definitions.ok ? valid(definitions.value, ...mergeHints(results)) : definitions;
}
