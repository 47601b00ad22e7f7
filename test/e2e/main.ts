import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';

import { table } from '../../tools/demo/table';
import { installHost } from '../../tools/n8n-host/install';
import { buildPackage, packPackage } from '../../tools/pack';
import type { Task } from '../../tools/shared/task';
import type { E2eContext, Finding, Section } from './section';
import { agents } from './agents';
import { commands } from './commands';
import { crashes } from './crashes/crashes';
import { editor } from './editor';
import { examples } from './examples';
import { olderHosts } from './olderHosts';
import { forms } from './forms';
import { install } from './install';
import { queueMode } from './queueMode/queueMode';
import { quickStart } from './quickStart';
import { security } from './security';
import { trigger } from './trigger/trigger';
import { visitor } from './visitor/visitor';

/**
 * The proof on a real n8n with the packed package.
 * Usage: npm run test:e2e [-- <section>...]
 * Pictures are left in test/e2e/artifacts.
 */

const NOT_OK = 'NO';

const AT_ONCE = 3;

/** They run side by side, a few at a time: mostly, they wait for n8n. The longest come first, so that none is left at the end. */
const SECTIONS: readonly Section[] = [
	examples,
	crashes,
	queueMode,
	olderHosts,
	visitor,
	editor,
	trigger,
	agents,
	commands,
	security,
	install,
	forms,
	quickStart,
];

const isInstalled = (name: string): boolean => {
	try {
		const status = execFileSync('dpkg-query', ['-W', '-f=${db:Status-Status}', name], { stdio: 'pipe' });
		return status.toString() === 'installed';
	} catch {
		return false;
	}
};

/** Installs what is missing of these Debian packages; needs the rights to do so. */
function ensureDebianPackages(names: readonly string[], { log }: Task): void {
	const missing = names.filter((name) => !isInstalled(name));
	if (missing.length === 0) return;
	log(`Installing ${missing.join(', ')}`);
	const options = { stdio: 'pipe', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
	execFileSync('apt-get', ['update'], options);
	execFileSync('apt-get', ['install', '-y', '--no-install-recommends', ...missing], options);
}

const seconds = (since: number) => Math.round((Date.now() - since) / 1000);

async function findingsOf(section: Section, context: E2eContext): Promise<Finding[]> {
	const start = Date.now();
	const log = (line: string) => context.log(`${section.name}, ${seconds(start)} s: ${line}`);
	log(section.risk);
	try {
		return await section.run({ ...context, log });
	} catch (error) {
		log(error instanceof Error ? (error.stack ?? error.message) : String(error));
		return [{ what: 'the section ran to its end', seen: String(error).split('\n')[0] ?? '', ok: false }];
	} finally {
		log('ended');
	}
}

interface Results {
	/** The findings as rows. */
	rows: string[][];
	/** What each section took: `visitor 90`. */
	took: string[];
}

/** The next section starts as soon as another one has ended. */
async function resultsOf(sections: Section[], context: E2eContext): Promise<Results> {
	const rows: string[][] = [];
	const took = new Map<string, number>();
	const waiting = [...sections];
	const runInTurn = async () => {
		for (let section = waiting.shift(); section; section = waiting.shift()) {
			const { name } = section;
			const start = Date.now();
			const findings = await findingsOf(section, context);
			took.set(name, seconds(start));
			rows.push(...findings.map(({ what, seen, ok }) => [name, what, seen, ok ? 'yes' : NOT_OK]));
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, runInTurn));
	const longestFirst = [...took].sort(([, a], [, b]) => b - a);
	return { rows, took: longestFirst.map(([name, time]) => `${name} ${time}`) };
}

function chosenSections(names: string[]): Section[] {
	const unknown = names.filter((name) => !SECTIONS.some((section) => section.name === name));
	if (unknown.length > 0)
		throw new Error(
			`No section ${unknown.join(', ')}. There are: ${SECTIONS.map(({ name }) => name).join(', ')}`,
		);
	return SECTIONS.filter(({ name, onRequest }) => (names.length === 0 ? !onRequest : names.includes(name)));
}

/** The package as users get it, for sections that start n8n with it. */
async function packed(folder: string, task: Task): Promise<string> {
	await installHost(task);
	await buildPackage(task);
	return (await packPackage(folder, task)).tarball;
}

async function runSections(names: string[]): Promise<boolean> {
	const chosen = chosenSections(names);
	const start = Date.now();
	const task = { log: (line: string) => console.log(line) };
	const folder = mkdtempSync(path.join(tmpdir(), 'company-radar-e2e-'));
	const artifacts = path.resolve(__dirname, 'artifacts');
	mkdirSync(artifacts, { recursive: true });
	try {
		const tarball = await packed(folder, task);
		ensureDebianPackages([...new Set(chosen.flatMap(({ packages = [] }) => packages))], task);
		const context = { ...task, tarball, artifacts };
		const { rows, took } = await resultsOf(chosen, context);
		const failed = rows.filter((row) => row.at(-1) === NOT_OK);
		console.log(`\n${table([['Section', 'What', 'Seen', 'OK'], ...rows])}\n`);
		// Again at the end, which is what people see of a long log.
		for (const [section, what, seen] of failed) console.log(`Not as expected: ${section}, ${what}: ${seen}`);
		console.log(
			`Seconds of each section, ${AT_ONCE} at a time: ${took.join(', ')}. Load ${loadavg()[0]?.toFixed(1)}.`,
		);
		console.log(`${rows.length - failed.length} as expected, ${failed.length} not, in ${seconds(start)} s`);
		return failed.length === 0;
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

async function main(): Promise<void> {
	try {
		if (!(await runSections(process.argv.slice(2)))) process.exitCode = 1;
	} catch (error) {
		console.error(error instanceof Error ? error.message : error);
		process.exitCode = 1;
	}
}

// Servers that the sections started end with this process, which must exit in order for that.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

void main();
