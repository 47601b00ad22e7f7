import type { Fault } from '../errors/fault';
import type { Result } from './answer';
import type { Body } from './json';

/** A shorter text would blot out more than itself. */
const SHORTEST_KEY = 6;

/** A service may repeat the key in what it says of a refused request: there it is blotted out. */
export function withoutKey(result: Result<Body>, apiKey: unknown): Result<Body> {
	if (result.ok) return result;
	const key = String(apiKey ?? '').trim();
	if (key.length < SHORTEST_KEY) return result;
	const text = JSON.stringify(result.fault);
	const written = JSON.stringify(key).slice(1, -1);
	if (!text.includes(written)) return result;
	return { ok: false, fault: JSON.parse(text.replaceAll(written, '***')) as Fault };
}
