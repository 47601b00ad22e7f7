import type { ApiFailure } from '../errors/apiFailure';
import type { Result } from './parseResponse';

/** A shorter text would blot out more than itself. */
const MIN_KEY_LENGTH = 6;

/** A service may repeat the key in what it says of a refused request: there it is blotted out. */
export function redactApiKey<T>(result: Result<T>, apiKey: unknown): Result<T> {
	if (result.ok) return result;
	const key = String(apiKey ?? '').trim();
	if (key.length < MIN_KEY_LENGTH) return result;
	const text = JSON.stringify(result.failure);
	const written = JSON.stringify(key).slice(1, -1);
	if (!text.includes(written)) return result;
	return { ok: false, failure: JSON.parse(text.replaceAll(written, '***')) as ApiFailure };
}
