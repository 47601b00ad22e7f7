import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Removed when this process ends, however it ends. */
export function temporaryFolder(name: string): string {
	const folder = mkdtempSync(path.join(realpathSync(tmpdir()), `company-radar-${name}-`));
	process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
	return folder;
}
