import { parse, type ParseError } from 'jsonc-parser';

import { fieldNameWithKey } from '../../api/radarFields';
import { radarNumbered } from '../radars/radarInWords';
import { attempt, parseJson } from '../basics/values';
import { inSlices } from '../../host/clock';
import { classifyValue, isNot, shown, unresolvedIn } from './primitives';
import { checkRadarDefinition, type CheckedDefinition, type DefinitionContext } from './radarDefinition';
import {
	allOf,
	inPart,
	invalid,
	valid,
	type ValidationResult,
	withSubject,
	type Refusal,
} from '../basics/refusal';
import { trimText } from '../basics/inWords';

const FIX = 'Use a list of objects, such as [{ "radar_type": "company_mentions", "domain": "example.com" }].';

export const LIST_IS_EMPTY = 'The list is empty.';

export interface ListedRadar extends CheckedDefinition {
	/** Why this radar may not be what the user means. */
	doubts: readonly Refusal[];
	/** What is worth knowing about it. */
	notes: readonly string[];
}

/** Names the radar in its problems. */
function checkRadar(
	body: unknown,
	number: number,
	context: DefinitionContext,
	fieldNameOf: (part: string) => string,
): ValidationResult<CheckedDefinition> {
	const checked = checkRadarDefinition(body, context);
	if (checked.ok) return checked;
	const problems = checked.problems.map((problem) => ({
		...problem,
		what: withSubject(radarNumbered(number, problem.field && fieldNameOf(problem.field)), problem.what),
	}));
	return inPart(String(number), { ok: false, problems });
}

/** Finds where JSON text breaks, since JSON.parse doesn't always say. */
function notJson(text: string): ReturnType<typeof invalid> {
	const errors: ParseError[] = [];
	// The parser throws on very deep nesting.
	attempt(() => parse(text, errors, { disallowComments: true }));
	const at = errors[0]?.offset ?? text.length;
	const before = text.slice(0, at).split('\n');
	const place = `line ${before.length}, character ${(before.at(-1)?.length ?? 0) + 1}`;
	const near = shown(text.slice(Math.max(0, at - 20), at + 20));
	return invalid(`The text isn't a JSON list. It breaks at ${place}, near ${near}.`, FIX);
}

/** The entries of a list, or of the JSON text of one. */
function parseEntries(value: unknown): ValidationResult<readonly unknown[]> {
	const text = typeof value === 'string' ? trimText(value) : undefined;
	const given = text === undefined ? value : text === '' ? [] : parseJson(text);
	if (text !== undefined && given === undefined) return unresolvedIn(text) ?? notJson(text);
	const list = classifyValue(given);
	if (list.kind !== 'list') return isNot('a list', given, FIX);
	return list.items.length === 0 ? invalid(LIST_IS_EMPTY, FIX) : valid(list.items);
}

/**
 * The radars of a bulk request (docs/contributing/api.md, Bulk create): a list of creation bodies, or the JSON text of one.
 * Problems have the radar's number, from 1, and the field as their part: `2.domain`. `fieldNameOf` formats a field for messages. Each
 * radar has its own doubts and notes.
 */
export async function checkRadarList(
	value: unknown,
	context: DefinitionContext,
	fieldNameOf = fieldNameWithKey,
): Promise<ValidationResult<ListedRadar[]>> {
	const entries = parseEntries(value);
	if (!entries.ok) return entries;
	const results: Array<ValidationResult<CheckedDefinition>> = [];
	for await (const [index, item] of inSlices(entries.value.entries())) {
		results.push(checkRadar(item, index + 1, context, fieldNameOf));
	}
	const all = allOf(results);
	if (!all.ok) return all;
	const right = results.filter((result) => result.ok);
	return {
		ok: true,
		value: right.map(({ value: checked, doubts, notes }) => ({ ...checked, doubts, notes })),
		doubts: [],
		notes: [],
	};
}
