import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');
const { forbidden } = jest.requireActual<{ forbidden: Array<{ name: string }> }>(
	'../../.dependency-cruiser.cjs',
);

/** What a linter prints, which ends with an error code when it finds something. */
async function outputOf(args: string[], cwd: string): Promise<string> {
	return await new Promise((resolve) => {
		execFile(process.execPath, args, { cwd, maxBuffer: 1e8 }, (_, stdout) => resolve(stdout));
	});
}

/** For each rule about imports, the files that break it. */
const PLANTED_IMPORTS: Record<string, Record<string, string>> = {
	'no-cycles': {
		'nodes/shared/chicken.ts': "import './egg';",
		'nodes/shared/egg.ts': "import './chicken';",
	},
	'no-mutual-folders': {
		'nodes/shared/hens/hen.ts': "import '../nest/basket';",
		'nodes/shared/hens/feather.ts': '',
		'nodes/shared/nest/basket.ts': '',
		'nodes/shared/nest/egg.ts': "import '../hens/feather';",
	},
	'api-is-facts': { 'nodes/shared/api/planted.ts': "import '../host/clock';" },
	'values-need-no-request': { 'nodes/shared/values/rules/planted.ts': "import 'n8n-workflow';" },
	'client-takes-valid-values': { 'nodes/shared/client/planted.ts': "import '../values/rules/domain';" },
	'client-sends-alone': {
		'nodes/CompanyRadarTrigger/visitor.ts': "import '../shared/client/http/send';",
	},
	'shared-knows-no-node': { 'nodes/shared/planted.ts': "import '../CompanyRadar/execute';" },
	'nodes-share-only-shared': {
		'nodes/CompanyRadarTrigger/planted.ts': "import '../CompanyRadar/sync/operation';",
	},
	'operations-are-run': { 'nodes/CompanyRadar/operations/planted.ts': "import '../execute';" },
	'decisions-are-pure': {
		'nodes/CompanyRadarTrigger/polling/planPoll.ts': "import '../../shared/client/radarClient';",
	},
	'fields-only-describe': { 'nodes/CompanyRadarTrigger/fields.ts': "import './parameters';" },
	'sandbox-is-independent': { 'sandbox/planted.ts': "import '../nodes/shared/host/clock';" },
	'proof-is-complete': { 'test/e2e/planted.ts': "import '../setup';" },
	'package-needs-no-tool': { 'credentials/planted.ts': "import '../sandbox/index';" },
};

/** What the planted files import. */
const TARGETS = [
	'nodes/shared/host/clock.ts',
	'nodes/shared/client/http/send.ts',
	'nodes/shared/client/radarClient.ts',
	'nodes/shared/values/rules/domain.ts',
	'nodes/CompanyRadar/execute.ts',
	'nodes/CompanyRadar/sync/operation.ts',
	'nodes/CompanyRadar/operations/index.ts',
	'nodes/CompanyRadarTrigger/parameters.ts',
	'sandbox/index.ts',
	'test/setup.ts',
];

const PLANTED_CODE = `
async function work(): Promise<void> {}
export function planted(letter: 'a' | 'b', value: string): unknown {
	work();
	[1].forEach(async () => await work());
	switch (letter) {
		case 'a':
			console.log(letter);
	}
	return [value as never, value as unknown as number, Date.now(), new Date(), Date.parse(value), new Date(value)];
}
export const waited = async () => await 1;
`;

let folder: string;

const plant = async (files: Record<string, string>): Promise<void> => {
	for (const [file, text] of Object.entries(files)) {
		await mkdir(path.join(folder, path.dirname(file)), { recursive: true });
		await writeFile(path.join(folder, file), text);
	}
};

beforeEach(async () => {
	folder = await realpath(await mkdtemp(path.join(tmpdir(), 'planted-')));
	await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
});

afterEach(async () => await rm(folder, { recursive: true }));

test('lint reports every import that breaks a rule, and names the rule', async () => {
	const files = Object.assign({}, ...Object.values(PLANTED_IMPORTS)) as Record<string, string>;
	const targets = Object.fromEntries(TARGETS.map((file) => [file, 'export {};']));
	await plant({ ...targets, ...files, 'tsconfig.json': '{}' });
	const cruise = path.join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
	const config = ['--config', path.join(ROOT, '.dependency-cruiser.cjs'), '--output-type', 'json'];
	const output = await outputOf([cruise, ...config, 'nodes', 'credentials', 'sandbox', 'test'], folder);
	const { summary } = JSON.parse(output) as {
		summary: { violations: Array<{ from: string; rule: { name: string } }> };
	};
	const reported = summary.violations.map(({ from, rule }) => `${rule.name}: ${from}`);
	for (const [name, planted] of Object.entries(PLANTED_IMPORTS)) {
		const [file = ''] = Object.keys(planted);
		const from = name === 'no-mutual-folders' ? path.dirname(file) : file;
		expect(reported).toContain(`${name}: ${from}`);
	}
	expect(Object.keys(PLANTED_IMPORTS).sort()).toEqual(forbidden.map(({ name }) => name).sort());
});

/** What is planted, and the rules that report it. */
const PLANTED: Record<string, { code: string; rules: string[] }> = {
	'nodes/planted.ts': {
		code: PLANTED_CODE,
		rules: [
			'@typescript-eslint/await-thenable',
			'@typescript-eslint/no-floating-promises',
			'@typescript-eslint/no-misused-promises',
			'@typescript-eslint/switch-exhaustiveness-check',
			'no-console',
			'no-restricted-syntax',
			'no-restricted-syntax',
			'no-restricted-syntax',
			'no-restricted-syntax',
			'no-restricted-syntax',
			'no-restricted-syntax',
		],
	},
	'tools/planted.ts': {
		code: "export const answer = fetch('http://localhost');",
		rules: ['no-restricted-globals'],
	},
};

test('lint reports what is planted into code', async () => {
	for (const file of ['eslint.config.mjs', 'tsconfig.json'])
		await copyFile(path.join(ROOT, file), path.join(folder, file));
	await plant(Object.fromEntries(Object.entries(PLANTED).map(([file, { code }]) => [file, code])));
	const eslint = path.join(ROOT, 'node_modules/eslint/bin/eslint.js');
	const output = await outputOf([eslint, '--format', 'json', ...Object.keys(PLANTED)], folder);
	const results = JSON.parse(output) as Array<{ filePath: string; messages: Array<{ ruleId: string }> }>;
	for (const [file, { rules }] of Object.entries(PLANTED)) {
		const result = results.find(({ filePath }) => filePath.endsWith(file));
		expect(result?.messages.map(({ ruleId }) => ruleId).sort()).toEqual(rules);
	}
});
