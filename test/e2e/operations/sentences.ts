import type { IDataObject } from 'n8n-workflow';

import { ACTION, TRIGGER, VISITOR_TRIGGER } from '../../../tools/shared/nodeTypes';

/** What a person asks an assistant for, and the node that it writes from nothing but the type of the node. */
export interface Sentence {
	says: string;
	type: string;
	parameters: IDataObject;
	/** What comes before an action node, such as the rows of a table. */
	items?: IDataObject[];
	/** Of its requests to the service, the ones that it is about. */
	calls: string[];
	/** Items that come out of it. */
	gives: number;
}

export const SENTENCES: Sentence[] = [
	{
		says: "Tell me on Slack when a customer's champion leaves",
		type: TRIGGER,
		parameters: { events: ['contact_job_changes'], delivery: 'polling' },
		calls: ['GET /v1/updates'],
		gives: 1,
	},
	{
		says: 'Start as soon as one of our target accounts hires somebody, without waiting for a check',
		type: TRIGGER,
		parameters: {
			events: ['company_new_hires', 'radar_failure'],
			delivery: 'webhookWithCatchUp',
			radars: 'create',
			defineRadars: 'below',
			radarsToCreate: {
				radar: [
					{
						radarType: 'company_new_hires',
						domain: 'example.com',
						jobTitlesMode: 'any',
						departments: ['Sales', 'Marketing'],
						seniorities: ['Vice President', 'Director'],
					},
				],
			},
		},
		calls: ['POST /v1/radars'],
		gives: 1,
	},
	{
		says: 'Every hour, add funding rounds to a Google Sheet',
		type: TRIGGER,
		parameters: {
			events: ['industry_funding_rounds'],
			delivery: 'polling',
			pollTimes: { item: [{ mode: 'everyHour', minute: 0 }] },
			startFrom: 'now',
		},
		calls: ['GET /v1/updates'],
		gives: 1,
	},
	{
		says: 'Message sales when a company visits our pricing page',
		type: VISITOR_TRIGGER,
		parameters: {
			allowedWebsites: 'example.com',
			spendingLimit: 5,
			pages: 'firstPage',
			pagesThatMatter: '/pricing',
		},
		calls: ['POST /v1/company-reveal'],
		gives: 1,
	},
	{
		says: 'Watch job changes of the contacts in my table',
		type: ACTION,
		parameters: {
			resource: 'radar',
			operation: 'create',
			dryRun: false,
			radarType: 'contact_job_changes',
			domain: '={{ $json.website }}',
			email: '={{ $json.email }}',
			ifRadarExists: 'returnExisting',
			options: { maximumRadars: 50 },
		},
		items: [
			{ website: 'example.com', email: 'jane.doe@w3.org' },
			{ website: 'w3.org', email: 'anna.keller@w3.org' },
		],
		calls: ['POST /v1/radars', 'POST /v1/radars'],
		gives: 2,
	},
	{
		says: 'Look for hires of sales leaders, but no interns, at the companies in this list, all in one go',
		type: ACTION,
		parameters: {
			resource: 'bulkRequest',
			operation: 'create',
			radarsFrom: 'fields',
			radarType: 'company_new_hires',
			domain: '={{ $json.domain }}',
			jobTitlesMode: 'build',
			titlesAnyOf: 'head of sales\nvp sales',
			titlesNoneOf: 'intern',
		},
		items: [{ domain: 'example.com' }, { domain: 'w3.org' }],
		calls: ['POST /v1/radars/bulk'],
		gives: 2,
	},
	{
		says: 'Keep my radars the same as my customer list, and show me what would change first',
		type: ACTION,
		parameters: {
			resource: 'radar',
			operation: 'syncList',
			listName: 'Customers',
			syncMode: 'plan',
			radarsFrom: 'fields',
			radarType: 'company_reviews',
			domain: '={{ $json.domain }}',
		},
		items: [{ domain: 'example.com' }, { domain: 'w3.org' }],
		calls: ['GET /v1/radars'],
		gives: 2,
	},
	{
		says: 'Which company is behind each of these IP addresses? Spend at most 50 cents.',
		type: ACTION,
		parameters: {
			resource: 'company',
			operation: 'reveal',
			ipAddress: '={{ $json.ip }}',
			onePerCompany: false,
			options: { spendingLimit: 0.5 },
		},
		items: [{ ip: '93.184.216.1' }, { ip: '93.184.216.2' }],
		calls: ['POST /v1/company-reveal', 'POST /v1/company-reveal'],
		gives: 2,
	},
	{
		says: 'Every Monday, send me the last 100 updates about jobs and funding',
		type: ACTION,
		parameters: {
			resource: 'update',
			operation: 'getMany',
			returnAll: false,
			limit: 100,
			filters: { radarTypes: ['company_job_openings', 'industry_job_openings', 'industry_funding_rounds'] },
		},
		calls: ['GET /v1/updates'],
		gives: 0,
	},
	{
		says: 'Watch job ads about industrial robots in Germany and France, but only check what it would do',
		type: ACTION,
		parameters: {
			resource: 'radar',
			operation: 'create',
			dryRun: true,
			radarType: 'industry_job_openings',
			keyword: 'industrial robots',
			countries: ['Germany', 'France'],
		},
		calls: ['GET /v1/radars'],
		gives: 1,
	},
	{
		says: 'Email me when the balance falls below 20 dollars',
		type: ACTION,
		parameters: { resource: 'account', operation: 'getSummary', simplify: true },
		calls: ['GET /v1/account', 'GET /v1/account'],
		gives: 1,
	},
	{
		says: 'Once a month, report radars that found nothing in 60 days',
		type: ACTION,
		parameters: { resource: 'radar', operation: 'checkHealth', silentDays: 60 },
		calls: ['GET /v1/radars'],
		gives: 0,
	},
];

/** What people type who don't know the nodes, and the node that must come first of ours. */
export const SEARCHES: ReadonlyArray<readonly [phrase: string, type: string]> = [
	['website visitors', VISITOR_TRIGGER],
	['who visits my website', VISITOR_TRIGGER],
	['funding', TRIGGER],
	['hiring signals', TRIGGER],
	['contact changed jobs', TRIGGER],
	['job change alert', TRIGGER],
	['track champions', TRIGGER],
	['champion left', TRIGGER],
	['reviews', TRIGGER],
	['new hires', TRIGGER],
	['promotions', TRIGGER],
	['social posts', TRIGGER],
	['buying signals', TRIGGER],
	['intent data', TRIGGER],
	['sales triggers', TRIGGER],
	['radar', ACTION],
	['create radar', ACTION],
	['company reveal', ACTION],
	['ip to company', ACTION],
	['ip address', ACTION],
	['prospecting', ACTION],
];

/** Of these, the word "trigger" leads n8n's assistant to its own nodes, since it searches for each word by itself. */
export const TRIGGER_SEARCHES: typeof SEARCHES = [
	['new hires trigger', TRIGGER],
	['funding trigger', TRIGGER],
	['website visitor trigger', VISITOR_TRIGGER],
];
