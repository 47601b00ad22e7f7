import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

export interface Certificate {
	/** The file that a client has to trust. */
	file: string;
	cert: Buffer;
	key: Buffer;
}

/** A self-signed certificate for these hosts, made in the folder. */
export function makeCertificate(hosts: readonly string[], folder: string): Certificate {
	const file = path.join(folder, 'services.crt');
	const keyFile = path.join(folder, 'services.key');
	const names = hosts.map((host) => `DNS:${host}`).join(',');
	execFileSync(
		'openssl',
		[
			...'req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=services'.split(' '),
			...['-addext', `subjectAltName=${names}`, '-keyout', keyFile, '-out', file],
		],
		{ stdio: 'pipe' },
	);
	return { file, cert: readFileSync(file), key: readFileSync(keyFile) };
}
