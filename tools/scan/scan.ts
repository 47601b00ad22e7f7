// Usage: node --import tsx tools/scan/scan.ts
// Runs n8n's check of community packages on the sources and on the packed package; fails on any finding, warnings too.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { packPackage, ROOT } from '../pack';
import { runNpm } from '../shared/npm';
import { loadScanner, type Scanner } from './scanner';

const log = console.log;

async function main(): Promise<void> {
	const scanner = await loadScanner({ log });
	const folder = await mkdtemp(path.join(tmpdir(), 'company-radar-scan-'));
	try {
		const sources = await scanLeg('Sources', ROOT, scanner.sourcePatterns, scanner);
		const packed = await scanLeg('Packed package', await unpack(folder), scanner.packedPatterns, scanner);
		process.exitCode = sources && packed ? 0 : 1;
	} finally {
		await rm(folder, { recursive: true });
	}
}

async function unpack(folder: string): Promise<string> {
	const { name, tarball } = await packPackage(folder, { log });
	const args = [
		'install',
		'--no-save',
		'--legacy-peer-deps',
		'--ignore-scripts',
		'--prefix',
		folder,
		tarball,
	];
	await runNpm(args, { cwd: folder, what: 'Unpacking the package' });
	return path.join(folder, 'node_modules', name);
}

async function scanLeg(leg: string, folder: string, patterns: string[], { scan }: Scanner): Promise<boolean> {
	const { files, findings, report } = await scan(folder, patterns);
	if (report) log(report);
	log(`${leg}: ${files} files, ${findings} findings`);
	return files > 0 && findings === 0;
}

void main();
