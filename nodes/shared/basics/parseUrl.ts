import { attempt } from './attempt';

/**
 * The URL that a text is, or undefined. Not by `URL.canParse`: on Node 20 and 22 it says no to every URL with a letter outside
 * ASCII, once it was called some thousand times and compiled.
 */
export const parseUrl = (text: string): URL | undefined => attempt(() => new URL(text));
