import type { RevealResult } from '../shared/api/types';
import { counted } from '../shared/basics/inWords';
import { known } from '../shared/basics/values';
import { oneLine } from '../shared/basics/plainText';
import { sameHost } from '../shared/basics/sameText';
import { companyRow, type Company, type CompanyRow } from '../shared/reveal/companyRow';
import type { PageView } from './pageView';

/** A company that visited a page. */
export interface VisitingCompany extends CompanyRow {
	/** Who looked at which page, in one line. */
	summary: string;
	domain: string;
	link: string;
	/** The page without its query. */
	page: string;
	/** Host of the website that led to the page. */
	referrer?: string;
	utm_source?: string;
	utm_medium?: string;
	utm_campaign?: string;
	utm_term?: string;
	utm_content?: string;
	/** When the company visited, by the service's clock. */
	visited_at: string;
	/** What the lookup was charged. */
	charged_usd: number;
	/** Only with Include IP Address. */
	ip?: string;
}

function summarize(company: Company, path: string): string {
	const { domain, name, employees_count: people, industry } = company;
	const facts = [
		...(name ? [domain] : []),
		...(people === null ? [] : [counted(people, 'person', 'people')]),
		...(industry ? [industry] : []),
	];
	return oneLine(`${name ?? domain}${facts.length > 0 ? ` (${facts.join(', ')})` : ''} looked at ${path}`);
}

interface CompanySettings {
	/** As `sameHost` returns them. */
	excludedCompanies?: ReadonlySet<string>;
	onlyCompanies?: ReadonlySet<string>;
}

/** Whether the company may start the workflow. */
export function isWanted(domain: string, { excludedCompanies, onlyCompanies }: CompanySettings): boolean {
	const host = sameHost(domain);
	return !excludedCompanies?.has(host) && onlyCompanies?.has(host) !== false;
}

export const companyToReport = ({ data }: RevealResult, settings: CompanySettings): Company | undefined =>
	data.companies.find(({ domain }) => isWanted(domain, settings));

export function toOutput(
	response: RevealResult,
	company: Company,
	{ page, path, referrer, campaign }: PageView,
	ip?: string,
): VisitingCompany {
	const { domain } = company;
	return {
		summary: summarize(company, path),
		...companyRow(response.data, company),
		domain,
		link: `https://${domain}`,
		page,
		...known({ referrer, ...campaign }),
		visited_at: response.timestamp,
		charged_usd: response.usage.total_usd,
		...known({ ip }),
	};
}
