import jestConfig from './jest.config.js';

/** The fuzz tests that run as well: only whole histories show some faults of the poller. */
const FUZZED = 'poller|ipAddress|jobTitles|updatesSince|texts';

process.env.FUZZ_RUNS ??= '100';

/** Changes the code that decides, one place at a time. A change that no test notices is a missing test. */
export default {
	mutate: [
		'nodes/shared/values/{rules,signs}/**/*.ts',
		'nodes/shared/client/safeCreate/nextStep.ts',
		'nodes/CompanyRadarTrigger/deduplicator.ts',
		'nodes/CompanyRadarTrigger/polling/{list,planPoll,pollState}.ts',
	],
	// Tests of texts look for their main words only.
	mutator: { excludedMutations: ['StringLiteral', 'Regex'] },
	testRunner: 'jest',
	jest: {
		config: {
			...jestConfig,
			testMatch: ['**/test/unit/**/*.test.ts', `**/test/fuzz/(${FUZZED}).test.ts`],
			maxWorkers: 1,
		},
	},
	coverageAnalysis: 'perTest',
	// A busy machine is not an endless loop.
	timeoutMS: 60_000,
	concurrency: 2,
	ignorePatterns: ['coverage', 'dist', 'docs', 'examples', 'test/e2e', 'tools'],
	reporters: ['progress-append-only', 'clear-text', 'html', 'json'],
	clearTextReporter: { allowColor: false, logTests: false },
	htmlReporter: { fileName: 'coverage/mutation/index.html' },
	jsonReporter: { fileName: 'coverage/mutation/mutation.json' },
	tempDirName: 'coverage/mutation/tmp',
};
