import type { BulkResults, Radar } from '../../../shared/api/types';

type Json = Record<string, unknown>;

/** What a bulk submission tells of one radar. `unclear`: it is done, and nothing tells how. */
export type BulkResult = { index: number; raw: Json } & (
	{ state: 'created'; radar: Radar } | { state: 'failed' | 'processing' | 'unclear' }
);

const isObject = (value: unknown): value is Json =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const MIN_ERROR_STATUS = 400;

const isFailed = ({ status, update_type: type, code, errors }: Json): boolean =>
	status === 'error' ||
	type === 'radar_failure' ||
	Number(code) >= MIN_ERROR_STATUS ||
	(Array.isArray(errors) && errors.length > 0);

/** An event has these, a radar in progress has none. */
const SIGNS_OF_AN_END = ['data', 'code', 'update_id', 'completed_at', 'errors'];

function resultOf(raw: Json, index: number): BulkResult {
	if (isFailed(raw)) return { index, raw, state: 'failed' };
	if (isObject(raw.data) && typeof raw.data.radar_id === 'string') {
		return { index, raw, state: 'created', radar: raw.data as Radar };
	}
	const isDone = raw.status === 'success' || SIGNS_OF_AN_END.some((name) => name in raw);
	return { index, raw, state: isDone ? 'unclear' : 'processing' };
}

/** The results by the place of their radar. The API leaves their form open, so nothing is taken for granted. */
export const resultsOf = ({ radars }: BulkResults): BulkResult[] =>
	(radars as unknown[])
		.flatMap((raw, place) =>
			isObject(raw) ? [resultOf(raw, Number.isInteger(raw.item_index) ? Number(raw.item_index) : place)] : [],
		)
		.sort((a, b) => a.index - b.index);

/** Whether nothing more is to come. The name of the end state is an assumption; that each radar has its result is not. */
export function isComplete(results: BulkResults, radars: number): boolean {
	if (results.status === 'completed') return true;
	const done = resultsOf(results).filter(({ state }) => state !== 'processing');
	return new Set(done.map(({ index }) => index)).size >= radars;
}
