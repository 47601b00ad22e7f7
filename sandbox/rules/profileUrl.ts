import { isHostName } from './domain';
import { urlOf } from './webhookUrl';

const COMPANY_PAGE = /^https:\/\/([^/?#\\]+)\/(company|school)\/[^/?#\s]+$/i;
const PERSON_PAGE = /^https?:\/\/([^/?#\\]+)\/in\/[^/?#\s]+\S*$/i;

/** Written out: a URL parser would mend fewer or more slashes, and blanks. */
const URI = /^https?:\/\/[^\s/\\]\S*$/i;

const isPage = (shape: RegExp, value: string): boolean => {
	if (!URI.test(value)) return false;
	const [, host] = shape.exec(urlOf(value)?.href ?? '') ?? [];
	return host !== undefined && isHostName(host.toLowerCase());
};

/** Why `value` is no company or school page of exactly the shape in docs/contributing/api.md, Create a radar, or null. */
export function companyProfileUrlProblem(value: string): string | null {
	return isPage(COMPANY_PAGE, value)
		? null
		: 'must be https://{profile_host}/company/<slug> or https://{profile_host}/school/<slug>';
}

/** Why `value` is no person page, or null: its path starts with `/in/`. */
export function personProfileUrlProblem(value: string): string | null {
	return isPage(PERSON_PAGE, value) ? null : 'must be the URL of a person whose path starts with /in/';
}
