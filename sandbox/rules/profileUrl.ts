const COMPANY_PAGE = /^https:\/\/([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}\/(company|school)\/[^/?#\s]+$/i;
const PERSON_PAGE = /^https?:\/\/([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}\/in\/[^/?#\s]+/i;

/** Why `value` is no company or school page of exactly the shape in section 2.2, or null. */
export function companyProfileUrlProblem(value: string): string | null {
	return COMPANY_PAGE.test(value)
		? null
		: 'must be https://{profile_host}/company/<slug> or https://{profile_host}/school/<slug>';
}

/** Why `value` is no person page, or null (section 2.2: the path starts with `/in/`). */
export function personProfileUrlProblem(value: string): string | null {
	return PERSON_PAGE.test(value) ? null : 'must be the URL of a person whose path starts with /in/';
}
