import { attempt, parseUrl } from '../../shared/basics/parse';

/** The same for paths of one page, however they're written: `/Über-uns/` and `//%C3%BCber-uns`. */
export function pathKey(path: string): string {
	const sent = parseUrl(`https://website.example${path}`)?.pathname ?? path;
	return (attempt(() => decodeURIComponent(sent)) ?? sent)
		.toLowerCase()
		.replace(/\/+/g, '/')
		.replace(/(?<=.)\/$/, '');
}
