import { attempt } from '../../shared/basics/attempt';
import { parseUrl } from '../../shared/basics/parseUrl';

/** The same for paths of one page, however they're written: `/Über-uns/` and `//%C3%BCber-uns`. */
export function pathKey(path: string): string {
	const sent = parseUrl(`https://website.example${path}`)?.pathname ?? path;
	return (attempt(() => decodeURIComponent(sent)) ?? sent)
		.toLowerCase()
		.replace(/\/+/g, '/')
		.replace(/(?<=.)\/$/, '');
}
