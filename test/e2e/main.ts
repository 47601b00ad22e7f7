import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { table } from '../../tools/demo/table';
import { installHost } from '../../tools/n8n-host/install';
import { buildPackage, packPackage } from '../../tools/pack';
import { ensureDebianPackages } from './debian';
import type { E2eContext, Finding, Section } from './section';
import { SECTIONS, STAGES } from './sections';

/**
 * The proof on a real n8n with the packed package. Usage: npm run test:e2e [-- <section>...]
 * Pictures are left in test/e2e/artefacts.
 */

const NOT_OK = 'NO';

const seconds = (since: number) => Math.round((Date.now() - since) / 1000);

async function findingsOf(section: Section, context: E2eContext): Promise<Finding[]> {
	const start = Date.now();
	const log = (line: string) => context.log(`${section.name}: ${line}`);
	log('starts');
	try {
		return await section.run({ ...context, log });
	} catch (error) {
		log(error instanceof Error ? (error.stack ?? error.message) : String(error));
		return [{ what: 'the section ran to its end', seen: String(error).split('\n')[0] ?? '', ok: false }];
	} finally {
		log(`took ${seconds(start)} s`);
	}
}

async function rowsOf(lane: readonly Section[], context: E2eContext): Promise<string[][]> {
	const rows: string[][] = [];
	for (const section of lane) {
		const findings = await findingsOf(section, context);
		rows.push(...findings.map(({ what, seen, ok }) => [section.name, what, seen, ok ? 'yes' : NOT_OK]));
	}
	return rows;
}

async function main(names: string[]): Promise<void> {
	const unknown = names.filter((name) => !SECTIONS.some((section) => section.name === name));
	if (unknown.length > 0)
		throw new Error(
			`No section ${unknown.join(', ')}. There are: ${SECTIONS.map(({ name }) => name).join(', ')}`,
		);
	const chosen = SECTIONS.filter(({ name, onRequest }) =>
		names.length === 0 ? !onRequest : names.includes(name),
	);
	const start = Date.now();
	const task = { log: (line: string) => console.log(line) };
	const folder = mkdtempSync(path.join(tmpdir(), 'company-radar-e2e-'));
	const artefacts = path.resolve(__dirname, 'artefacts');
	mkdirSync(artefacts, { recursive: true });
	try {
		await installHost(task);
		await buildPackage(task);
		const { tarball } = await packPackage(folder, task);
		ensureDebianPackages([...new Set(chosen.flatMap(({ packages = [] }) => packages))], task);
		const context = { ...task, tarball, artefacts };
		const rows: string[][] = [];
		for (const stage of STAGES) {
			const lanes = stage.map((lane) => lane.filter((section) => chosen.includes(section)));
			rows.push(...(await Promise.all(lanes.map((lane) => rowsOf(lane, context)))).flat());
		}
		const failed = rows.filter((row) => row.at(-1) === NOT_OK).length;
		console.log(`\n${table([['Section', 'What', 'Seen', 'OK'], ...rows])}\n`);
		console.log(`${rows.length - failed} as expected, ${failed} not, in ${seconds(start)} s`);
		if (failed > 0) process.exitCode = 1;
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

// Servers that the sections started end with this process, which must exit in order for that.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

void main(process.argv.slice(2));
