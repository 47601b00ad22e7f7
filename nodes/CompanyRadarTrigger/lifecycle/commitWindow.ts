import { LATE_COMMIT_SECONDS } from '../../shared/interface/assumptions';
import type { RadarDefinition } from '../../shared/interface/types';
import { definitionKey } from '../../shared/validation/radarDefinition';
import { InputError } from '../inputError';
import { nameOf } from './definitions';

/** When a create of this process ended with an unknown outcome, by node and definition. Milliseconds since the epoch. */
const unknownSince = new Map<string, number>();

const keyOf = (node: string, definition: RadarDefinition): string => `${node} ${definitionKey(definition)}`;

export const noteUnknown = (node: string, definition: RadarDefinition): void => {
	unknownSince.set(keyOf(node, definition), Date.now());
};

/**
 * A create that was not answered may still take effect for a while, and be charged.
 * @throws InputError while one of these radars may still appear
 */
export function rejectUnknown(node: string, missing: RadarDefinition[]): void {
	for (const definition of missing) {
		const key = keyOf(node, definition);
		const left = (unknownSince.get(key) ?? 0) + LATE_COMMIT_SECONDS * 1000 - Date.now();
		if (left > 0) {
			throw new InputError(
				`The radar ${nameOf(definition)} may still be created by the last attempt`,
				`Publish again in ${Math.ceil(left / 1000)} seconds: by then it is known whether it exists. Nothing was created now.`,
			);
		}
		unknownSince.delete(key);
	}
}
