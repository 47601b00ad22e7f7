import { mix } from '../ids';
import { parsedJobTitles } from '../rules/jobTitles';
import type { RadarDefinition } from '../types';

const FIRST_NAMES =
	'Amara Ben Chiara Daniel Elena Farid Grace Hugo Ines Jonas Keiko Lena Marco Noor Olga Priya'.split(' ');
const LAST_NAMES =
	'Adler Baptiste Costa Dubois Eriksen Fischer Garcia Haddad Ito Jansen Kaya Lopez Meyer Novak Okafor'.split(
		' ',
	);
const TITLES = [
	'Chief Financial Officer',
	'Vice President of Sales',
	'Head of Marketing',
	'Director of Engineering',
	'Senior Product Manager',
	'Account Executive',
	'Data Analyst',
	'People Operations Manager',
	'Customer Success Manager',
	'Supply Chain Planner',
];
const COMPANIES = [
	{
		name: 'Alder Freight',
		domain: 'alderfreight.example',
		industry: 'Logistics',
		country: 'Germany',
		employees: 820,
	},
	{
		name: 'Birch Analytics',
		domain: 'birchanalytics.example',
		industry: 'Software',
		country: 'United States',
		employees: 140,
	},
	{
		name: 'Cedar Foods',
		domain: 'cedarfoods.example',
		industry: 'Food Production',
		country: 'France',
		employees: 2400,
	},
	{
		name: 'Dune Energy',
		domain: 'duneenergy.example',
		industry: 'Renewable Energy',
		country: 'Spain',
		employees: 510,
	},
	{
		name: 'Elm Robotics',
		domain: 'elmrobotics.example',
		industry: 'Machinery',
		country: 'Japan',
		employees: 330,
	},
	{
		name: 'Fjord Bank',
		domain: 'fjordbank.example',
		industry: 'Banking',
		country: 'Norway',
		employees: 5200,
	},
	{
		name: 'Granite Health',
		domain: 'granitehealth.example',
		industry: 'Hospitals',
		country: 'Canada',
		employees: 9100,
	},
	{
		name: 'Harbor Textiles',
		domain: 'harbortextiles.example',
		industry: 'Textiles',
		country: 'Portugal',
		employees: 260,
	},
	{
		name: 'Iris Media',
		domain: 'irismedia.example',
		industry: 'Publishing',
		country: 'United Kingdom',
		employees: 75,
	},
	{
		name: 'Juniper Legal',
		domain: 'juniperlegal.example',
		industry: 'Law Practice',
		country: 'Netherlands',
		employees: 48,
	},
	{
		name: 'Kite School',
		domain: 'kiteschool.example',
		industry: 'Education',
		country: 'Australia',
		employees: 19,
	},
];
const PLACES = [
	{ city: 'Hamburg', state: 'Hamburg', country: 'Germany' },
	{ city: 'Austin', state: 'Texas', country: 'United States' },
	{ city: 'Lyon', state: 'Auvergne-Rhône-Alpes', country: 'France' },
	{ city: 'Toronto', state: 'Ontario', country: 'Canada' },
	{ city: 'Osaka', state: 'Osaka', country: 'Japan' },
	{ city: 'Oslo', state: null, country: 'Norway' },
];

export type SampleCompany = (typeof COMPANIES)[number];

const pick = <T>(list: readonly T[], number: number, salt: number) =>
	list[mix(number * 31 + salt) % list.length] as T;

export const PROFILE_HOST = 'https://profiles.example';
const slug = (text: string) => text.toLowerCase().replaceAll(' ', '-');

const capitalized = (text: string) => text.replace(/(?<!\S)\p{L}/gu, (letter) => letter.toUpperCase());

const titlesOf = new WeakMap<RadarDefinition, readonly string[]>();

/** The titles that pass a radar's own filter: invented ones, else some of the words of the filter. There may be none. */
export function titlesFor(definition: RadarDefinition): readonly string[] {
	if (definition.job_titles === undefined) return TITLES;
	const known = titlesOf.get(definition);
	if (known) return known;
	const { matches, terms } = parsedJobTitles(definition.job_titles);
	const candidates = [TITLES, terms.map(capitalized), [capitalized(terms.join(' '))]];
	const titles = candidates.map((some) => some.filter(matches)).find((some) => some.length > 0) ?? [];
	titlesOf.set(definition, titles);
	return titles;
}

/** The n-th invented person, company, title and place; the same number always gives the same ones. */
export const sample = {
	title: (number: number, titles: readonly string[]) => pick(titles, number, 1),
	/** Another title than that of the same number. */
	previousTitle: (number: number, titles: readonly string[]) =>
		pick(
			TITLES.filter((title) => title !== pick(titles, number, 1)),
			number,
			2,
		),
	/** Neighbouring numbers give different companies. */
	company: (number: number) => COMPANIES[number % COMPANIES.length] as SampleCompany,
	/** The company with this domain; one that isn't in the list has the name that its domain reads like. */
	companyAt: (domain: string): Pick<SampleCompany, 'name' | 'domain'> =>
		COMPANIES.find((company) => company.domain === domain) ?? {
			name: domain.charAt(0).toUpperCase() + domain.slice(1).replace(/\..*/, ''),
			domain,
		},
	companyPage: ({ name }: Pick<SampleCompany, 'name'>) => `${PROFILE_HOST}/company/${slug(name)}`,
	place: (number: number) => pick(PLACES, number, 3),
	country: (number: number) => pick(PLACES, number, 4).country,
	person(number: number) {
		const first_name = pick(FIRST_NAMES, number, 5);
		const last_name = pick(LAST_NAMES, number, 6);
		const full_name = `${first_name} ${last_name}`;
		return {
			full_name,
			first_name,
			last_name,
			profile_url: `${PROFILE_HOST}/in/${slug(full_name)}-${number % 997}`,
		};
	},
	/** A whole number from 0 up to `below`. */
	count: (number: number, below: number) => mix(number * 31 + 7) % below,
};
