import type { RevealResult } from '../../../shared/api/types';
import { companyRow, type Company, type CompanyRow } from '../../../shared/reveal/companyRow';
import type { CallResult } from '../../runner/mapItems';

/** A reveal with Simplify on. The names of the two countries say which is the company's and which the visitor's. */
export interface SimplifiedReveal extends CompanyRow {
	/** The company, how many are possible, and the visitor's place. */
	summary: string;
	ip: string;
	/** How many companies the service lists for the address. */
	matches: number;
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
	const { name, domain, ...columns } = companyRow(data, company);
	return {
		summary: summarize(data, company),
		name,
		domain,
		ip: data.ip,
		...columns,
		matches: data.companies.length,
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
