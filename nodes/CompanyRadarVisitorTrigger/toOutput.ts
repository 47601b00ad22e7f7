import type { RevealResult } from '../shared/api/types';
import { counted, domainInWords, disarmed } from '../shared/values/basics/inWords';
import { known } from '../shared/values/basics/values';
import { sameHost } from '../shared/values/basics/sameText';
import type { Company, CompanyRow } from '../shared/updates/companyRow';
import type { PageView } from './pageView';

/** A company with a match. */
export interface VisitingRow extends CompanyRow {
	domain: string;
}

/** A company that visited a page. */
export interface VisitingCompany extends VisitingRow {
	/** Who looked at which page, in one line. */
	summary: string;
	link: string;
	/** The page without its query. */
	page: string;
	/** Only on a second look at a page that matters: the page that the company was first reported for. */
	first_page?: string;
	/** Host of the website that led to the page. */
	referrer?: string;
	utm_source?: string;
	utm_medium?: string;
	utm_campaign?: string;
	utm_term?: string;
	utm_content?: string;
	/** When the company visited, by the service's clock. */
	visited_at: string;
	/** What the lookup was charged; 0 for a second look. */
	charged_usd: number;
	/** Only with Include IP Address. */
	ip?: string;
}

function summarize(
	{ domain: ascii, name, employees_count: people, industry }: VisitingRow,
	path: string,
): string {
	const domain = domainInWords(ascii);
	const facts = [
		...(name ? [domain] : []),
		...(people === null || people === undefined ? [] : [counted(people, 'person', 'people')]),
		...(industry ? [disarmed(industry)] : []),
	];
	return `${disarmed(name ?? '') || domain}${facts.length > 0 ? ` (${facts.join(', ')})` : ''} looked at ${path}`;
}

interface CompanySettings {
	/** As `sameHost` returns them. */
	excludedCompanies?: ReadonlySet<string>;
	onlyCompanies?: ReadonlySet<string>;
}

/** Whether the company may start the workflow. */
export function startsWorkflow(
	domain: string,
	{ excludedCompanies, onlyCompanies }: CompanySettings,
): boolean {
	const host = sameHost(domain);
	return !excludedCompanies?.has(host) && onlyCompanies?.has(host) !== false;
}

export const companyToReport = ({ data }: RevealResult, settings: CompanySettings): Company | undefined =>
	data.companies.find(({ domain }) => startsWorkflow(domain, settings));

export interface Visited {
	visited_at: string;
	charged_usd: number;
	first_page?: string;
	ip?: string;
}

export function toOutput(
	company: VisitingRow,
	{ page, path, referrer, campaign }: PageView,
	{ visited_at, charged_usd, first_page, ip }: Visited,
): VisitingCompany {
	return {
		summary: summarize(company, path),
		...company,
		link: `https://${company.domain}`,
		page,
		// Some tools link every name with www.
		...known({ first_page, referrer: referrer?.replace(/^www\./, ''), ...campaign }),
		visited_at,
		charged_usd,
		...known({ ip }),
	};
}
