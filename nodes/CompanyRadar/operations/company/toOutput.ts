import type { RevealResult } from '../../../shared/api/types';
import { known } from '../../../shared/basics/json';
import type { CallResult } from '../../runner/mapItems';

type Company = RevealResult['data']['companies'][number];

/**
 * A reveal with Simplify on. The names of the two countries say which is the company's and which the visitor's. Optional fields
 * are absent if unknown.
 */
export interface SimplifiedReveal {
	/** The company, how many are possible, and the visitor's place. */
	summary: string;
	name: string | null;
	domain: string | null;
	ip: string;
	/** The website of the company. */
	link: string | null;
	industry?: string;
	employees_count?: number;
	headquarters_country?: string;
	profile_url?: string;
	visitor_city?: string;
	visitor_country?: string;
	/** How many companies the service lists for the address. */
	matches: number;
	/** The domains of the other companies, separated by commas. */
	other_domains?: string;
	/** Of an item without a result, because of a limit or the balance. */
	skipped?: boolean;
	/** Why the item was skipped. */
	reason?: string;
}

/** Numbers the company among several, because the service doesn't say which is the likeliest. */
function summarize({ companies, ip_geo: place }: RevealResult['data'], company: Company | undefined): string {
	const visitor = [place?.city, place?.country].filter(Boolean).join(', ');
	const name = company?.name ? `${company.name} (${company.domain})` : company?.domain;
	const number = company ? companies.indexOf(company) + 1 : 0;
	const choice = `, ${number} of ${companies.length} possible companies`;
	// Joined, since a template keeps all its parts in memory.
	return [
		name ?? 'No company found',
		companies.length > 1 ? choice : '',
		visitor ? `. Visitor in ${visitor}.` : '.',
	].join('');
}

function toRow(data: RevealResult['data'], company: Company | undefined): SimplifiedReveal {
	const others = data.companies.filter((other) => other !== company).map(({ domain }) => domain);
	return {
		summary: summarize(data, company),
		name: company?.name ?? null,
		domain: company?.domain ?? null,
		ip: data.ip,
		link: company ? `https://${company.domain}` : null,
		...known({
			industry: company?.industry,
			employees_count: company?.employees_count,
			headquarters_country: company?.country,
			profile_url: company?.profile_url,
			visitor_city: data.ip_geo?.city,
			visitor_country: data.ip_geo?.country,
		}),
		matches: data.companies.length,
		...known({ other_domains: others.join(', ') || undefined }),
	};
}

export interface OutputOptions {
	simplify: boolean;
	onePerCompany: boolean;
}

/** One item for the response, or one per company and so none without a match. */
export function toOutput(response: RevealResult, { simplify, onePerCompany }: OutputOptions): CallResult {
	const { data } = response;
	if (!onePerCompany) return simplify ? { ...toRow(data, data.companies[0]) } : { ...response };
	return data.companies.map((company) =>
		simplify ? { ...toRow(data, company) } : { ...response, data: { ...data, companies: [company] } },
	);
}
