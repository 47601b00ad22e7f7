import { attempt } from './attempt';

/**
 * The URL that a text is, or undefined. Not by `URL.canParse`: on Node 20 and 22 it says no to every URL with a letter outside
 * ASCII, once it was called some thousand times and compiled.
 */
export const parseUrl = (text: string): URL | undefined => attempt(() => new URL(text));

/** Whether the host is this computer itself, wherever its name is resolved. */
export const isLoopbackHost = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(host);
