import { TimeSlice } from '../timeSlice';
import type { RadarDefinition } from '../api/types';
import { attempt, classifyValue, quoted, shortened, shown } from './primitives';
import { checkRadarDefinition, type DefinitionContext } from './radarDefinition';
import { invalid, valid, type Problem, type ValidationResult } from './result';

const FIX = 'Use a list of objects, such as [{ "radar_type": "company_mentions", "domain": "acme.com" }].';

const withNumbers = ([hint, { first, count }]: [string, { first: number; count: number }]): string =>
	`Radar ${first}${count > 1 ? ` and ${count - 1} more` : ''}: ${hint}`;

/**
 * The radars of a bulk submission (docs/api.md, Bulk create): a list of creation bodies, or the JSON text of one.
 * Problems carry the radar's number, from 1, and the field as their part: `2.domain`.
 */
export async function checkRadarList(
	value: unknown,
	context: DefinitionContext,
): Promise<ValidationResult<RadarDefinition[]>> {
	const given = classifyValue(value);
	const classified =
		given.kind === 'text' ? classifyValue(attempt((): unknown => JSON.parse(given.text))) : given;
	if (classified.kind !== 'list') {
		const what =
			given.kind === 'text'
				? `${quoted(given.text)} is not a JSON list`
				: `The value is ${shown(value)}, not a list`;
		return invalid(`${what}.`, FIX);
	}
	if (classified.items.length === 0) return invalid('The list is empty.', FIX);

	const definitions: RadarDefinition[] = [];
	const problems: Problem[] = [];
	const hints = new Map<string, { first: number; count: number }>();
	const slice = new TimeSlice();
	for (const [index, item] of classified.items.entries()) {
		await slice.yieldToEventLoop();
		const number = index + 1;
		const definition = checkRadarDefinition(item, context);
		if (definition.ok) {
			definitions.push(definition.value);
			for (const hint of new Set(definition.hints)) {
				const { first, count } = hints.get(hint) ?? { first: number, count: 0 };
				hints.set(hint, { first, count: count + 1 });
			}
		} else {
			for (const problem of definition.problems) {
				const part = problem.part === undefined ? String(number) : `${number}.${problem.part}`;
				problems.push({
					...problem,
					part,
					reason: `Radar ${number}, ${shortened(problem.part ?? 'body')}: ${problem.reason}`,
				});
			}
		}
	}
	return problems.length > 0 ? { ok: false, problems } : valid(definitions, ...[...hints].map(withNumbers));
}
