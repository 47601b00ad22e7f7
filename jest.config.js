/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: 'node',
	roots: ['<rootDir>/test', '<rootDir>/sandbox'],
	// The engine and the sandbox work for real; a busy machine must not fail them.
	testTimeout: 60_000,
	// More than there are cores: the tests of limits and waits leave them idle.
	maxWorkers: 4,
	// The transformer adds no counters, so V8 counts.
	coverageProvider: 'v8',
	collectCoverageFrom: ['{credentials,nodes,sandbox}/**/*.ts', '!nodes/shared/api/openapi.ts'],
	coverageReporters: ['lcov', 'text', ['text-summary', { file: 'summary.txt' }]],
	setupFiles: ['<rootDir>/test/setup.js'],
	testMatch: ['**/*.test.ts'],
	transform: {
		'\\.ts$': [
			'@swc/jest',
			{ jsc: { parser: { syntax: 'typescript', decorators: true }, target: 'es2023' } },
		],
	},
};
