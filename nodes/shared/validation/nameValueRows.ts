import { classifyValue, quoted, shown, type ObjectEntries } from './primitives';
import type { Problem } from './result';

/**
 * Rows of `name` and `value`, as the editor collects them, to entries. Every row has a name, and no two the same: the other rows are
 * problems.
 */
export function readNameValueRows(value: unknown): { entries: ObjectEntries; problems: Problem[] } {
	const seen = classifyValue(value);
	const fix = 'Give each row a name and a value.';
	if (seen.kind !== 'list') {
		const reason = `The value is ${shown(value)}, not rows of name and value.`;
		return { entries: [], problems: [{ reason, fix }] };
	}
	const problems: Problem[] = [];
	const entries = new Map<string, unknown>();
	seen.items.forEach((row, index) => {
		const cells = classifyValue(row);
		const cell = new Map(cells.kind === 'object' ? cells.entries : []);
		const named = classifyValue(cell.get('name'));
		const name = named.kind === 'text' ? named.text : named.kind === 'number' ? String(named.number) : '';
		if (name === '') {
			problems.push({ part: `row ${index + 1}`, reason: `Row ${index + 1} has no name.`, fix });
		} else if (entries.has(name)) {
			problems.push({
				part: name,
				reason: `The name ${quoted(name)} is used more than once.`,
				fix: 'Use each name once.',
			});
		} else {
			entries.set(name, cell.get('value'));
		}
	});
	return { entries: [...entries], problems };
}
