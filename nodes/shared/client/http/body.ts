import { takeTurn } from '../../concurrency/timeSlice';

/** The largest body that the API allows for is 2 MB (docs/contributing/api.md, radar_created), pages of large custom fields are larger. */
export const MAX_BODY_BYTES = 32 * 1024 * 1024;

/** A body that is larger than any of this service's. */
export class BodyTooLarge extends Error {}

/** Bodies that are larger take milliseconds to write and to parse. */
const LARGE_BODY_BYTES = 100_000;

const isStream = (body: unknown): body is AsyncIterable<Uint8Array> =>
	typeof body === 'object' && body !== null && Symbol.asyncIterator in body;

/** Reads the text of a body that n8n passes on as a stream, unpacked, and stops reading where it gets too large. */
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
