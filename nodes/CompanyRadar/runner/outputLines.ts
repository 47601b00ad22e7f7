import { listed } from '../../shared/basics/listed';

/** The output panel has no room for more. */
const MAX_LINES = 3;

const NAMED_VALUES = 3;

const QUOTED = /"[^"]*"/;

/** The parts in which notes of the same kind differ: quoted values, item numbers and radar numbers. */
const VARYING = new RegExp(`${QUOTED.source}| \\(items? [^)]*\\)|Radar \\d+( and \\d+ more)?:`, 'g');

/** Merges notes that differ only in a value. */
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

/** The lines of a run's output panel: its results in the first line, then its notes. */
export function outputLines(facts: readonly string[], notes: Iterable<string>): string[] {
	const lines = [...(facts.length > 0 ? [facts.join(' ')] : []), ...mergeAlike(notes)];
	if (lines.length <= MAX_LINES) return lines;
	const rest = lines.splice(MAX_LINES - 1);
	return [...lines, rest.join(' ')];
}
