import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { UnrecognizedNodeTypeError } from 'n8n-core';
import ts from 'typescript';

import { IS_EMPTY } from '../../nodes/shared/values/rules/primitives';
import { ROOT } from './markdown';

/** A text with fewer fixed characters would match almost any message. */
const MIN_FIXED_LENGTH = 15;

const sourcesIn = (folder: string): string[] =>
	readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.map((file) => path.join(ROOT, folder, file));

/** The fixed parts of each string in the file, with gaps where a template inserts a value. */
function textsIn(file: string): string[][] {
	const texts: string[][] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isStringLiteralLike(node)) texts.push([node.text]);
		if (ts.isTemplateExpression(node)) {
			texts.push([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)]);
		}
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2022));
	return texts;
}

const matching = (parts: string[]): RegExp =>
	new RegExp(`^${parts.map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('.+')}$`);

/** n8n's own message where a process lacks this package. */
const UNRECOGNIZED = new UnrecognizedNodeTypeError('n8n-nodes-company-radar', 'companyRadarTrigger').message;

/** What every field says that has no value. */
const EMPTY = matching(["'", `' ${IS_EMPTY}`]);

/** What a radar's failure begins with; the service says the rest. */
const SETUP_FAILED = matching(['Setup failed: ', '']);

/** Every text of the nodes that is long enough to be a message, without a final full stop. */
export const MESSAGES: RegExp[] = [
	matching([UNRECOGNIZED]),
	EMPTY,
	SETUP_FAILED,
	...sourcesIn('nodes')
		.flatMap(textsIn)
		.map((parts) => [...parts.slice(0, -1), (parts.at(-1) ?? '').replace(/\.$/, '')])
		.filter((parts) => parts.join('').length >= MIN_FIXED_LENGTH)
		.map(matching),
];
