import { readdirSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';

import * as assumptions from '../../nodes/shared/api/assumptions';
import { RADAR_TYPE_FACTS, RADAR_TYPES } from '../../nodes/shared/api/radarTypes';
import { headingsIn, ROOT, tableIn, textOf } from './markdown';

const PAGE = textOf('docs/contributing/api.md');
const HEADINGS = headingsIn(PAGE);

const { paths } = load(textOf('sandbox/openapi.yaml')) as {
	paths: Record<string, Record<string, { operationId?: string }>>;
};
const OPERATIONS = Object.values(paths).flatMap((methods) =>
	Object.values(methods).flatMap(({ operationId }) => operationId ?? []),
);

const COMPANY_RADAR_TYPES: string[] = RADAR_TYPES.filter((type) => type.startsWith('company_'));

const codeIn = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code ?? '');

describe('docs/contributing/api.md', () => {
	test('lists every radar type, and no other', () => {
		const listed = tableIn(PAGE, 'Group', 'Values of `radar_type`').flatMap(([, types = '']) =>
			codeIn(types),
		);
		expect(listed.sort()).toEqual([...RADAR_TYPES].sort());
	});

	test('shows which fields each radar type takes', () => {
		const shown = tableIn(PAGE, 'Types', 'Required', 'Optional').flatMap(
			([types = '', required = '', optional = '']) =>
				(types === 'All company types' ? COMPANY_RADAR_TYPES : codeIn(types)).map((type) => [
					type,
					{ required: codeIn(required).sort(), optional: codeIn(optional).sort() },
				]),
		);
		const taken = RADAR_TYPES.map((type) => {
			const {
				required = [],
				expected = [],
				oneOf = [],
				optional = [],
				mayIgnore = [],
			} = RADAR_TYPE_FACTS[type].fields;
			const needed = [...required, ...expected, ...oneOf];
			return [type, { required: needed.sort(), optional: [...optional, ...mayIgnore].sort() }];
		});
		expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(taken));
	});

	const assumed = tableIn(PAGE, 'Assumption', 'Where it matters', 'Constant').map(
		([assumption = '', , constants = '']) => ({ assumption, constants: codeIn(constants) }),
	);

	test('names every constant of assumptions.ts, and no other', () => {
		expect(assumed.flatMap(({ constants }) => constants).sort()).toEqual(Object.keys(assumptions).sort());
	});

	// Rows with several constants point to a table or a list.
	test.each(assumed.filter(({ constants }) => constants.length === 1))(
		'states the value: $assumption',
		({ assumption, constants: [name] }) => {
			const values = [assumptions[name as keyof typeof assumptions]].flat().map(String);
			expect(assumption.match(/\w+/g)).toEqual(expect.arrayContaining(values));
		},
	);
});

/** A comment that is broken over several lines, in one. */
const unwrapped = (text: string) => text.replace(/\n\s*(?:\*|\/\/|#)?\s*/g, ' ');

function filesIn(folder: string): string[] {
	return readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
		const name = `${folder}/${entry.name}`;
		if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesIn(name);
		return /\.(ts|js|mjs|peggy|yaml|md)$/.test(name) ? [name] : [];
	});
}

const wrongCitations = (text: string): string[] => [
	...[...text.matchAll(/[Ii]nterface sections?|(?<!RFC \d+ )\b[Ss]ections? \d[\d.]*/g)].map(
		([citation]) => citation,
	),
	...[...text.matchAll(/docs\/contributing\/api\.md, (.{1,40})/g)]
		.map(([, cited]) => cited ?? '')
		.filter((cited) => !HEADINGS.some((heading) => new RegExp(`^${heading}\\b`).test(cited))),
	...[...text.matchAll(/API operations? ((?:`\w+`(?:, | and )?)+)/g)]
		.flatMap(([, ids = '']) => codeIn(ids))
		.filter((id) => !OPERATIONS.includes(id)),
];

describe('Comments about the API', () => {
	test.each(['nodes', 'sandbox', 'test', 'tools'])(
		'in %s/ cite an operation of openapi.yaml or a heading of docs/contributing/api.md',
		(folder) => {
			const files = filesIn(folder);
			expect(files.length).toBeGreaterThan(0);
			const wrong = files.flatMap((file) =>
				wrongCitations(unwrapped(textOf(file))).map((citation) => `${file}: ${citation}`),
			);
			expect(wrong).toEqual([]);
		},
	);

	const page = 'docs/contributing/api.md';

	test.each([
		['a section number', '(section ' + '4.2)', 'section ' + '4.2'],
		['a heading that does not exist', `(${page}, Pagination)`, 'Pagination)'],
		['an operation that does not exist', 'the API operation' + ' `createRadars`', 'createRadars'],
	])('%s is found', (_, text, wrong) => {
		expect(wrongCitations(text)).toEqual([wrong]);
	});

	test('a citation of a heading, of an operation or of an RFC is right', () => {
		const text = `RFC 3339 section ${5.6}. See ${page}, Rate limits, or the API operation \`createRadar\`.`;
		expect(wrongCitations(text)).toEqual([]);
	});
});
