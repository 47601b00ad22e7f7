import { listed } from '../../shared/basics/listed';

/** The output panel has no room for more. */
const MAX_LINES = 3;

/** How many notes the last line holds before it only counts. */
const MAX_JOINED = 4;

const NAMED_VALUES = 3;

const QUOTED = /"[^"]*"/;

/** Where a note stands, and the value that it's about: what else it says is its kind. */
const VARYING = new RegExp(`${QUOTED.source}| \\(items? [^)]*\\)|Radar \\d+( and \\d+ more)?:`, 'g');

/** Notes that differ in a value only as one. */
function mergeAlike(notes: Iterable<string>): string[] {
	const kinds = new Map<string, string[]>();
	for (const note of notes) {
		const kind = note.replace(VARYING, '');
		kinds.set(kind, [...(kinds.get(kind) ?? []), note]);
	}
	return [...kinds.values()].map(([first = '', ...others]) => {
		if (others.length === 0) return first;
		const values = others.flatMap((note) => QUOTED.exec(note)?.[0] ?? []);
		const named = values.length > 0 ? `: ${listed(values, NAMED_VALUES)}` : '';
		return `${first} The same for ${others.length} more${named}.`;
	});
}

/** What a run says below its output: what it came to in the first line, then its notes. */
export function outputLines(facts: readonly string[], notes: Iterable<string>): string[] {
	const lines = [...(facts.length > 0 ? [facts.join(' ')] : []), ...mergeAlike(notes)];
	if (lines.length <= MAX_LINES) return lines;
	const rest = lines.splice(MAX_LINES - 1);
	const more = rest.length - MAX_JOINED;
	return [
		...lines,
		[...rest.slice(0, MAX_JOINED), ...(more > 0 ? [`${more} more messages.`] : [])].join(' '),
	];
}
