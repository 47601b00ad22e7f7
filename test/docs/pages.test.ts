import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import type { INodeProperties } from 'n8n-workflow';

import bench from '../../bench.json';
import { COUNTRIES_MAX, KEYWORD_MIN_LENGTH } from '../../nodes/shared/api/assumptions';
import { LIMITS } from '../../nodes/shared/api/limits';
import { RADAR_TYPE_OPTIONS } from '../../nodes/shared/form/fieldOptions';
import { scripts } from '../../package.json';
import { RESOURCES } from '../../nodes/CompanyRadar/operations';
import { CREDENTIALS, NODES } from '../packageNodes';
import {
	anchorsIn,
	boldIn,
	localLinksIn,
	npmScriptsIn,
	PAGES,
	PAGES_IN_TWO_CLICKS,
	ROOT,
	tableIn,
	textOf,
	USER_PAGES,
} from './markdown';
import { pagesWithTables } from '../../tools/operationTables';
import { optionsPage } from '../../tools/optionsPage';
import { shownTexts, textsIn } from '../../tools/shownTexts';
import { withFigures } from '../bench/pages';
import { MESSAGES } from './messages';
import { isEditorName } from './names';

/** The other pages for users are references: money, limits, reliability, queue mode, details of visitors, and tables. */
const TASK_PAGES = [
	'accounts-and-privacy',
	'ai-agents',
	'filter-titles',
	'get-started',
	'n8n-agents',
	'notify-slack',
	'people',
	'radar-types',
	'stop-and-uninstall',
	'watch-a-list',
	'webhook-or-polling',
	'website-visitors',
].map((name) => `docs/${name}.md`);
const WORKFLOWS = ['ci.yml', 'release.yml', 'security.yml'].map((file) => `.github/workflows/${file}`);

/** Words as a reader counts them: the bars and dashes of tables aren't any, nor is code to copy. */
const wordsIn = (page: string): number =>
	textOf(page)
		.replace(/```[\s\S]*?```/g, '')
		.match(/\S*[\p{L}\p{N}]\S*/gu)?.length ?? 0;

/** The link if it leads nowhere: to a file that does not exist, or to a heading that its page does not have. */
function isBroken(page: string, link: string): boolean {
	const [file, anchor] = link.split('#');
	const target = file ? path.join(path.dirname(page), file) : page;
	if (!existsSync(path.join(ROOT, target))) return true;
	return anchor ? !anchorsIn(textOf(target)).includes(anchor) : false;
}

describe.each(PAGES)('%s', (page) => {
	const text = textOf(page);

	test('has only links that lead somewhere', () => {
		expect(localLinksIn(text).filter((link) => isBroken(page, link))).toEqual([]);
	});

	test('does not send readers to what n8n 3.0 no longer has', () => {
		expect(text).not.toMatch(/Import from URL|From URL|import link/);
	});

	test('tells only commands that exist', () => {
		expect(npmScriptsIn(text).filter((script) => !(script in scripts))).toEqual([]);
	});

	test('speaks of no file or folder that does not exist', () => {
		const files = [...text.matchAll(/`((?:\.ci|nodes|credentials|sandbox|test|tools|examples)\/[\w./-]*)`/g)]
			.map(([, file]) => file ?? '')
			// The first is an example, the second appears when the proof runs.
			.filter((file) => !file.includes('getHistory') && !file.startsWith('test/e2e/artifacts'));
		expect(files.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
	});
});

describe.each(PAGES.filter((page) => page.startsWith('docs/')))('%s', (page) => {
	test('opens with its answer in bold', () => {
		expect(textOf(page)).toMatch(/^# .+\n\n\*\*/);
	});

	test('is linked from the README or from a page that the README links', () => {
		expect(PAGES_IN_TWO_CLICKS).toContain(page);
	});
});

describe.each(USER_PAGES)('%s', (page) => {
	test('names only fields, choices and operations that the editor shows', () => {
		// A lead-in or an answer ends with a mark, and a term that is explained begins with a small letter.
		const names = boldIn(textOf(page)).filter((bold) => !/[:.?]$/.test(bold) && /^\p{Lu}/u.test(bold));
		expect(names.filter((name) => !isEditorName(name))).toEqual([]);
	});
});

describe('README.md', () => {
	const text = textOf('README.md');

	test('has at most 1,030 words', () => {
		expect(wordsIn('README.md')).toBeLessThanOrEqual(1030);
	});

	test('names fields', () => {
		expect(boldIn(text).filter(isEditorName).length).toBeGreaterThan(5);
	});
});

/** Paragraphs and entries of lists, but no tables and no code to copy. */
const paragraphsIn = (page: string): string[] =>
	textOf(page)
		.replace(/```[\s\S]*?```/g, '')
		.split(/\n\n|\n(?=\s*(?:-|\d+\.) )/)
		.filter((text) => !/^\s*(?:\||#|!\[)/.test(text));

test.each(PAGES)('%s has no paragraph of more than 60 words', (page) => {
	const words = (text: string) =>
		text.replace(/\]\([^)]*\)/g, ']').match(/\S*[\p{L}\p{N}]\S*/gu)?.length ?? 0;
	expect(paragraphsIn(page).filter((text) => words(text) > 60)).toEqual([]);
});

test.each(TASK_PAGES)('%s says how to do one job, in 200 to 700 words, and shows it', (page) => {
	expect(wordsIn(page)).toBeGreaterThanOrEqual(200);
	expect(wordsIn(page)).toBeLessThanOrEqual(700);
});

test.each([...pagesWithTables()])(
	'%s has the table of operations or endpoints: if not, run npm run schemas',
	(page, text) => {
		expect(textOf(page)).toBe(text);
	},
);

test('docs/options.md is what npm run schemas makes: one row for each field of a node, in at most 60 KB', () => {
	expect(textOf('docs/options.md')).toBe(optionsPage());
	expect(Buffer.byteLength(optionsPage())).toBeLessThanOrEqual(60_000);
	for (const table of optionsPage().split('\n## ').slice(1)) {
		const labels = [...table.matchAll(/^\| ([^|]+) \|/gm)].map(([, label]) => label);
		expect(labels).toEqual([...new Set(labels)]);
	}
	expect(optionsPage()).toContain('[More about proxies](website-visitors.md#proxies-and-cdn)');
});

/** A field's name, and those of its choices and of what is inside it, but for countries. */
const labelsIn = (fields: INodeProperties[]): string[] =>
	fields
		.filter(({ type, name }) => !['notice', 'hidden'].includes(type) && name !== 'countries')
		.flatMap(({ displayName, options = [] }) => [
			displayName,
			...options.flatMap((option) => {
				if ('values' in option) return labelsIn(option.values);
				return 'displayName' in option ? labelsIn([option as INodeProperties]) : [option.name];
			}),
		]);

/** The cells of all tables of a page. */
const cellsOf = (page: string): string[] =>
	[...textOf(page).matchAll(/(?<=\| )[^|\n]+?(?= +\|)/g)].map(([cell]) => cell);

test('every label of the editor is a cell of a table for looking up, or a name in bold on a page for users', () => {
	const tables = ['docs/options.md', 'docs/operations.md'].flatMap(cellsOf);
	const named = new Set([...tables, ...USER_PAGES.map(textOf).flatMap(boldIn)]);
	const forms = [
		...NODES.map(({ create }) => create().description.properties),
		...CREDENTIALS.map(({ create }) => create().properties),
	];
	const labels = [...new Set(forms.flatMap(labelsIn))];
	expect(labels.length).toBeGreaterThan(140);
	expect(labels.filter((label) => !named.has(label))).toEqual([]);
});

test('docs/radar-types.md lists every radar type as the editor does', () => {
	const listed = tableIn(textOf('docs/radar-types.md'), 'You want to know').flatMap(([, type = '']) =>
		boldIn(type),
	);
	expect(listed.sort()).toEqual(RADAR_TYPE_OPTIONS.map(({ name }) => name).sort());
});

const REPOSITORY = 'https://github.com/company-radar/n8n-nodes-company-radar';

/** The page and the heading that a link of the editor leads to. */
const targetOf = (url: string): string =>
	url.replace(`${REPOSITORY}/blob/main/`, '').replace(`${REPOSITORY}?tab=readme-ov-file`, 'README.md');

const docsOf = (source: string) =>
	JSON.parse(textOf(source.replace(/\.ts$/, '.json'))) as {
		resources: Record<'primaryDocumentation' | 'credentialDocumentation', Array<{ url: string }>>;
	};

test.each(NODES)('$source links its own page, and how to connect', ({ source }) => {
	const { primaryDocumentation, credentialDocumentation } = docsOf(source).resources;
	const links = [...primaryDocumentation, ...credentialDocumentation].map(({ url }) => targetOf(url));
	expect(links.filter((link) => isBroken('.', link))).toEqual([]);
	// n8n adds a query to it, which would become part of an anchor.
	expect(links[0]).toMatch(/^docs\/[\w-]+\.md$/);
});

test.each(CREDENTIALS)('$source links how to connect', ({ create }) => {
	expect(isBroken('.', targetOf(create().documentationUrl ?? ''))).toBe(false);
});

test('links in descriptions lead to a page, and to a heading that it has', () => {
	const texts = NODES.flatMap(({ create }) => textsIn(create().description));
	const links = texts.flatMap((text) => [...text.matchAll(/href="([^"]+)"/g)].map(([, url = '']) => url));
	const ours = links.filter((url) => url.startsWith(REPOSITORY)).map(targetOf);
	expect(ours.length).toBeGreaterThan(1);
	expect(ours.filter((link) => isBroken('.', link))).toEqual([]);
});

test('AGENTS.md is short enough to be read before every task', () => {
	expect(textOf('AGENTS.md').trim().split('\n').length).toBeLessThanOrEqual(40);
});

test('docs/limits.md tells the limits of the API', () => {
	const text = textOf('docs/limits.md');
	const cells = [
		...tableIn(text, 'Requests', 'Default limit'),
		...tableIn(text, 'What', 'Limit', 'What happens above it'),
	].map(([, limit]) => limit);
	const number = (value: number) => value.toLocaleString('en-US');
	expect(cells).toEqual([
		`${LIMITS.writePerMinute} per minute`,
		`${LIMITS.bulkPerMinute} per minute`,
		`${LIMITS.readPerMinute} per minute`,
		`${LIMITS.perSecond} per second`,
		`${number(LIMITS.bulkCreateItems)}, or ${LIMITS.bulkCreateBytes / 1e6} MB`,
		String(LIMITS.bulkDeactivateIds),
		String(LIMITS.listLimit),
		`${number(LIMITS.jobTitlesLength)} characters`,
		`${LIMITS.jobTitlesTermMin} to ${LIMITS.jobTitlesTermMax} characters`,
		String(LIMITS.jobTitlesGroups),
		`${LIMITS.updatesSinceYears} years`,
		String(COUNTRIES_MAX),
		`${KEYWORD_MIN_LENGTH} or more`,
	]);
	expect(text).toContain(`up to ${LIMITS.revealAnswerSeconds} seconds`);
});

test.each(PAGES)('%s quotes the figures of bench.json', (page) => {
	const text = textOf(page);
	expect(text).toBe(withFigures(text, bench));
});

describe('docs/pictures', () => {
	const pictures = readdirSync(path.join(ROOT, 'docs/pictures'), { recursive: true, encoding: 'utf8' })
		.map((name) => path.join('docs/pictures', name))
		.filter((name) => /\.(png|gif)$/.test(name));
	const described = [
		...NODES.map(({ create }) => create().description),
		...CREDENTIALS.map(({ create }) => create()),
	];

	test('are all shown on a page', () => {
		const shown = PAGES.flatMap((page) =>
			localLinksIn(textOf(page)).map((link) => path.join(path.dirname(page), link)),
		);
		expect(pictures.length).toBeGreaterThan(10);
		expect(pictures.filter((name) => !shown.includes(name))).toEqual([]);
	});

	test.each(pictures)('%s shows no text that has changed since: if it does, run npm run pictures', (name) => {
		const shown = JSON.parse(textOf(name.replace(/\.\w+$/, '.json'))) as string[];
		expect(shown).not.toEqual([]);
		const texts = shownTexts(name, described);
		expect(shown.filter((text) => !texts.has(text))).toEqual([]);
	});

	test('show every action in the node panel', () => {
		const shown = JSON.parse(textOf('docs/pictures/node-panel.json')) as string[];
		const actions = RESOURCES.flatMap(({ operations }) => operations.map(({ action }) => action));
		expect(actions.filter((action) => !shown.includes(action))).toEqual([]);
	});

	test('load quickly', () => {
		const sizes = pictures.map((name) => statSync(path.join(ROOT, name)).size);
		expect(Math.max(...sizes)).toBeLessThan(1_500_000);
	});
});

describe('docs/troubleshooting.md', () => {
	const titles = [...textOf('docs/troubleshooting.md').matchAll(/^### (.+)$/gm)].map(
		([, title]) => title ?? '',
	);

	test('has the 29 most likely problems', () => {
		expect(titles).toHaveLength(29);
	});

	test('names radars and fields as the messages do', () => {
		expect(titles.filter((title) => /[a-z]_[a-z]/.test(title))).toEqual([]);
	});

	test.each(titles)('is titled with a message that the user sees: %s', (title) => {
		expect(MESSAGES.some((message) => message.test(title))).toBe(true);
	});
});

test.each(WORKFLOWS)('%s runs only what exists', (file) => {
	const text = textOf(file);
	expect(load(text)).toMatchObject({ name: expect.any(String), jobs: expect.any(Object) });
	expect(npmScriptsIn(text).filter((script) => !(script in scripts))).toEqual([]);
	const files = [...text.matchAll(/(?<=[\s/])(\.(?:ci|github)\/[\w./-]+)/g)].map(([, name]) => name ?? '');
	expect(files.filter((name) => !existsSync(path.join(ROOT, name)))).toEqual([]);
});

test.each(WORKFLOWS)('%s: what comes from others is pinned to a commit', (file) => {
	const used = [...textOf(file).matchAll(/uses: (?!\.\/)(\S+)/g)].map(([, name]) => name);
	expect(used.length).toBeGreaterThan(0);
	expect(used.filter((name) => !/@[0-9a-f]{40}$/.test(name ?? ''))).toEqual([]);
});

test('A release is published with provenance, after all checks, from a job that runs nothing else', () => {
	interface Job {
		needs?: string | string[];
		permissions?: object;
		steps?: Array<{ run?: string; env?: Record<string, string> }>;
	}
	const { jobs } = load(textOf('.github/workflows/release.yml')) as { jobs: Record<string, Job> };
	const proving = Object.entries(jobs).filter(([, { permissions = {} }]) => 'id-token' in permissions);
	expect(proving.map(([name]) => name)).toEqual(['publish']);
	expect(jobs.publish?.needs).toEqual(['check', 'bench', 'build']);
	expect(jobs.publish?.steps?.flatMap(({ run }) => run ?? [])).toEqual([
		'npm publish ./*.tgz --provenance --access public --tag "$CHANNEL"',
	]);
	expect(jobs.publish?.steps?.flatMap(({ env }) => env?.CHANNEL ?? [])).toEqual([
		"${{ contains(github.ref_name, '-') && 'beta' || 'latest' }}",
	]);
});
