import type { RevealResult } from '../api/types';

type Data = RevealResult['data'];

export type Company = Data['companies'][number];

/** A company behind an address, and the visitor's place. What isn't known is null. */
export interface CompanyRow {
	/** May be empty where `domain` is known. */
	name: string | null;
	domain: string | null;
	/** The website of the company. */
	link: string | null;
	industry?: string | null;
	employees_count?: number | null;
	headquarters_country?: string | null;
	profile_url?: string | null;
	visitor_city?: string | null;
	visitor_state?: string | null;
	visitor_country?: string | null;
	/** The license of the visitor's place: name the provider where you show the place. */
	location_license?: string | null;
	/** The domains of the other companies, separated by commas. */
	other_domains?: string | null;
}

export const LOCATION_LICENSE = 'CC BY 4.0';

/** The columns of a company among those of an address, or of an address without one. */
export function companyRow(data: Data, company: Company | undefined): CompanyRow {
	const { ip_geo: place, companies } = data;
	const others = companies.filter((other) => other !== company).map(({ domain }) => domain);
	return {
		name: company?.name ?? null,
		domain: company?.domain ?? null,
		link: company ? `https://${company.domain}` : null,
		industry: company?.industry ?? null,
		employees_count: company?.employees_count ?? null,
		headquarters_country: company?.country ?? null,
		profile_url: company?.profile_url ?? null,
		visitor_city: place?.city ?? null,
		visitor_state: place?.state ?? null,
		visitor_country: place?.country ?? null,
		location_license: place ? LOCATION_LICENSE : null,
		other_domains: others.join(', ') || null,
	};
}
