const base = require('./jest.config');

process.env.FUZZ_RUNS ??= '100000';
process.env.FAULT_TABLE ??= 'all';

/**
 * The property-based tests with the full number of runs, and every case of the fault table.
 * @type {import('jest').Config}
 */
module.exports = {
	...base,
	testMatch: ['**/test/fuzz/**/*.test.ts', '**/test/engine/faults/*.test.ts'],
};
