import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import Ajv from 'ajv';
import addFormats from 'ajv-formats';

import { name as packageName, version } from '../../package.json';
import { dependencies } from '../../tools/n8n-host/package.json';
import { composeFile } from '../e2e/docker';
import { ROOT, textOf } from './markdown';

interface Service {
	image: string;
	command?: string;
	ports?: string[];
	environment: Record<string, string>;
	depends_on?: Record<string, { condition: string }>;
	deploy?: { replicas: number };
	volumes?: string[];
}
interface Compose {
	services: Record<string, Service>;
	volumes: Record<string, unknown>;
}

const FILES = ['compose.yaml', 'compose.queue.yaml'];
const read = (file: string) => textOf(`examples/docker/${file}`);
const composed = (file: string) => composeFile(file) as Compose;

const ajv = new Ajv({ strict: false, allErrors: true, validateSchema: false });
addFormats(ajv);
ajv.addFormat('duration', /^(\d+(\.\d+)?(us|ms|s|m|h))+$/);
const fitsSchema = ajv.compile(
	JSON.parse(
		readFileSync(
			path.join(path.dirname(require.resolve('dclint/package.json')), 'schemas/compose.schema.json'),
			'utf8',
		),
	) as object,
);

/** These are read outside n8n's configuration package. The e2e section `install` starts n8n with them. */
const READ_ELSEWHERE = [
	'N8N_REINSTALL_MISSING_PACKAGES',
	'N8N_UNVERIFIED_PACKAGES_ENABLED',
	'OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS',
];

const configuration = path.dirname(require.resolve('@n8n/config'));
const VARIABLES = new Set([
	...READ_ELSEWHERE,
	...readdirSync(configuration, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.js'))
		.flatMap((file) => [...readFileSync(path.join(configuration, file), 'utf8').matchAll(/Env\)\('(\w+)'/g)])
		.map(([, variable]) => variable),
]);
/** Older names, and names of n8n after the version that the tests run. */
const NOT_IN_THIS_VERSION = new Set(['WEBHOOK_URL', 'N8N_COMMUNITY_PACKAGES_ALLOW_TOOL_USAGE']);

describe.each(FILES)('examples/docker/%s', (file) => {
	const { services, volumes } = composed(file);
	const n8n = Object.entries(services).filter(([, { image }]) => image.startsWith('n8nio/n8n:'));

	test('is a Compose file', () => {
		fitsSchema(composed(file));
		expect(fitsSchema.errors ?? []).toEqual([]);
	});

	test('sets only variables that n8n reads', () => {
		const set = n8n.flatMap(([, { environment }]) => Object.keys(environment));
		expect(set.length).toBeGreaterThan(5);
		expect(set.filter((variable) => !VARIABLES.has(variable))).toEqual([]);
	});

	test('asks for nothing that .env.example leaves out', () => {
		const offered = [...read('.env.example').matchAll(/^(\w+)=/gm)].map(([, variable]) => variable);
		const asked = [...read(file).matchAll(/\$\{(\w+)/g)].map(([, variable]) => variable);
		expect(asked.filter((variable) => !offered.includes(variable))).toEqual([]);
	});

	test('waits for services and mounts volumes that exist', () => {
		const awaited = Object.values(services).flatMap(({ depends_on: awaits = {} }) => Object.keys(awaits));
		const mounted = Object.values(services).flatMap(({ volumes: mounts = [] }) =>
			mounts.map((mount) => mount.split(':')[0] ?? ''),
		);
		expect(awaited.filter((name) => !(name in services))).toEqual([]);
		expect([...new Set(mounted)].sort()).toEqual(Object.keys(volumes).sort());
	});

	test('opens ports on this machine only', () => {
		const ports = Object.values(services).flatMap(({ ports: opened = [] }) => opened);
		expect(ports.length).toBeGreaterThan(0);
		expect(ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
	});

	test('has one process that decides which packages there are, with this one among them', () => {
		const managing = n8n.filter(([, { environment }]) => 'N8N_COMMUNITY_PACKAGES' in environment);
		expect(managing).toHaveLength(1);
		const [, { environment }] = managing[0]!;
		expect(environment.N8N_COMMUNITY_PACKAGES_MANAGED_BY_ENV).toBe('true');
		const packages = JSON.parse(environment.N8N_COMMUNITY_PACKAGES ?? '') as Array<{ name: string }>;
		expect(packages.map(({ name }) => name)).toEqual([packageName]);
	});

	test('loads the package in n8n 3.0, on every process', () => {
		expect(n8n.map(([, { environment }]) => environment.N8N_UNVERIFIED_PACKAGES_ENABLED)).toEqual(
			n8n.map(() => 'true'),
		);
	});
});

test('.env.example names the n8n that the tests run on, and the version of this package', () => {
	expect(read('.env.example')).toContain(`\nN8N_VERSION=${dependencies.n8n}\n`);
	expect(read('.env.example')).toContain(`\nCOMPANY_RADAR_VERSION=${version}\n`);
});

const PAGES = [
	'README.md',
	'SUPPORT.md',
	'examples/docker/README.md',
	...readdirSync(path.join(ROOT, 'docs'))
		.filter((file) => file.endsWith('.md'))
		.map((file) => `docs/${file}`),
];

test.each(PAGES)('%s names only variables that n8n reads', (page) => {
	const named = [...textOf(page).matchAll(/`((?:N8N|QUEUE|DB|EXECUTIONS|OFFLOAD|WEBHOOK)_[A-Z_]+)\b/g)].map(
		([, variable]) => variable ?? '',
	);
	expect(named.filter((variable) => !VARIABLES.has(variable) && !NOT_IN_THIS_VERSION.has(variable))).toEqual(
		[],
	);
});
