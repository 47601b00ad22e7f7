import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ESLint, Linter } from 'eslint';
import { cachedInstallation } from '../shared/cachedInstallation';
import { manifestOf } from '../shared/manifest';
import type { Task } from '../shared/task';

const SCAN = '@n8n/scan-community-package';

export interface ScanResult {
	files: number;
	findings: number;
	/** The findings as the linter prints them; empty if there are none. */
	report: string;
}

export interface Scanner {
	sourcePatterns: string[];
	packedPatterns: string[];
	scan(folder: string, patterns: string[]): Promise<ScanResult>;
}

/** The members of n8n's scan that are used: its rules and the files that they look at. */
interface ScanModule {
	SOURCE_FILE_PATTERNS: string[];
	buildScanConfig(): Promise<Linter.Config[]>;
}

/** n8n's own scan, with the linter version that it pins, from the cache. */
export async function loadScanner(task: Task): Promise<Scanner> {
	const { files, version } = await manifestOf(__dirname, SCAN);
	const what = `n8n's package scan ${version}`;
	const installed = await cachedInstallation(
		{ what, name: `scan-${version}`, files, npmArguments: [] },
		task,
	);
	const { resolve } = createRequire(path.join(installed, 'node_modules', SCAN, 'package.json'));
	const load = (file: string) => import(pathToFileURL(file).href);
	const scanner = (await load(resolve(`./scanner/scanner.mjs`))) as ScanModule;
	const { ESLint: Linter } = (await load(resolve('eslint'))) as { ESLint: typeof ESLint };
	const overrideConfig = await scanner.buildScanConfig();

	return {
		sourcePatterns: scanner.SOURCE_FILE_PATTERNS,
		// The scan names these inside its command only.
		packedPatterns: ['**/*.js', 'package.json'],
		async scan(folder, patterns) {
			const linter = new Linter({
				cwd: folder,
				allowInlineConfig: false,
				overrideConfigFile: true,
				overrideConfig,
			});
			const results = await linter.lintFiles(patterns);
			const findings = results.reduce(
				(sum, { errorCount, warningCount }) => sum + errorCount + warningCount,
				0,
			);
			const report = await (await linter.loadFormatter('stylish')).format(results);
			return { files: results.length, findings, report };
		},
	};
}
