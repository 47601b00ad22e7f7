import { takeTurn } from '../../concurrency/timeSlice';

/** Bulk results have up to 2 MB (docs/contributing/api.md, bulk_completed), and pages of radars with large custom fields are larger. */
export const MAX_BODY_BYTES = 32 * 1024 * 1024;

export class BodyTooLarge extends Error {}

/** Larger bodies take milliseconds to decode and parse. */
const LARGE_BODY_BYTES = 100_000;

const isStream = (body: unknown): body is AsyncIterable<Uint8Array> =>
	typeof body === 'object' && body !== null && Symbol.asyncIterator in body;

/**
 * Reads the text of a body, which n8n gives as a decompressed stream.
 * @throws BodyTooLarge as soon as more than `MAX_BODY_BYTES` arrived
 */
export async function readText(body: unknown): Promise<string> {
	if (typeof body === 'string') return body;
	if (!isStream(body)) return '';
	const chunks: Uint8Array[] = [];
	let bytes = 0;
	for await (const chunk of body) {
		bytes += chunk.length;
		if (bytes > MAX_BODY_BYTES) throw new BodyTooLarge();
		chunks.push(chunk);
	}
	if (bytes >= LARGE_BODY_BYTES) await takeTurn();
	return new TextDecoder().decode(Buffer.concat(chunks));
}
