export interface LockOptions {
	/** Called once if another process holds the lock. */
	onWait?: () => void;
	signal?: AbortSignal;
}

/**
 * Runs `work` while holding the lock `file`, so that no two processes do it at once. The lock of a process that
 * died is taken over after 15 s without a sign of life.
 */
export function withLock<T>(file: string, work: () => Promise<T>, options?: LockOptions): Promise<T>;
