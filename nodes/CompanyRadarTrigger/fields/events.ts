import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { RadarType, UpdateType } from '../../shared/api/radarTypes';

/** A finding of a radar type, or an update type; `radar_finding` means every finding. */
export type RadarEvent = RadarType | UpdateType;

/** The list of updates, which polling reads, doesn't promise them. */
export const WEBHOOK_ONLY_EVENTS: readonly RadarEvent[] = ['bulk_completed', 'radar_created'];

export const DEFAULT_EVENTS: RadarEvent[] = ['radar_finding', 'radar_failure'];

const EVENTS: Record<RadarEvent, { name: string; description: string }> = {
	radar_finding: { name: 'Any Finding', description: 'Anything your radars find, whatever their type' },
	bulk_completed: {
		name: 'Bulk Request Completed',
		description: 'A bulk request has processed all its radars. Needs a webhook delivery.',
	},
	contact_job_changes: {
		name: 'Contact Changed Jobs',
		description: 'A person changed jobs, was promoted or left',
	},
	company_social_engagements: {
		name: "Engagement With a Company's Post",
		description: "Someone reacted to a company's post",
	},
	contact_social_engagements: {
		name: "Engagement With a Contact's Post",
		description: "Someone reacted to a person's post",
	},
	industry_funding_rounds: { name: 'Funding Round', description: 'A company raised money' },
	company_job_openings: { name: 'Job Opening at a Company', description: 'A company posted a job' },
	industry_job_openings: { name: 'Job Opening for a Keyword', description: 'A job matches a keyword' },
	company_mentions: { name: 'Mention of a Company', description: 'News or a post mentions a company' },
	industry_mentions: { name: 'Mention of a Keyword', description: 'News or a post mentions a keyword' },
	industry_new_companies: { name: 'New Company', description: 'A company was founded' },
	company_new_hires: { name: 'New Hire at a Company', description: 'Someone joined a company' },
	company_social_posts: { name: 'Post by a Company', description: 'A company posted' },
	company_social_posts_cxo: {
		name: 'Post by a Company Executive',
		description: "One of a company's executives posted",
	},
	contact_social_posts: { name: 'Post by a Contact', description: 'A person posted' },
	company_promotions: { name: 'Promotion at a Company', description: 'Someone was promoted at a company' },
	radar_created: {
		name: 'Radar Created in Bulk',
		description: 'A radar from a bulk request was created. Needs a webhook delivery.',
	},
	radar_failure: {
		name: 'Radar Failed',
		description: "A radar couldn't be set up, or stopped because the balance ran out",
	},
	company_reviews: { name: 'Review of a Company', description: 'Someone reviewed a company' },
};

export const RADAR_EVENTS = Object.keys(EVENTS) as RadarEvent[];

export const nameOfEvent = (event: RadarEvent): string => EVENTS[event].name;

/** The node panel lists each option by its action. */
const options = RADAR_EVENTS.map((value): INodePropertyOptions => {
	const { name, description } = EVENTS[value];
	return { name, value, description, action: name.charAt(0) + name.slice(1).toLowerCase() };
});

export const eventFields: INodeProperties[] = [
	{
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		required: true,
		options,
		default: [...DEFAULT_EVENTS],
		description: 'Which events start the workflow',
		builderHint: {
			propertyHint:
				'Select the events the user asked for, and radar_failure to report radars that stop. bulk_completed and radar_created need a webhook delivery.',
		},
	},
	{
		displayName:
			"Add 'Radar Failed' to find out when a radar stops, for example because the balance ran out.",
		name: 'failuresNotice',
		type: 'notice',
		displayOptions: { hide: { events: ['radar_failure'] } },
		default: '',
	},
];
