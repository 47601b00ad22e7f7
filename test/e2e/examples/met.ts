import { EXAMPLE_NAMES } from './example';
import type { Finding } from '../section';

/** What each example must meet, and say. For one that waits for updates, an empty input is a look at a service that has none. */
const TO_MEET = [
	'what starts it',
	'what must not start it',
	'a failed row',
	'an invalid row',
	'an empty input',
] as const;

export type Met = (typeof TO_MEET)[number];

export interface OfExample extends Finding {
	example?: string;
	meets?: readonly Met[];
}

/** How often each example met each of them. */
export const compareMet = (findings: readonly OfExample[]): Finding[] =>
	EXAMPLE_NAMES.map((name) => {
		const counts = TO_MEET.map((met) => {
			const count = findings.filter(({ example, meets }) => example === name && meets?.includes(met)).length;
			return [met, count] as const;
		});
		const seen = counts.map(([met, count]) => `${met}: ${count}`).join(', ');
		return { what: `${name}, what it met`, seen, ok: counts.every(([, count]) => count > 0) };
	});
