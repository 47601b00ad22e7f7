import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureInstalled, isInstalled } from '../../tools/shared/clone';

const LOCK = {
	name: 'clone',
	lockfileVersion: 3,
	packages: {
		'': { name: 'clone' },
		'node_modules/needed': { version: '1.2.0' },
		'node_modules/of-another-platform': { version: '3.0.0', optional: true },
	},
};

describe('development tools of a clone', () => {
	const usualCache = process.env.XDG_CACHE_HOME ?? '';
	let root: string;
	const write = (name: string, content: unknown) => writeFile(path.join(root, name), JSON.stringify(content));
	const npmPutIn = (packages: object) => write('node_modules/.package-lock.json', { packages });

	beforeEach(async () => {
		root = await mkdtemp(path.join(tmpdir(), 'clone-'));
		process.env.XDG_CACHE_HOME = path.join(root, 'cache');
		await mkdir(path.join(root, 'node_modules'));
		await write('package-lock.json', LOCK);
	});
	afterEach(async () => {
		process.env.XDG_CACHE_HOME = usualCache;
		await rm(root, { recursive: true });
	});

	it('are missing in a fresh clone', () => {
		expect(isInstalled(root)).toBe(false);
	});

	it('are there when npm put in what the lock file asks for, more or less the optional ones', async () => {
		await npmPutIn({
			'node_modules/needed': { version: '1.2.0' },
			'node_modules/more': { version: '0.1.0' },
		});
		expect(isInstalled(root)).toBe(true);
	});

	it('are out of date when the lock file asks for another version', async () => {
		await npmPutIn({ 'node_modules/needed': { version: '1.1.9' } });
		expect(isInstalled(root)).toBe(false);
	});

	describe('with a registry', () => {
		const EMPTY = { name: 'clone', version: '1.0.0' };
		let registry: Server;
		let said: string[];
		const log = (line: string) => said.push(line);

		beforeEach(async () => {
			said = [];
			registry = createServer((_request, response) => response.end('{}'));
			await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
			process.env.npm_config_registry = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`;
			await write('package.json', EMPTY);
			await write('package-lock.json', { ...EMPTY, lockfileVersion: 3, packages: { '': EMPTY } });
		});
		afterEach(() => {
			delete process.env.npm_config_registry;
			registry.close();
		});

		it('are installed once, and again when the lock file changes', async () => {
			await Promise.all([ensureInstalled(root, { log }), ensureInstalled(root, { log })]);
			expect(isInstalled(root)).toBe(true);
			expect(said.filter((line) => line === 'Installing the development tools')).toHaveLength(1);

			await write('package-lock.json', LOCK);
			expect(isInstalled(root)).toBe(false);
		});

		it('are asked for in plain words when it cannot be reached', async () => {
			registry.close();
			await expect(ensureInstalled(root, { log })).rejects.toThrow('needs a network connection');
			expect(isInstalled(root)).toBe(false);
		});
	});

	it('cannot be judged without a lock file', async () => {
		await rm(path.join(root, 'package-lock.json'));
		expect(() => isInstalled(root)).toThrow('not a complete clone');
	});
});
