/** What takes long to load, and what shares objects with it. */
const SHARED_LIBRARIES = [
	'ajv',
	'ajv-formats',
	'axios',
	'fast-check',
	'fastify',
	'js-yaml',
	'luxon',
	'n8n-core',
	'n8n-workflow',
	'prettier',
	'reflect-metadata',
	'typescript',
];

/** n8n's engine logs every failed node, and most tests are about failures. */
process.env.N8N_LOG_LEVEL ??= 'silent';

/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: 'node',
	roots: ['<rootDir>/test', '<rootDir>/sandbox'],
	// The engine and the sandbox work for real; a busy machine must not fail them. This ends only what hangs.
	testTimeout: 900_000,
	// More than there are cores: the tests of limits and waits leave them idle.
	maxWorkers: 6,
	// A worker frees a large heap when it ends, which takes longer than the usual half a second on a busy machine.
	workerGracefulExitTimeout: 10_000,
	// The transformer adds no counters, so V8 counts.
	coverageProvider: 'v8',
	collectCoverageFrom: ['{credentials,nodes,sandbox}/**/*.ts', '!nodes/shared/api/openapi.ts'],
	coverageReporters: ['lcov', 'text', ['text-summary', { file: 'summary.txt' }]],
	setupFiles: ['<rootDir>/test/setup.js'],
	testMatch: ['**/*.test.ts'],
	testSequencer: '<rootDir>/test/sequencer.js',
	transform: {
		'\\.ts$': [
			'@swc/jest',
			{ jsc: { parser: { syntax: 'typescript', decorators: true }, target: 'es2023' } },
		],
		[`/node_modules/(${SHARED_LIBRARIES.join('|')})/`]: '<rootDir>/test/shareLibrary.js',
	},
	transformIgnorePatterns: [],
};
