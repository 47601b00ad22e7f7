import { execFileSync } from 'node:child_process';
import { copyFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './pack';

/**
 * Retakes the pictures of the docs in the real editor. Usage: npm run pictures [-- --keep]
 * With `--keep` it only copies what an earlier run of the proof has left.
 */

const ARTEFACTS = path.join(ROOT, 'test/e2e/artefacts');
const PICTURES = path.join(ROOT, 'docs/pictures');

if (!process.argv.includes('--keep')) {
	const proof = ['--import', 'tsx', 'test/e2e/main.ts', 'editor', 'examples', 'recording'];
	execFileSync(process.execPath, proof, { cwd: ROOT, stdio: 'inherit' });
}
for (const picture of readdirSync(PICTURES).filter((file) => file.endsWith('.png')))
	copyFileSync(path.join(ARTEFACTS, 'editor', picture), path.join(PICTURES, picture));
for (const picture of readdirSync(path.join(ARTEFACTS, 'examples')).filter((file) => file.endsWith('.png')))
	copyFileSync(path.join(ARTEFACTS, 'examples', picture), path.join(PICTURES, 'examples', picture));
copyFileSync(path.join(ARTEFACTS, 'recording.gif'), path.join(PICTURES, 'recording.gif'));
