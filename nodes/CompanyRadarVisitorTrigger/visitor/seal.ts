import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'crypto';

import { attempt } from '../../shared/basics/attempt';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

const keyFor = (purpose: string, secret: string): Buffer =>
	createHmac('sha256', secret).update(purpose).digest();

/** Encrypts an address, since n8n stores the items of an execution before a node sees them. */
export function seal(address: string, secret: string): string {
	const iv = randomBytes(IV_BYTES);
	const cipher = createCipheriv(CIPHER, keyFor('visitor address', secret), iv);
	const sealed = Buffer.concat([cipher.update(address, 'utf8'), cipher.final()]);
	return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
}

/** The address; undefined if it was sealed with another secret. */
export const open = (sealed: string, secret: string): string | undefined =>
	attempt(() => {
		const bytes = Buffer.from(sealed, 'base64');
		const decipher = createDecipheriv(CIPHER, keyFor('visitor address', secret), bytes.subarray(0, IV_BYTES));
		decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
		return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
	});

/** Identifies a network in n8n's table, without revealing it to anyone who lacks the secret. */
export const fingerprint = (network: string, node: string, secret: string): string =>
	createHmac('sha256', keyFor('visitor network', secret)).update(`${node} ${network}`).digest('base64');
