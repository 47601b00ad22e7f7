// Usage: node --import tsx tools/packCheck.ts
// Fails if the packed package holds anything that users should not get, or lacks something that n8n loads.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { OUTPUT_SCHEMA_FILES } from './outputSchemas';
import { packPackage, ROOT } from './pack';
import { packProblems, type Manifest } from './packProblems';

async function main(): Promise<void> {
	const folder = await mkdtemp(path.join(tmpdir(), 'company-radar-pack-'));
	try {
		const { files } = await packPackage(folder, { log: console.log });
		const manifest = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8')) as Manifest;
		const problems = packProblems(files, manifest, OUTPUT_SCHEMA_FILES);
		for (const problem of problems) console.error(problem);
		console.log(problems.length === 0 ? `Pack check passed: ${files.length} files.` : 'Pack check failed.');
		process.exitCode = problems.length === 0 ? 0 : 1;
	} finally {
		await rm(folder, { recursive: true });
	}
}

void main();
