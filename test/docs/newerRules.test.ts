import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';

import { CREDENTIALS, NODES } from '../packageNodes';
import { typeOf } from '../../tools/shared/nodeTypes';
import { ROOT, textOf } from './markdown';
import { fieldsIn } from './workflow/nodeTypes';

/*
 * Rules of n8n's lint plugin that are newer than the version we can lint with. Remove a test once `npm run lint` has its rule.
 */

/** n8n's list for community nodes; built-in nodes have others, such as "Marketing". */
const CATEGORIES = new Set([
	'Analytics',
	'Communication',
	'Data & Storage',
	'Development',
	'Finance & Accounting',
	'Marketing & Content',
	'Miscellaneous',
	'Productivity',
	'Sales',
	'Utility',
]);
const LONGEST_HINT = 120;
/** The contrast of graphics that WCAG asks for; n8n only warns below 1.5. */
const LEAST_CONTRAST = 3;
const BACKGROUNDS = { light: '#ffffff', dark: '#2b2b2b' };

interface Codex {
	node: string;
	nodeVersion: string;
	codexVersion: string;
	categories: string[];
	alias: string[];
	subcategories?: object;
	resources: Record<string, Array<{ url: string }>>;
}

const invalidCategories = ({ categories = [] }: Partial<Codex>) =>
	categories.filter((category) => !CATEGORIES.has(category));

const longHints = (fields: INodeProperties[]) =>
	fieldsIn(fields).filter(({ hint = '' }) => hint.length > LONGEST_HINT);

/** Fields where a user would write JSON although nothing asks for it. */
const openEnded = ({ properties }: Pick<INodeTypeDescription, 'properties'>) =>
	properties.filter(({ type, required, displayOptions }) => type === 'json' && !required && !displayOptions);

const channel = (hex: string, at: number) => {
	const value = parseInt(hex.slice(at, at + 2), 16) / 255;
	return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
};
const luminance = (hex: string) =>
	0.2126 * channel(hex, 1) + 0.7152 * channel(hex, 3) + 0.0722 * channel(hex, 5);

function contrast(one: string, other: string): number {
	const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
	return (light + 0.05) / (dark + 0.05);
}

/** The best contrast of a color in an SVG. */
const bestContrast = (svg: string, background: string) =>
	Math.max(
		...[...svg.matchAll(/(?:fill|stroke|stop-color)="(#[0-9a-f]{6})"/g)].map(([, color = '']) =>
			contrast(color, background),
		),
	);

/** IDs of an account or partner that a user can't change. */
const hardcodedIds = (source: string) =>
	[
		...source.matchAll(
			/\b((?:partner|affiliate|reseller|account|tenant|customer|client)(?:[_-]?id))\b['"]?\s*[:=]\s*['"`][^'"`]/gi,
		),
	].map(([, name]) => name);

describe.each(NODES)('$source', ({ source, create }) => {
	const { description } = create();
	const codex = JSON.parse(textOf(source.replace(/\.ts$/, '.json'))) as Codex;

	test('has categories that n8n knows, and no codex but this file', () => {
		expect(codex.categories).not.toHaveLength(0);
		expect(invalidCategories(codex)).toEqual([]);
		expect(codex.subcategories).toBeUndefined();
		expect(description.codex).toBeUndefined();
	});

	test('is named in its codex as workflows name it, and can be found by other words', () => {
		expect([codex.node, codex.nodeVersion, codex.codexVersion]).toEqual([
			typeOf(description.name),
			'1.0',
			'1.0',
		]);
		expect(codex.alias.length).toBeGreaterThan(3);
		expect(Object.keys(codex.resources)).toEqual(['credentialDocumentation', 'primaryDocumentation']);
	});

	test('has no hint that fills the panel', () => {
		expect(longHints(description.properties)).toEqual([]);
	});

	test('uses one credential', () => {
		expect(description.credentials?.map(({ name }) => name)).toEqual(['companyRadarApi']);
	});

	test('has no field for JSON that is always shown and not required', () => {
		expect(openEnded(description)).toEqual([]);
	});

	test("leaves n8n's own color to n8n's own nodes", () => {
		expect(JSON.stringify(description).toLowerCase()).not.toContain('#ff6d5a');
	});
});

describe.each([...NODES, ...CREDENTIALS])('$source', ({ create }) => {
	test.each(['light', 'dark'] as const)('has an icon that can be seen on the %s theme', (theme) => {
		const made = create();
		const { icon } = 'description' in made ? made.description : made;
		const file = path.basename((icon as Record<string, string>)[theme] ?? '');
		expect(bestContrast(textOf(`icons/${file}`), BACKGROUNDS[theme])).toBeGreaterThan(LEAST_CONTRAST);
	});
});

test('no file of the nodes has the ID of an account or partner in it', () => {
	const files = ['nodes', 'credentials'].flatMap((folder) =>
		readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
			.filter((file) => file.endsWith('.ts'))
			.map((file) => `${folder}/${file}`),
	);
	expect(files.length).toBeGreaterThan(50);
	expect(files.flatMap((file) => hardcodedIds(textOf(file)).map((name) => `${file}: ${name}`))).toEqual([]);
});

test('The rules find what they are about', () => {
	const field = { displayName: 'Field', name: 'field', type: 'string', default: '' } as const;
	const long: INodeProperties = { ...field, hint: 'x'.repeat(121) };
	const json: INodeProperties = { ...field, type: 'json' };
	const black = '<path fill="#000000"/>';
	expect(invalidCategories({ categories: ['Sales', 'Marketing'] })).toEqual(['Marketing']);
	expect(longHints([{ ...field, hint: 'x'.repeat(120) }])).toEqual([]);
	expect(longHints([{ ...field, type: 'collection', options: [long] }])).toEqual([long]);
	expect(bestContrast(black, BACKGROUNDS.dark)).toBeCloseTo(1.48, 1);
	expect(bestContrast(black, BACKGROUNDS.light)).toBeCloseTo(21, 1);
	const ids = hardcodedIds('const partnerId = \'p-1\'; ({ tenant_id: "t", accountId: read() })');
	expect(ids).toEqual(['partnerId', 'tenant_id']);
	expect(openEnded({ properties: [json, { ...json, required: true }] })).toEqual([json]);
});
