import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { cachedInstallation } from '../../tools/shared/cachedInstallation';
import type { E2eContext, Finding, Section } from './section';

/** The engine of n8n 1.123, the last line of n8n 1. */
const ENGINES = ['1.122.48'];

/**
 * With `ALL_ENGINES=1`, as for a release, these too: the first engine of n8n 2, one between, and the ones before and after n8n
 * began to send items with details down the wrong branch.
 */
const FURTHER_ENGINES = ['2.0.2', '2.20.6', '2.33.2', '2.34.2'];

/** All but the fault table, which reads the details of a failed item, and these engines do not keep them. */
const ALL = ['test/engine', '--testPathIgnorePatterns', 'test/engine/faults'];

/** What rests on the engine most: workflows of published versions, outputs, failures, repetitions, publishing and webhooks. */
const ESSENTIAL = [
	'test/engine/(exported|outputs/outputSchemas|visitor)',
	'test/engine/companyRadar/(onError|retryOnFail|expressions|includeInput|paidTools|syncListInterrupted)',
	'test/engine/trigger/(catchUp|editor|execute|lifecycle|polling|webhook)',
	'test/engine/(credential|radarPicker)',
];

const ROOT = path.resolve(__dirname, '../..');

interface JestResult {
	numPassedTests: number;
	numFailedTests: number;
	numFailedTestSuites: number;
	testResults: Array<{
		name: string;
		/** What failed in this file and why; else empty. */
		message: string;
	}>;
}

const TESTS = process.env.ALL_ENGINES ? ALL : ESSENTIAL;

const install = async (version: string, context: E2eContext): Promise<string> =>
	await cachedInstallation(
		{
			what: `n8n-core ${version}`,
			name: `engine-${version}`,
			// Their ranges let npm take a zod that other dependencies fail with, and a p-retry that jest cannot load (ESM).
			files: {
				'package.json': JSON.stringify({
					private: true,
					dependencies: { 'n8n-core': version },
					overrides: { zod: '3.25.67', 'p-retry': '4.6.2' },
				}),
			},
			npmArguments: ['--legacy-peer-deps'],
		},
		context,
	);

async function runEngineTests(version: string, context: E2eContext): Promise<Finding> {
	const modules = path.join(await install(version, context), 'node_modules');
	const mapper = Object.fromEntries(
		['n8n-core', 'n8n-workflow'].map((name) => [`^${name}$`, path.join(modules, name)]),
	);
	const output = path.join(context.artifacts, `engine-${version}.json`);
	const args = ['--json', '--outputFile', output, '--moduleNameMapper', JSON.stringify(mapper), ...TESTS];
	const jest = spawn(process.execPath, [path.join(ROOT, 'node_modules/jest/bin/jest.js'), ...args], {
		cwd: ROOT,
		stdio: 'ignore',
	});
	await once(jest, 'exit');
	const result = JSON.parse(await readFile(output, 'utf8')) as JestResult;
	for (const { name, message } of result.testResults)
		if (message !== '') context.log(`n8n-core ${version}: ${path.relative(ROOT, name)}\n${message}`);
	return {
		what: `the engine tests on n8n-core ${version}`,
		seen: `${result.numPassedTests} passed, ${result.numFailedTests} failed`,
		ok: result.numFailedTestSuites === 0 && result.numPassedTests > 0,
	};
}

export const olderHosts: Section = {
	name: 'olderHosts',
	risk: 'an older n8n engine may not run the same package',
	async run(context) {
		const engines = process.env.ALL_ENGINES ? [...ENGINES, ...FURTHER_ENGINES] : ENGINES;
		const findings: Finding[] = [];
		for (const version of engines) findings.push(await runEngineTests(version, context));
		return findings;
	},
};
