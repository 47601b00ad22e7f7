/** Updates that one webhook delivery or poll passed to execute(). */
export interface Claim {
	/** Without duplicates. */
	ids: string[];
	/** The same on Retry and Retry On Fail. */
	deliveryId: string;
}

export interface Records {
	/** Whether no delivery has recorded the update. */
	isNew(id: string): boolean;
	/** Whether this delivery has recorded the update. */
	isOwn(id: string, deliveryId: string): boolean;
}

/**
 * The updates that each claim may pass on: new ones, and those that the same delivery recorded before. If several claims
 * have the same new update, the first one gets it.
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
