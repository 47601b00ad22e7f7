// Usage: tsx tools/countSentences.ts
// Prints how many sentences for users each room of nodes/ has. A new one should name the one that it replaces.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { table } from './demo/table';

const ROOT = path.resolve(__dirname, '../nodes');
const GENERATED = 'shared/api/openapi.ts';
const FEWEST_WORDS = 4;
/** What a sign is tested with, which nobody reads in n8n. */
const NOT_SHOWN = ['source', 'refuses', 'passes'];
/** Patterns and scripts. */
const IS_CODE = /\\|\(\?|\[[^\]]*\][+*?|]|=>/;

const isSentence = (text: string) =>
	!IS_CODE.test(text) && text.split(/\s+/).filter((word) => /[a-z]/i.test(word)).length >= FEWEST_WORDS;

function textOf(node: ts.Node): string | undefined {
	if (ts.isStringLiteralLike(node)) return node.text;
	if (ts.isTemplateExpression(node))
		return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(' x ');
	return undefined;
}

function sentencesIn(file: string): number {
	let count = 0;
	const source = ts.createSourceFile(
		file,
		readFileSync(path.join(ROOT, file), 'utf8'),
		ts.ScriptTarget.Latest,
	);
	const visit = (node: ts.Node): void => {
		if (ts.isPropertyAssignment(node) && NOT_SHOWN.includes(node.name.getText(source))) return;
		if (ts.isCallExpression(node) && node.expression.getText(source) === 'wordList') return;
		if (ts.isTaggedTemplateExpression(node)) return;
		if (isSentence(textOf(node) ?? '')) count++;
		ts.forEachChild(node, visit);
	};
	visit(source);
	return count;
}

/** A node, or a folder of a node or of what they share. */
const roomOf = (file: string) => path.dirname(file).split(path.sep).slice(0, 2).join('/');

const rooms = new Map<string, number>();
for (const file of readdirSync(ROOT, { recursive: true, encoding: 'utf8' }))
	if (file.endsWith('.ts') && file !== path.normalize(GENERATED))
		rooms.set(roomOf(file), (rooms.get(roomOf(file)) ?? 0) + sentencesIn(file));

const rows = [...rooms].filter(([, count]) => count > 0).sort(([, a], [, b]) => b - a);
const total = rows.reduce((sum, [, count]) => sum + count, 0);
console.log(
	table([
		['Room', 'Sentences'],
		...rows.map(([room, count]) => [room, String(count)]),
		['all', String(total)],
	]),
);
