import { timestamp } from '../rules/timestamp';
import { RADAR_TYPES } from '../document/document';
import type { Json, RadarType } from '../types';
import { PROFILE_HOST, sample } from './samples';

/** The n-th finding: what it was found for, and when the event behind it was (milliseconds). */
export interface Found {
	number: number;
	at: number;
	domain: string | null;
	keyword: string | null;
	/** Of the person that the radar monitors. */
	profileUrl: string | null;
	/** The job titles that the radar finds. */
	titles: readonly string[];
}

const day = (at: number) => timestamp(at).slice(0, 10);
const subject = ({ domain, keyword, number }: Found) => keyword ?? domain ?? sample.company(number).name;

const employerOf = ({ number, domain }: Found) =>
	domain === null ? sample.company(number) : sample.companyAt(domain);

const author = (found: Found) => {
	const { number, titles } = found;
	const { first_name, last_name, profile_url } = sample.person(number);
	const company = employerOf(found);
	return {
		name: `${first_name} ${last_name}`,
		profile_type: 'person',
		first_name,
		last_name,
		profile_url,
		title: sample.title(number, titles),
		company_domain: company.domain,
		company_name: company.name,
		country: sample.country(number),
	};
};

/** Someone who works elsewhere. */
const outsider = (found: Found) => author({ ...found, domain: null });

const companyAsAuthor = (found: Found) => {
	const { name, domain } = employerOf(found);
	return {
		name,
		profile_type: 'company',
		profile_url: sample.companyPage({ name }),
		company_domain: domain,
		company_name: name,
	};
};

const postUrl = (number: number) => `${PROFILE_HOST}/posts/${number}`;

const post = (found: Found): Json => ({
	post_content: `${subject(found)}: what we learned in the last quarter.`,
	post_url: postUrl(found.number),
	post_posted_at: timestamp(found.at),
	author: author(found),
});

const engagement = (found: Found): Json => ({
	post_url: postUrl(found.number % 50),
	post_posted_at: timestamp(found.at - sample.count(found.number, 5 * 24) * 3_600_000),
	engagement_type: found.number % 3 === 0 ? 'comment' : 'reaction',
	engagement_content: found.number % 3 === 0 ? 'Congratulations to the whole team.' : null,
	author: outsider(found),
});

const mention = (found: Found): Json => ({
	mention_content: `${subject(found)} was named in a report about its market.`,
	mention_url: `https://news.example/articles/${found.number}`,
	mention_channel: found.number % 2 === 0 ? 'news' : 'blog',
	mention_posted_at: timestamp(found.at),
	author: outsider(found),
});

const jobOpening = ({ number, at, titles }: Found): Json => ({
	job_title: sample.title(number, titles),
	job_url: `https://jobs.example/openings/${number}`,
	job_posted_at: timestamp(at),
	job_description: `We are looking for a ${sample.title(number, titles)}.`,
	job_source: 'company site',
	country: sample.country(number),
});

const JOB_CHANGES = ['new_company_role', 'promotion', 'additional_role', 'departure'] as const;

function jobChange(found: Found): Json {
	const { number, at, titles } = found;
	const change_type = JOB_CHANGES[number % JOB_CHANGES.length];
	const { name, domain } = employerOf(found);
	const former = { company_name: name, company_domain: domain };
	const next = sample.company(number + 1);
	const employer =
		change_type === 'new_company_role' ? { company_name: next.name, company_domain: next.domain } : former;
	const newRole = { title: sample.title(number, titles), ...employer, start_date: day(at), end_date: null };
	const end_date = change_type === 'additional_role' ? null : day(at);
	return {
		change_type,
		profile_url: found.profileUrl ?? sample.person(number).profile_url,
		...(change_type === 'departure' ? {} : { new_role: newRole }),
		previous_role: {
			title: sample.previousTitle(number, titles),
			...former,
			start_date: '2021-03-01',
			end_date,
		},
	};
}

const GENERATORS: Record<RadarType, (found: Found) => Json> = {
	company_new_hires: ({ number, at, titles }) => ({
		...sample.person(number),
		title: sample.title(number, titles),
		start_date: day(at),
		country: sample.country(number),
	}),
	company_job_openings: jobOpening,
	company_promotions: ({ number, at, titles }) => ({
		...sample.person(number),
		previous_title: sample.previousTitle(number, titles),
		current_title: sample.title(number, titles),
		promotion_date: day(at),
		country: sample.country(number),
	}),
	company_reviews: (found) => ({
		review_content: `Working with ${subject(found)} was easier than expected.`,
		review_url: `https://reviews.example/${found.number}`,
		review_source: 'reviews.example',
		review_rating: 1 + sample.count(found.number, 5),
		reviewed_at: timestamp(found.at),
	}),
	company_mentions: mention,
	company_social_posts: (found) => ({ ...post(found), author: companyAsAuthor(found) }),
	company_social_posts_cxo: post,
	company_social_engagements: engagement,
	contact_job_changes: jobChange,
	contact_social_posts: post,
	contact_social_engagements: engagement,
	industry_mentions: mention,
	industry_funding_rounds: ({ number, at }) => ({
		company_name: sample.company(number).name,
		company_domain: sample.company(number).domain,
		round: number % 2 === 0 ? 'Series A' : 'Seed',
		amount_usd: (1 + sample.count(number, 40)) * 500_000,
		announced_at: timestamp(at),
	}),
	industry_new_companies: ({ number, at }) => ({
		company_name: sample.company(number).name,
		company_domain: sample.company(number).domain,
		industry: sample.company(number).industry,
		country: sample.company(number).country,
		founded_at: day(at),
	}),
	industry_job_openings: (found) => ({
		...jobOpening(found),
		company_name: sample.company(found.number).name,
		company_domain: sample.company(found.number).domain,
	}),
};

/** The `content` of a finding: what is known of its type, and a guess for the types of which nothing is. */
export function contentOf(radarType: RadarType, found: Found): Json {
	const generate = GENERATORS[radarType];
	if (generate === undefined)
		throw new Error(`No findings for ${radarType}; the types are ${RADAR_TYPES.join(', ')}`);
	return generate(found);
}
