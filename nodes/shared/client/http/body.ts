import { takeTurn } from '../../concurrency/timeSlice';

/** Bulk results have up to 2 MB (docs/contributing/api.md, bulk_completed), and pages of radars with large custom fields are larger. */
export const MAX_BODY_BYTES = 32 * 1024 * 1024;

export class BodyTooLarge extends Error {
	/** @param largestRadars IDs of the radars that most of the list belongs to, if it is one */
	constructor(readonly largestRadars: string[]) {
		super();
	}
}

const RADAR_ID = /"radar_id":\s*"([0-9a-f-]{36})"/g;

/** Of the body. Smaller radars aren't named. */
const LARGE_SHARE = 1 / 10;

/** Counts the text after each radar's ID as its own. */
function largestRadarsIn(text: string): string[] {
	const sizes = new Map<string, number>();
	const found = [...text.matchAll(RADAR_ID)];
	for (const [index, { 1: id = '', index: start }] of found.entries()) {
		const end = found[index + 1]?.index ?? text.length;
		sizes.set(id, (sizes.get(id) ?? 0) + end - start);
	}
	const largest = [...sizes].filter(([, size]) => size > text.length * LARGE_SHARE);
	return largest.sort(([, a], [, b]) => b - a).map(([id]) => id);
}

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
		chunks.push(chunk);
		if (bytes > MAX_BODY_BYTES) break;
	}
	if (bytes >= LARGE_BODY_BYTES) await takeTurn();
	const text = new TextDecoder().decode(Buffer.concat(chunks));
	if (bytes > MAX_BODY_BYTES) throw new BodyTooLarge(largestRadarsIn(text));
	return text;
}
