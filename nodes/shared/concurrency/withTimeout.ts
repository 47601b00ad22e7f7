/** @throws a TimeoutError if the call takes longer */
export async function withTimeout<T>(call: Promise<T>, milliseconds: number): Promise<T> {
	const signal = AbortSignal.timeout(milliseconds);
	const timedOut = new Promise<never>((_, reject) => {
		signal.addEventListener('abort', () => reject(signal.reason as Error));
	});
	return await Promise.race([call, timedOut]);
}
