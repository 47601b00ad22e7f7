import type { RevealResult } from '../api/types';
import { known } from '../basics/values';

type Data = RevealResult['data'];

export type Company = Data['companies'][number];

/** A company behind an address, and the visitor's place. Optional fields are absent, empty or null if unknown. */
export interface CompanyRow {
	/** May be empty where `domain` is known. */
	name: string | null;
	domain: string | null;
	/** The website of the company. */
	link: string | null;
	industry?: string;
	employees_count?: number | null;
	headquarters_country?: string;
	profile_url?: string | null;
	visitor_city?: string;
	visitor_country?: string;
	/** The license of the visitor's place: name the provider where you show the place. */
	location_license?: string;
	/** The domains of the other companies, separated by commas. */
	other_domains?: string;
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
		...known({
			industry: company?.industry,
			employees_count: company?.employees_count,
			headquarters_country: company?.country,
			profile_url: company?.profile_url,
			visitor_city: place?.city,
			visitor_country: place?.country,
			location_license: place && LOCATION_LICENSE,
			other_domains: others.join(', ') || undefined,
		}),
	};
}
