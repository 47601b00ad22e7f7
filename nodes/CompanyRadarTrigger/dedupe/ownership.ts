/** Who wants updates. */
export interface Wish {
	/** The handing-over that brought them. The Retry button and Retry On Fail bring the same one again. */
	owner: string;
	/** Whether it may have been recorded by an earlier run, in a process that is gone. */
	isRetry?: boolean;
	/** Whether deliveries of a flood share it. */
	isShared?: boolean;
}

const owned = (id: string): string => `${id} owned`;
const ownedBy = (id: string, { owner }: Wish): string => `${id} by ${owner}`;

/** What is written down before an update is handed on: that it has an owner, and which one. */
export const ownership = (id: string, wish: Wish): string[] => [owned(id), ownedBy(id, wish)];

/**
 * Who gets an update that several want, by what was not written down yet. Who asks for the first time gets what is new. A
 * retry also gets what it owned when it crashed, and what nobody came to own before n8n was killed.
 * @param isOurs whether the mark of its claim is still there; undefined where it was not claimed yet
 * @returns `isSure` where no other process can claim it in the same moment. Unsure and without an owner is what another
 * process has claimed in the same moment, and may have lost as well
 */
export function ownerOf<T extends Wish>(id: string, candidates: T[], isNew: Set<string>, isOurs?: boolean) {
	if (isOurs) return { owner: candidates[0], isSure: true };
	if (isOurs === false && !isNew.has(id)) return { isSure: false };
	const retries = candidates.filter(({ isRetry }) => isRetry);
	const owner = retries.find((request) => !isNew.has(ownedBy(id, request)));
	const isFree = isNew.has(id) || (retries.length > 0 && !owner && isNew.has(owned(id)));
	return isFree ? { owner: retries[0] ?? candidates[0], isSure: false } : { owner, isSure: true };
}
