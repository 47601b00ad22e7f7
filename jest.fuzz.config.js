const base = require('./jest.config');

process.env.FUZZ_RUNS ??= '100000';

/** The property-based tests with the full number of runs. */
/** @type {import('jest').Config} */
module.exports = { ...base, testMatch: ['**/test/fuzz/**/*.test.ts'], testTimeout: 600_000 };
