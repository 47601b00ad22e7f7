import { readFileSync } from 'node:fs';
import path from 'node:path';

import { CHECKS, partsOf, sentencesOf, verdictOf, type CheckName, type Verdict } from './checks';

interface Row {
	check: CheckName;
	verdict: Verdict;
	/** The parts of the value that the verdict is about. */
	parts: string;
	/** Of values about which a person reads the same sentences. */
	cells: string[];
}

/**
 * A value as JSON, and what is sent if that is another one: `" 42 " ⇒ "42"`. Add a value to the line of those that get the same
 * sentences, or as a line, and its sentences with `-u`.
 */
const ROWS = readFileSync(path.join(__dirname, 'values.tsv'), 'utf8')
	.trimEnd()
	.split('\n')
	.slice(1)
	.map((line): Row => {
		const [check, verdict, parts = '', ...cells] = line.split('\t');
		return { check: check as CheckName, verdict: verdict as Verdict, parts, cells };
	});

/** Frozen, since no check may change what it is given. */
const read = (json: string): unknown =>
	json === 'undefined' ? undefined : JSON.parse(json, (_, value: unknown) => Object.freeze(value));

/** The sentences without what they say of the value. */
const kindOf = (sentences: string, value: unknown): string =>
	sentences
		.replaceAll(typeof value === 'string' && value.length > 2 ? value.trim() : '\n\n', '…')
		.replace(/"[^"]*"/g, '…')
		.replace(/[^\s"]*[\d.:@/_-][^\s"]*\w|\d+|U\+\w+/g, '…');

async function seenIn(check: CheckName, cell: string) {
	const [given = '', sent = given] = cell.split(' ⇒ ');
	const result = await CHECKS[check](read(given));
	const seen = { verdict: verdictOf(result), parts: partsOf(result), sent: result.ok && result.value };
	const sentences = sentencesOf(result);
	return { given, seen, sent: result.ok && read(sent), sentences, kind: kindOf(sentences, read(given)) };
}

test.each(ROWS)('$check: $cells.0 is $verdict', async ({ check, verdict, parts, cells }) => {
	const kinds = new Set<string>();
	for (const cell of cells) {
		const { given, seen, sent, kind } = await seenIn(check, cell);
		expect({ given, ...seen }).toEqual({ given, verdict, parts, sent });
		kinds.add(kind);
	}
	expect([...kinds]).toHaveLength(1);
});

test('each check has values', () => {
	expect(new Set(ROWS.map(({ check }) => check))).toEqual(new Set(Object.keys(CHECKS)));
});

/** For a review: what a person reads, with the first value of each kind. */
test('the sentences are these', async () => {
	const said = new Map<string, string>();
	for (const { check, cells } of ROWS) {
		const { given, sentences, kind } = await seenIn(check, cells[0] ?? '');
		if (sentences !== '' && !said.has(check + kind))
			said.set(check + kind, `${check} ${given}: ${sentences.replaceAll('\n', ' | ')}`);
	}
	expect([...said.values()].join('\n')).toMatchSnapshot();
});
