import type { RevealResult } from '../../shared/api/types';
import { counted } from '../../shared/basics/listed';
import type { Campaign, PageView } from '../page/pageView';

type Company = RevealResult['data']['companies'][number];

/** A company that visited. Its country is where its headquarters are; the visitor's place is that of the address. */
export interface VisitingCompany extends Campaign {
	/** Who looked at which page, in one line. */
	summary: string;
	name: string | null;
	domain: string;
	industry: string | null;
	employees_count: number | null;
	/** Where its headquarters are. */
	country: string | null;
	/** The website of the company. */
	link: string;
	profile_url: string | null;
	/** Other companies that the service lists for the address, separated by commas. */
	other_domains: string | null;
	/** Address of the page, without its query. */
	page: string;
	path: string;
	/** Host of the website that led to the page. */
	referrer: string | null;
	visitor_city: string | null;
	visitor_country: string | null;
	/** Name its provider where you show the visitor's place. */
	location_license: string | null;
	/** When, by the service's clock. */
	visited_at: string;
	/** What the lookup was charged. */
	charged_usd: number;
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
	return `${name ?? domain}${facts.length > 0 ? ` (${facts.join(', ')})` : ''} looked at ${path}`;
}

/** The first company that isn't excluded. */
export const companyToReport = ({ data }: RevealResult, excluded: ReadonlySet<string>): Company | undefined =>
	data.companies.find(({ domain }) => !excluded.has(domain.toLowerCase()));

export function toOutput(
	response: RevealResult,
	company: Company,
	{ page, path, referrer, campaign }: PageView,
): VisitingCompany {
	const { ip_geo: place, companies } = response.data;
	const others = companies.filter((other) => other !== company).map(({ domain }) => domain);
	return {
		summary: summarize(company, path),
		name: company.name,
		domain: company.domain,
		industry: company.industry,
		employees_count: company.employees_count,
		country: company.country,
		link: `https://${company.domain}`,
		profile_url: company.profile_url,
		other_domains: others.join(', ') || null,
		page,
		path,
		referrer,
		...campaign,
		visitor_city: place?.city ?? null,
		visitor_country: place?.country ?? null,
		location_license: place ? LOCATION_LICENSE : null,
		visited_at: response.timestamp,
		charged_usd: response.usage.total_usd,
	};
}
