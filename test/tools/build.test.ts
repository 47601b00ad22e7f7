import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ICredentialType, INodeTypeDescription } from 'n8n-workflow';

import { version } from '../../package.json';
import { buildPackage, ROOT } from '../../tools/pack';
import { CREDENTIALS, NODES } from '../packageNodes';

/** The object as JSON, with the word "function" for each function. */
const outline = (value: unknown): unknown =>
	JSON.parse(
		JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'function' ? 'function' : inner)),
	);

const written = <T>(file: string): T[] => JSON.parse(readFileSync(path.join(ROOT, file), 'utf8')) as T[];

beforeAll(async () => await buildPackage({ log: () => undefined }));

it.each([...NODES, ...CREDENTIALS])('$file has all that its source has', async (entry) => {
	const built = (await import(path.join(ROOT, entry.file))) as Record<string, new () => object>;
	const Built = built[entry.className];
	expect(outline(Built && new Built())).toEqual(outline(entry.create()));
});

it.each(NODES)('$source: what n8n reads at start is what the node says', ({ create }) => {
	const { icon, ...said } = create().description;
	const read = written<INodeTypeDescription>('dist/types/nodes.json').find(({ name }) => name === said.name);
	expect(icon).toBeDefined();
	expect(read).toMatchObject(JSON.parse(JSON.stringify(said)) as object);
	expect(read?.communityNodePackageVersion).toBe(version);
	expect(read?.codex?.categories).not.toHaveLength(0);
});

it.each(CREDENTIALS)('$source: what n8n reads at start is what the credential says', ({ create }) => {
	const { name, properties } = create();
	const read = written<ICredentialType>('dist/types/credentials.json').find((entry) => entry.name === name);
	expect(read?.properties).toEqual(properties);
});

it('loads no code of a node when n8n starts, and all of it when a node is first used', () => {
	const script = `
		require('reflect-metadata');
		const { LazyPackageDirectoryLoader } = require('n8n-core');
		const isLoaded = () => Object.keys(require.cache).some((file) => file.endsWith('bundle.js'));
		const start = async () => {
			const loader = new LazyPackageDirectoryLoader(process.cwd());
			await loader.loadAll();
			for (const name of Object.keys(loader.known.credentials)) loader.getCredential(name);
			const seen = [loader.types.nodes.length, isLoaded()];
			for (const name of Object.keys(loader.known.nodes)) loader.getNode(name);
			console.log(JSON.stringify([...seen, isLoaded()]));
		};
		start();`;
	const printed = execFileSync(process.execPath, ['-e', script], { cwd: ROOT, encoding: 'utf8' });
	expect(JSON.parse(printed.trim().split('\n').at(-1) ?? '')).toEqual([NODES.length, false, true]);
});
