import { existsSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

import { RESOURCES } from '../../nodes/CompanyRadar/resources';
import { scripts } from '../../package.json';
import { anchorsIn, boldIn, localLinksIn, npmScriptsIn, ROOT, tableIn, textOf } from './markdown';
import { isEditorName } from './names';

const PAGES = [
	'README.md',
	'docs/api.md',
	'docs/reliability.md',
	'docs/sync-list.md',
	'CONTRIBUTING.md',
	'SECURITY.md',
	'examples/README.md',
	'sandbox/README.md',
];
const WORKFLOWS = ['ci.yml', 'release.yml'].map((file) => `.github/workflows/${file}`);

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

	test('tells only commands that exist', () => {
		expect(npmScriptsIn(text).filter((script) => !(script in scripts))).toEqual([]);
	});

	test('speaks of no file or folder that does not exist', () => {
		const files = [...text.matchAll(/`((?:\.ci|nodes|credentials|sandbox|test|tools|examples)\/[\w./-]*)`/g)]
			.map(([, file]) => file ?? '')
			.filter((file) => !file.includes('getHistory'));
		expect(files.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
	});
});

describe('README.md', () => {
	const text = textOf('README.md');

	test('lists every operation, and no other, with the endpoint that it calls', () => {
		let resource = '';
		const listed = tableIn(text, 'Resource', 'Operation').map(([first = '', operation, , endpoint = '']) => {
			resource = first || resource;
			return { name: `${resource}: ${operation}`, endpoint };
		});
		expect(listed.map(({ name }) => name)).toEqual(
			RESOURCES.flatMap(({ name, operations }) =>
				operations.map((operation) => `${name}: ${operation.name}`),
			),
		);
		const { paths } = parse(textOf('sandbox/openapi.yaml')) as { paths: Record<string, object> };
		const endpoints = Object.entries(paths).flatMap(([route, methods]) =>
			Object.keys(methods).map((method) => `\`${method.toUpperCase()} ${route}\``),
		);
		expect([...endpoints, 'none']).toEqual(expect.arrayContaining(listed.map(({ endpoint }) => endpoint)));
	});

	test('names only fields, choices and operations that the editor shows', () => {
		// A lead-in ends with a colon, and a term that is explained begins with a small letter.
		const names = boldIn(text).filter((bold) => !bold.endsWith(':') && /^\p{Lu}/u.test(bold));
		expect(names.length).toBeGreaterThan(5);
		expect(names.filter((name) => !isEditorName(name))).toEqual([]);
	});
});

test.each(WORKFLOWS)('%s runs only what exists', (file) => {
	const text = textOf(file);
	expect(parse(text)).toMatchObject({ name: expect.any(String), jobs: expect.any(Object) });
	expect(npmScriptsIn(text).filter((script) => !(script in scripts))).toEqual([]);
	const files = [...text.matchAll(/(?<=[\s/])(\.(?:ci|github)\/[\w./-]+)/g)].map(([, name]) => name ?? '');
	expect(files.filter((name) => !existsSync(path.join(ROOT, name)))).toEqual([]);
});

test.each(WORKFLOWS)('%s: what comes from others is pinned to a commit', (file) => {
	const used = [...textOf(file).matchAll(/uses: (?!\.\/)(\S+)/g)].map(([, name]) => name);
	expect(used.length).toBeGreaterThan(0);
	expect(used.filter((name) => !/@[0-9a-f]{40}$/.test(name ?? ''))).toEqual([]);
});

test('CI runs on every version of Node.js that is supported', () => {
	const { jobs } = parse(textOf('.github/workflows/ci.yml')) as {
		jobs: { check: { strategy: { matrix: { node: number[] } } } };
	};
	expect(jobs.check.strategy.matrix.node).toEqual([20, 22, 24]);
});

test('A release is published with provenance, after all checks, from a job that runs nothing else', () => {
	interface Job {
		needs?: string | string[];
		permissions?: object;
		steps?: Array<{ run?: string }>;
	}
	const { jobs } = parse(textOf('.github/workflows/release.yml')) as { jobs: Record<string, Job> };
	const proving = Object.entries(jobs).filter(([, { permissions = {} }]) => 'id-token' in permissions);
	expect(proving.map(([name]) => name)).toEqual(['publish']);
	expect(jobs.publish?.needs).toEqual(['check', 'build']);
	expect(jobs.publish?.steps?.flatMap(({ run }) => run ?? [])).toEqual([
		'npm publish ./*.tgz --provenance --access public',
	]);
});
