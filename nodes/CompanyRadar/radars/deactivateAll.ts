import { LIMITS } from '../../shared/api/limits';
import { chunk } from '../../shared/values/basics/values';
import type { BulkDeactivation } from '../../shared/client';
import { toFailure, type ItemResult } from '../../shared/run/itemErrors';
import type { RunContext } from '../../shared/run/runContext';
import { deactivatedRadar } from './radarRow';
import type { Refusal } from '../../shared/values/basics/refusal';

type DeactivationResult = BulkDeactivation | { radarId: string; failure: Refusal };

/** Returns no results if the run was stopped. */
async function deactivateGroup(ids: string[], context: RunContext): Promise<DeactivationResult[]> {
	try {
		return await context.client.deactivateBulk(ids);
	} catch (error) {
		const failure = context.failureOf(error);
		return failure ? ids.map((radarId) => ({ radarId, failure })) : [];
	}
}

function itemResultOf(items: number[], result: DeactivationResult, context: RunContext): ItemResult {
	if ('failure' in result) return { items, failure: result.failure };
	if ('radar' in result) return { items, json: [deactivatedRadar(result.radar, context.client.now)] };
	context.onFailure(result.error);
	return { items, failure: toFailure(result.error) };
}

/** Deactivates radars with as few requests as the limits allow. Returns a function that looks up a radar's result, for an item or none. */
export async function deactivateAll(
	ids: string[],
	context: RunContext,
): Promise<(radarId: string, item: number | undefined) => ItemResult[]> {
	const results = new Map<string, DeactivationResult>();
	await Promise.all(
		chunk(ids, LIMITS.bulkDeactivateIds).map(async (group) => {
			for (const result of await deactivateGroup(group, context)) {
				if ('radar' in result) context.radarDeactivated(result.radarId, result.radar);
				results.set(result.radarId, result);
			}
		}),
	);
	return (radarId, item) => {
		const result = results.get(radarId);
		const items = item === undefined ? [] : [item];
		return result ? [itemResultOf(items, result, context)] : context.resultsForUnstarted(items);
	};
}
