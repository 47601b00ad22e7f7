import type { RevealResult } from '../../shared/api/types';
import { known } from '../../shared/basics/json';
import { sameHost } from '../../shared/basics/sameText';
import { oneLine } from '../../shared/basics/plainText';
import { counted } from '../../shared/basics/listed';
import type { PageView } from '../page/pageView';

type Company = RevealResult['data']['companies'][number];

/**
 * A company that visited. Its country is that of its headquarters; the visitor's place is that of the IP address. Optional
 * fields are only present if they are known.
 */
export interface VisitingCompany {
	/** Who looked at which page, in one line. */
	summary: string;
	name: string | null;
	domain: string;
	/** The website of the company. */
	link: string;
	industry: string | null;
	employees_count: number | null;
	country: string | null;
	/** The page without its query. */
	page: string;
	/** Host of the website that led to the page. */
	referrer?: string;
	utm_source?: string;
	utm_medium?: string;
	utm_campaign?: string;
	utm_term?: string;
	utm_content?: string;
	visitor_city?: string;
	visitor_country?: string;
	/** The license of the visitor's place: name the provider where you show the place. */
	location_license?: string;
	/** When the company visited, by the service's clock. */
	visited_at: string;
	/** What the lookup was charged. */
	charged_usd: number;
	profile_url?: string;
	/** Other companies that the service lists for the address, separated by commas. */
	other_domains?: string;
	/** Only with Include IP Address. */
	ip?: string;
}

export const LOCATION_LICENSE = 'CC BY 4.0';

function summarize(company: Company, path: string): string {
	const { domain, name, employees_count: people, industry } = company;
	const facts = [
		...(name ? [domain] : []),
		...(people === null ? [] : [counted(people, 'person', 'people')]),
		...(industry ? [industry] : []),
	];
	return oneLine(`${name ?? domain}${facts.length > 0 ? ` (${facts.join(', ')})` : ''} looked at ${path}`);
}

export const companyToReport = ({ data }: RevealResult, excluded: ReadonlySet<string>): Company | undefined =>
	data.companies.find(({ domain }) => !excluded.has(sameHost(domain)));

export function toOutput(
	response: RevealResult,
	company: Company,
	{ page, path, referrer, campaign }: PageView,
	ip?: string,
): VisitingCompany {
	const { ip_geo: place, companies } = response.data;
	const others = companies.filter((other) => other !== company).map(({ domain }) => domain);
	return {
		summary: summarize(company, path),
		name: company.name,
		domain: company.domain,
		link: `https://${company.domain}`,
		industry: company.industry,
		employees_count: company.employees_count,
		country: company.country,
		page,
		...known({
			referrer,
			...campaign,
			visitor_city: place?.city,
			visitor_country: place?.country,
			location_license: place && LOCATION_LICENSE,
		}),
		visited_at: response.timestamp,
		charged_usd: response.usage.total_usd,
		...known({ profile_url: company.profile_url, other_domains: others.join(', ') || undefined, ip }),
	};
}
