import { isIPv4 } from 'node:net';
import { sample } from './findings/samples';

const MOST_COMPANIES = 10;

/** What is known of an address (`data` of a reveal, without the address itself). */
export interface Revealed {
	ip_geo: { city: string | null; state: string | null; country: string | null } | null;
	companies: Array<{
		domain: string;
		name: string | null;
		profile_url: string | null;
		industry: string | null;
		employees_count: number | null;
		country: string | null;
	}>;
}

/** The last number of a canonical address: the last byte of IPv4, the last group of IPv6. */
const lastNumber = (ip: string) => {
	const last = ip.split(isIPv4(ip) ? '.' : ':').at(-1) ?? '';
	return Number.parseInt(last || '0', isIPv4(ip) ? 10 : 16);
};

/** Every member of a company but its domain may be unknown: some are. */
function company(number: number): Revealed['companies'][number] {
	const known = sample.company(number);
	return {
		domain: known.domain,
		name: number % 9 === 8 ? null : known.name,
		profile_url: number % 4 === 3 ? null : sample.companyPage(known),
		industry: number % 5 === 4 ? null : known.industry,
		employees_count: number % 6 === 5 ? null : known.employees,
		country: number % 7 === 6 ? null : known.country,
	};
}

/**
 * The same answer for the same canonical address: as many companies as its last number modulo 11 (so 0 to 10), no location
 * when the last number divides by 7, a location without a city when it divides by 5.
 */
export function revealed(ip: string): Revealed {
	const last = lastNumber(ip);
	const place = sample.place(last);
	const count = last % (MOST_COMPANIES + 1);
	return {
		ip_geo: last % 7 === 0 ? null : { ...place, city: last % 5 === 0 ? null : place.city },
		companies: Array.from({ length: count }, (_, index) => company(last + index)),
	};
}
