/**
 * Tells any number of listeners that one of some signals was raised.
 * The signals themselves, which others use as well, carry one listener at most: beyond ten, Node warns of a leak.
 */
export class AbortGroup {
	private readonly listeners = new Set<() => void>();

	private readonly signals: readonly AbortSignal[];

	constructor(...signals: Array<AbortSignal | undefined>) {
		this.signals = signals.filter((signal) => signal !== undefined);
	}

	get isAborted(): boolean {
		return this.signals.some(({ aborted }) => aborted);
	}

	add(listener: () => void): void {
		if (this.listeners.size === 0) {
			for (const signal of this.signals) signal.addEventListener('abort', this.notify);
		}
		this.listeners.add(listener);
	}

	remove(listener: () => void): void {
		if (!this.listeners.delete(listener) || this.listeners.size > 0) return;
		for (const signal of this.signals) signal.removeEventListener('abort', this.notify);
	}

	private readonly notify = (): void => {
		for (const listener of [...this.listeners]) listener();
	};
}
