import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { Host } from '../../../tools/n8n-host/host';

/** Whether a text or file has the secret, as it is or in base64. */
export function has(content: string | Buffer, secret: string): boolean {
	const bytes = Buffer.from(content);
	return bytes.includes(secret) || bytes.includes(Buffer.from(secret).toString('base64'));
}

/** Files in which n8n keeps what it knows, the database among them, that have the secret; and how many were looked through. */
export function filesWith({ userFolder }: Host, secret: string): { found: string[]; searched: number } {
	const folder = path.join(userFolder, '.n8n');
	const files = readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => path.join(entry.parentPath, entry.name))
		.filter((file) => !file.includes(`${path.sep}node_modules${path.sep}`));
	const found = files.filter((file) => has(readFileSync(file), secret));
	return { found: found.map((file) => path.relative(folder, file)), searched: files.length };
}
