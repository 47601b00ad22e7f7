/** Who wants updates. */
export interface Wish {
	/** The handing-over that brought them. The Retry button and Retry On Fail bring the same one again. */
	owner: string;
	/** Whether an earlier run may have recorded them. */
	isRetry?: boolean;
	/** Whether it has waited for so long that who has claimed them would own them. */
	hasWaited?: boolean;
	/** Whether deliveries of a flood share it. */
	isShared?: boolean;
}

const owned = (id: string): string => `${id} owned`;
const ownedBy = (id: string, { owner }: Wish): string => `${id} by ${owner}`;

/** What is written down before an update is handed on: that it has an owner, and which one. */
export const ownership = (id: string, wish: Wish): string[] => [owned(id), ownedBy(id, wish)];

/**
 * Who gets an update that several want, by what was not written down yet. Who asks for the first time gets what is new. A
 * retry also gets what it owned when it crashed, and what nobody comes to own, since n8n was killed.
 * @param isOurs whether its claim has held; undefined where it was not claimed
 * @returns `isSure` where no other process can claim it in the same moment. Unsure and without an owner is what another
 * process has claimed, and may come to own
 */
export function ownerOf<T extends Wish>(id: string, candidates: T[], isNew: Set<string>, isOurs?: boolean) {
	if (isOurs) return { owner: candidates[0], isSure: true };
	const retries = candidates.filter(({ isRetry }) => isRetry);
	if (isNew.has(id)) return { owner: retries[0] ?? candidates[0], isSure: false };
	if (isOurs === false) return { isSure: false };
	const owner = retries.find((retry) => !isNew.has(ownedBy(id, retry)));
	const isOwned = retries.length === 0 || !isNew.has(owned(id));
	return owner || isOwned
		? { owner, isSure: true }
		: { owner: retries.find(({ hasWaited }) => hasWaited), isSure: false };
}
