import type { INodePropertyOptions } from 'n8n-workflow';

/** The radar types as the editor offers them, by group and in alphabetical order. */
export const RADAR_TYPE_OPTIONS: Record<'company' | 'contact' | 'industry', INodePropertyOptions[]> = {
	company: [
		{ name: 'Job Openings', value: 'company_job_openings', description: 'Jobs that the company offers' },
		{ name: 'Mentions', value: 'company_mentions', description: 'Where others write about the company' },
		{ name: 'New Hires', value: 'company_new_hires', description: 'People who joined the company' },
		{ name: 'Promotions', value: 'company_promotions', description: 'People who moved up in the company' },
		{ name: 'Reviews', value: 'company_reviews', description: 'Reviews of the company' },
		{
			name: 'Social Engagements',
			value: 'company_social_engagements',
			description: 'People who react to posts of the company',
		},
		{ name: 'Social Posts', value: 'company_social_posts', description: 'Posts of the company' },
		{
			name: 'Social Posts of Executives',
			value: 'company_social_posts_cxo',
			description: 'Posts of the people who lead the company',
		},
	],
	contact: [
		{
			name: 'Job Changes',
			value: 'contact_job_changes',
			description: 'The person leaves, moves up or moves on',
		},
		{
			name: 'Social Engagements',
			value: 'contact_social_engagements',
			description: 'People who react to posts of the person',
		},
		{ name: 'Social Posts', value: 'contact_social_posts', description: 'Posts of the person' },
	],
	industry: [
		{ name: 'Funding Rounds', value: 'industry_funding_rounds', description: 'Companies that raised money' },
		{ name: 'Job Openings', value: 'industry_job_openings', description: 'Jobs that match a keyword' },
		{ name: 'Mentions', value: 'industry_mentions', description: 'Where others write about a keyword' },
		{ name: 'New Companies', value: 'industry_new_companies', description: 'Companies that were founded' },
	],
};

const GROUP_NAMES = { company: 'Company', contact: 'Contact', industry: 'Industry' } as const;

/** All radar types in one list, each with its group in front. */
export const ALL_RADAR_TYPE_OPTIONS: INodePropertyOptions[] = (
	['company', 'contact', 'industry'] as const
).flatMap((group) =>
	RADAR_TYPE_OPTIONS[group].map(({ name, value }) => ({ name: `${GROUP_NAMES[group]}: ${name}`, value })),
);
