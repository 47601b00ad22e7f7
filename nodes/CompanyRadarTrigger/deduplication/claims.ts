/** Updates that one webhook delivery or poll brought to execute(). */
export interface Claim {
	/** Each once. */
	ids: string[];
	/** Retry and Retry On Fail bring the same delivery again. */
	deliveryId: string;
}

/** Which updates are recorded, and by which delivery. */
export interface Records {
	/** Whether nobody has recorded the update. */
	isNew(id: string): boolean;
	/** Whether this delivery has recorded the update. */
	isOwn(id: string, deliveryId: string): boolean;
}

/**
 * The updates that each claim may pass on: those that are new, and those that the same delivery recorded before. Where
 * several claim a new update at once, the first one gets it.
 */
export function settleClaims<C extends Claim>(
	claims: readonly C[],
	{ isNew, isOwn }: Records,
): Map<C, Set<string>> {
	const winners = new Map<string, C>();
	for (const claim of claims) {
		for (const id of claim.ids) {
			if (isOwn(id, claim.deliveryId) || (isNew(id) && !winners.has(id))) winners.set(id, claim);
		}
	}
	return new Map(
		claims.map((claim) => [claim, new Set(claim.ids.filter((id) => winners.get(id) === claim))]),
	);
}
