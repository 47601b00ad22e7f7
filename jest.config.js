/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: 'node',
	roots: ['<rootDir>/test', '<rootDir>/sandbox'],
	// The engine and the sandbox work for real; a busy machine must not fail them.
	testTimeout: 60_000,
	setupFiles: ['<rootDir>/test/fixedSeed.js'],
	testMatch: ['**/*.test.ts'],
	transform: {
		'\\.ts$': [
			'@swc/jest',
			{ jsc: { parser: { syntax: 'typescript', decorators: true }, target: 'es2023' } },
		],
	},
};
