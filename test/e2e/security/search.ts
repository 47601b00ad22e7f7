import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Whether a text or file has the secret, as it is or in base64. */
export function has(content: string | Buffer, secret: string): boolean {
	const bytes = Buffer.from(content);
	return bytes.includes(secret) || bytes.includes(Buffer.from(secret).toString('base64'));
}

/** Files below a folder that have the secret, by their path in it, and how many were looked through. */
export function filesWith(
	folder: string,
	secret: string,
	isWanted: (file: string) => boolean = () => true,
): { found: string[]; searched: number } {
	const files = readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => path.join(entry.parentPath, entry.name))
		.filter(isWanted);
	const found = files.filter((file) => has(readFileSync(file), secret));
	return { found: found.map((file) => path.relative(folder, file)), searched: files.length };
}
