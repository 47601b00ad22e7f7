import type { Radar } from '../api/types';
import { inSlices } from '../concurrency/timeSlice';

/** Returns a function that finds radars by their keys, in the order of the keys. */
export async function indexBy(
	radars: Radar[],
	keysOf: (radar: Radar) => string[],
): Promise<(...keys: string[]) => Radar[]> {
	const byKey = new Map<string, Radar[]>();
	for await (const radar of inSlices(radars)) {
		for (const key of keysOf(radar)) {
			const same = byKey.get(key);
			if (same) same.push(radar);
			else byKey.set(key, [radar]);
		}
	}
	return (...keys) => keys.flatMap((key) => byKey.get(key) ?? []);
}
