import type { INodePropertyOptions } from 'n8n-workflow';

/** The radar types as the editor offers them, by group and in alphabetical order. */
export const RADAR_TYPE_OPTIONS: Record<'company' | 'contact' | 'industry', INodePropertyOptions[]> = {
	company: [
		{ name: 'Job Openings', value: 'company_job_openings', description: 'Jobs posted by the company' },
		{ name: 'Mentions', value: 'company_mentions', description: 'Mentions of the company in news and posts' },
		{ name: 'New Hires', value: 'company_new_hires', description: 'People who joined the company' },
		{ name: 'Promotions', value: 'company_promotions', description: 'People promoted at the company' },
		{ name: 'Reviews', value: 'company_reviews', description: 'Reviews of the company' },
		{
			name: 'Social Engagements',
			value: 'company_social_engagements',
			description: "People who react to the company's posts",
		},
		{ name: 'Social Posts', value: 'company_social_posts', description: 'Posts by the company' },
		{
			name: 'Social Posts of Executives',
			value: 'company_social_posts_cxo',
			description: "Posts by the company's executives",
		},
	],
	contact: [
		{
			name: 'Job Changes',
			value: 'contact_job_changes',
			description: 'The person changes jobs, gets promoted or leaves',
		},
		{
			name: 'Social Engagements',
			value: 'contact_social_engagements',
			description: "People who react to the person's posts",
		},
		{ name: 'Social Posts', value: 'contact_social_posts', description: 'Posts by the person' },
	],
	industry: [
		{ name: 'Funding Rounds', value: 'industry_funding_rounds', description: 'Companies that raised money' },
		{ name: 'Job Openings', value: 'industry_job_openings', description: 'Jobs that match a keyword' },
		{ name: 'Mentions', value: 'industry_mentions', description: 'Mentions of a keyword in news and posts' },
		{ name: 'New Companies', value: 'industry_new_companies', description: 'Newly founded companies' },
	],
};

const GROUP_NAMES = { company: 'Company', contact: 'Contact', industry: 'Industry' } as const;

/** All radar types in one list, each with its group in front. */
export const ALL_RADAR_TYPE_OPTIONS: INodePropertyOptions[] = (
	['company', 'contact', 'industry'] as const
).flatMap((group) =>
	RADAR_TYPE_OPTIONS[group].map(({ name, value }) => ({ name: `${GROUP_NAMES[group]}: ${name}`, value })),
);
