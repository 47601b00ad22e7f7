/** The result of `work`, or undefined if it throws. */
export function attempt<T>(work: () => T): T | undefined {
	try {
		return work();
	} catch {
		return undefined;
	}
}

/**
 * Parses a URL; undefined if the text isn't one. `URL.canParse` isn't used because of Node 20 and 22: once compiled, after some
 * thousand calls, it rejects every URL with a letter outside ASCII.
 */
export const parseUrl = (text: string): URL | undefined => attempt(() => new URL(text));

/** Whether the host always means the computer that connects to it, whatever DNS says. */
export const isLoopbackHost = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(host);
