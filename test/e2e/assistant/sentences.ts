import type { IDataObject } from 'n8n-workflow';

import * as nodes from './nodes';
import type { Step } from './nodes';
import type { SentenceWorld } from './world';

/** What a person asks an assistant for, as the workflow that it writes from nothing but the types of our nodes. */
export interface Sentence {
	says: string;
	/** Each runs after the one before. A trigger that isn't the first begins a row of its own. */
	steps: Step[];
	/** What must not start it, or must not come of it. */
	not: string;
	/** Lets both happen; publishes or clicks where a person would. */
	happens(world: SentenceWorld): Promise<unknown>;
	/** The texts that arrive, and no others, in any order. */
	arrives: string[];
	/** Where they arrive, if not in Slack. */
	readsFrom?(world: SentenceWorld): string[];
	/** How often the account was charged in the end. */
	charges: number;
}

const JANE = { domain: 'w3.org', email: 'jane.doe@w3.org', full_name: 'Jane Doe' };
const AT_W3C = { company_name: 'W3C', company_domain: 'w3.org', title: 'Head of Data' };
const AT_IETF = { company_name: 'IETF', company_domain: 'ietf.org', title: 'Chief Data Officer' };

const jobChange = (change: 'departure' | 'new_company_role' | 'promotion'): IDataObject => ({
	change_type: change,
	...(change === 'departure' ? {} : { new_role: change === 'promotion' ? AT_W3C : AT_IETF }),
	previous_role: AT_W3C,
});

const hire = (name: string, title: string): IDataObject => ({
	full_name: `${name} Doe`,
	title,
	start_date: '2026-11-02',
});

const titled = (title: string) => ({ job_title: title });

const POLLING = { delivery: 'polling', pollTimes: { item: [{ mode: 'everyMinute' }] } };

export const SENTENCES: Sentence[] = [
	{
		says: "Tell me on Slack when a customer's champion leaves",
		steps: [
			nodes.updates({ events: ['contact_job_changes'], ...POLLING }),
			nodes.only("={{ ['new_contact', 'close_old_record'].includes($json.do_next) }}"),
			nodes.slack('={{ $json.summary }}'),
		],
		not: 'a promotion of the champion, and a hire at the customer',
		happens: async ({ find, publish }) => {
			await publish();
			await find({ radar_type: 'company_new_hires', domain: 'w3.org' }, [hire('Anna', 'Analyst')]);
			await find({ radar_type: 'contact_job_changes', ...JANE }, [
				jobChange('promotion'),
				jobChange('departure'),
			]);
		},
		arrives: ['Jane Doe left W3C (Head of Data)'],
		charges: 2,
	},
	{
		says: 'Start as soon as one of our target accounts hires somebody in sales, without waiting for a check',
		steps: [
			nodes.updates({
				events: ['company_new_hires', 'radar_failure'],
				delivery: 'webhookWithCatchUp',
				radars: 'create',
				defineRadars: 'below',
				radarsToCreate: {
					radar: [
						{
							radarType: 'company_new_hires',
							domain: 'w3.org',
							filterBy: 'role',
							departments: ['Sales', 'Marketing'],
						},
					],
				},
			}),
			nodes.slack('={{ $json.full_name }} is now {{ $json.title }}'),
		],
		not: 'a hire at another account',
		happens: async ({ find, findings, publish }) => {
			await publish();
			await find({ radar_type: 'company_new_hires', domain: 'ietf.org' }, [hire('Anna', 'Sales Manager')]);
			await findings('w3.org', [hire('Jane', 'Sales Director')]);
		},
		arrives: ['Jane Doe is now Sales Director'],
		charges: 2,
	},
	{
		says: 'Every hour, add funding rounds to a Google Sheet',
		steps: [
			nodes.updates({
				events: ['industry_funding_rounds'],
				delivery: 'polling',
				pollTimes: { item: [{ mode: 'everyHour', minute: 0 }] },
				startFrom: 'now',
			}),
			nodes.sheetRow({
				company: '={{ $json.company }}',
				round: '={{ $json.round }}',
				usd: '={{ $json.amount_usd }}',
			}),
		],
		not: 'a new company, which no round is known of',
		happens: async ({ find, click, spreadsheet }) => {
			spreadsheet.fill('Funding', [['company', 'round', 'usd']]);
			await find({ radar_type: 'industry_new_companies', keyword: 'rockets' }, [{ company_name: 'Blue' }]);
			const round = { company_name: 'Red', round: 'Seed', amount_usd: 500_000 };
			await find({ radar_type: 'industry_funding_rounds', keyword: 'rockets' }, [round]);
			await click();
		},
		readsFrom: ({ spreadsheet }) => spreadsheet.rows('Funding').map((cells) => cells.join(', ')),
		arrives: ['company, round, usd', 'Red, Seed, 500000'],
		charges: 2,
	},
	{
		says: 'Message sales when a company visits our pricing page',
		steps: [
			nodes.visitors({
				allowedWebsites: 'example.com',
				spendingLimit: 5,
				pages: 'pagesThatMatter',
				pagesThatMatter: '/pricing',
			}),
			nodes.slack('={{ $json.name }} looked at {{ $json.page }}'),
		],
		not: 'a visit of the blog, which costs nothing either',
		happens: async ({ publish, visit }) => {
			await publish();
			await visit('93.184.216.2', '/blog');
			await visit('93.184.216.1', '/pricing');
		},
		arrives: ['Birch Analytics looked at https://example.com/pricing'],
		charges: 1,
	},
	{
		says: 'Every day, watch job changes of the contacts in my table',
		steps: [
			nodes.every('days'),
			nodes.tableRows('Contacts'),
			nodes.radar('Watch', {
				resource: 'radar',
				operation: 'create',
				dryRun: false,
				radarType: 'contact_job_changes',
				domain: '={{ $json.website }}',
				email: '={{ $json.email }}',
				options: { ifRadarExists: 'returnExisting', maximumRadars: 50 },
			}),
			nodes.only('={{ !$json.already_existed }}'),
			nodes.slack('={{ $json.domain }} is watched'),
		],
		not: 'the same contacts on the next day, which are not paid again',
		happens: async ({ table, click }) => {
			await table('Contacts', [
				{ website: 'w3.org', email: 'jane.doe@w3.org' },
				{ website: 'ietf.org', email: 'anna.keller@ietf.org' },
			]);
			await click();
			await click();
		},
		arrives: ['w3.org is watched', 'ietf.org is watched'],
		charges: 2,
	},
	{
		says: 'Look for hires of sales leaders, but no interns, at the companies in this list, all in one go',
		steps: [
			nodes.every('months'),
			...nodes.list([{ domain: 'w3.org' }, { domain: 'ietf.org' }]),
			nodes.radar('Watch', {
				resource: 'bulkRequest',
				operation: 'create',
				radarsFrom: 'fields',
				radarType: 'company_new_hires',
				domain: '={{ $json.domain }}',
				filterBy: 'build',
				titlesAnyOf: 'head of sales\nvp sales',
				titlesNoneOf: 'intern',
			}),
			nodes.slack('={{ $json.domain }}: {{ $json.radar_status }}'),
		],
		not: 'interns, by the titles that the radars look for',
		happens: async ({ click, sandbox, note }) => {
			await click();
			const { requestBody } = sandbox.control.log().find(({ method }) => method === 'POST') ?? {};
			const { radars } = JSON.parse(String(requestBody)) as { radars: Array<{ job_titles: string }> };
			note(radars.slice(0, 1).map(({ job_titles: titles }) => titles));
		},
		arrives: ['w3.org: active', 'ietf.org: active', '("head of sales" OR "vp sales") AND NOT "intern"'],
		charges: 2,
	},
	{
		says: 'Keep my radars the same as my customer list, and show me what would change first',
		steps: [
			nodes.every('weeks'),
			...nodes.list([{ domain: 'w3.org' }, { domain: 'ietf.org' }]),
			nodes.radar('Plan', {
				resource: 'radar',
				operation: 'syncList',
				listName: 'Customers',
				syncMode: 'plan',
				radarsFrom: 'fields',
				radarType: 'company_reviews',
				domain: '={{ $json.domain }}',
			}),
			nodes.slack('={{ $json.change }} {{ $json.domain }}'),
		],
		not: 'a radar: nothing changes before somebody has seen it',
		happens: async ({ find, click }) => {
			await find({ radar_type: 'company_reviews', domain: 'ietf.org' });
			await click();
		},
		arrives: ['create w3.org', 'keep ietf.org'],
		charges: 1,
	},
	{
		says: 'Which company is behind each of these IP addresses? Spend at most 10 cents.',
		steps: [
			nodes.every('days'),
			...nodes.list(['93.184.216.1', '93.184.216.2', '93.184.216.3'].map((ip) => ({ ip }))),
			nodes.radar('Reveal', {
				resource: 'company',
				operation: 'reveal',
				ipAddress: '={{ $json.ip }}',
				onePerCompany: false,
				options: { spendingLimit: 0.1 },
			}),
			nodes.slack("={{ $json.ip }}: {{ $json.skipped ? 'above the limit' : $json.name }}"),
		],
		not: 'a lookup that would cost more than the limit',
		happens: async ({ click }) => await click(),
		arrives: ['93.184.216.1: Birch Analytics', '93.184.216.2: Cedar Foods', '93.184.216.3: above the limit'],
		charges: 2,
	},
	{
		says: 'Every Monday, send me the last 100 updates about jobs and funding',
		steps: [
			nodes.every('weeks', { triggerAtDay: [1] }),
			nodes.radar('Updates', {
				resource: 'update',
				operation: 'getMany',
				returnAll: false,
				limit: 100,
				filters: {
					radarTypes: ['company_job_openings', 'industry_job_openings', 'industry_funding_rounds'],
				},
			}),
			nodes.all(),
			nodes.slack("={{ $json.all.map(({ summary }) => summary).sort().join(', ') }}"),
		],
		not: 'reviews',
		happens: async ({ find, click }) => {
			await find({ radar_type: 'company_reviews', domain: 'w3.org' }, [{ review_content: 'Fine.' }]);
			await find({ radar_type: 'company_job_openings', domain: 'w3.org' }, [
				titled('Analyst'),
				titled('Cook'),
			]);
			await find({ radar_type: 'industry_funding_rounds', keyword: 'rockets' }, [
				{ company_name: 'Red', round: 'Seed', amount_usd: 500_000 },
			]);
			await click();
		},
		arrives: ['Red raised $500K (Seed), w3.org is hiring: Analyst, w3.org is hiring: Cook'],
		charges: 3,
	},
	{
		says: 'Watch job ads about industrial robots in Germany and France, but only check what it would do',
		steps: [
			nodes.every('months'),
			nodes.radar('Check', {
				resource: 'radar',
				operation: 'create',
				dryRun: true,
				radarType: 'industry_job_openings',
				keyword: 'industrial robots',
				countries: ['Germany', 'France'],
			}),
			nodes.slack('={{ $json.keyword }}: {{ $json.result }}'),
		],
		not: 'a radar',
		happens: async ({ click }) => await click(),
		arrives: ['industrial robots: Would be created'],
		charges: 0,
	},
	{
		says: 'Email me when the balance falls below 20 dollars',
		steps: [
			nodes.every('hours'),
			nodes.radar('Account', { resource: 'account', operation: 'getSummary', simplify: true }),
			nodes.only('={{ $json.balance_remaining_usd < 20 }}'),
			nodes.email('Low balance', '={{ $json.balance_remaining_usd }} USD are left'),
		],
		not: 'a balance of 20 dollars',
		happens: async ({ sandbox, click }) => {
			sandbox.control.balance(20);
			await click();
			sandbox.control.balance(19.5);
			await click();
		},
		readsFrom: ({ mails }) => mails(),
		arrives: ['19.5 USD are left'],
		charges: 0,
	},
	{
		says: 'Once a month, report radars that found nothing in 60 days',
		steps: [
			nodes.every('months'),
			nodes.radar('Check', { resource: 'radar', operation: 'checkHealth', silentDays: 60 }),
			nodes.slack('={{ $json.radar }}: {{ $json.problem }}'),
		],
		not: 'a radar that found something since, and a new one',
		happens: async ({ find, findings, sandbox, click }) => {
			const review = { review_content: 'Fine.' };
			const old = new Date(Date.now() - 70 * 24 * 3600 * 1000).toISOString();
			sandbox.control.clock({ set: old });
			await find({ radar_type: 'company_reviews', domain: 'w3.org' });
			await find({ radar_type: 'company_reviews', domain: 'ietf.org' }, [review]);
			sandbox.control.clock({ set: new Date().toISOString() });
			await findings('ietf.org', [review]);
			await find({ radar_type: 'company_reviews', domain: 'iana.org' });
			await click();
		},
		arrives: ['w3.org – Reviews: No updates'],
		charges: 7,
	},
	{
		says: 'Tell me about new hires, but only VP and above',
		steps: [
			nodes.updates({
				events: ['company_new_hires'],
				...POLLING,
				filters: { levels: ['owner', 'c_level', 'vice_president'] },
			}),
			nodes.slack('={{ $json.full_name }}, {{ $json.title }}'),
		],
		not: 'a director, and the assistant of a vice president',
		happens: async ({ find, publish }) => {
			await publish();
			await find({ radar_type: 'company_new_hires', domain: 'w3.org' }, [
				hire('Anna', 'Director of Sales'),
				hire('Ben', 'Assistant to the Vice President'),
				hire('Jane', 'SVP Sales'),
				hire('Kim', 'Chief Revenue Officer'),
			]);
		},
		arrives: ['Jane Doe, SVP Sales', 'Kim Doe, Chief Revenue Officer'],
		charges: 1,
	},
	{
		says: 'Every week, keep my radars the same as my table of customers, but ask me before it deactivates anything',
		steps: [
			nodes.every('weeks'),
			nodes.tableRows('Customers'),
			nodes.radar('Plan', {
				resource: 'radar',
				operation: 'syncList',
				listName: 'Customers',
				syncMode: 'plan',
				radarsFrom: 'fields',
				radarType: 'company_reviews',
				domain: '={{ $json.domain }}',
			}),
			nodes.all(),
			...nodes.approval("={{ $json.all.map(({ change, domain }) => change + ' ' + domain).join(', ') }}?"),
			...nodes.rowsOf("={{ $('All').first().json.all }}"),
			nodes.radar('Apply', {
				resource: 'radar',
				operation: 'syncList',
				listName: 'Customers',
				syncMode: 'applyRows',
			}),
			nodes.slack('={{ $json.change }} {{ $json.domain }}'),
		],
		not: 'a deactivation that was declined',
		happens: async ({ table, click }) => {
			const rows = await table('Customers', [{ domain: 'w3.org' }, { domain: 'ietf.org' }]);
			await click(true);
			await rows.remove('domain', 'ietf.org');
			await click(false);
			await click(true);
		},
		arrives: [
			'create w3.org, create ietf.org?',
			'created w3.org',
			'created ietf.org',
			'deactivate ietf.org, keep w3.org?',
			'deactivate ietf.org, keep w3.org?',
			'deactivated ietf.org',
			'keep w3.org',
		],
		charges: 2,
	},
	{
		says: 'At five in the afternoon, tell me who looked at pricing today',
		steps: [
			nodes.visitors({
				allowedWebsites: 'example.com',
				spendingLimit: 5,
				pages: 'pagesThatMatter',
				pagesThatMatter: '/pricing',
			}),
			nodes.tableRow('Visits', { company: '={{ $json.domain }}' }),
			nodes.every('days', { triggerAtHour: 17 }),
			nodes.todaysRows('Visits'),
			nodes.all(),
			nodes.slack("={{ $json.all.map(({ company }) => company).join(', ') }}"),
		],
		not: 'who looked at something else',
		happens: async ({ table, publish, visit, click, ended }) => {
			await table('Visits', [], ['company']);
			await publish();
			await visit('93.184.216.3', '/careers');
			await visit('93.184.216.1', '/pricing');
			await ended(1);
			await click();
		},
		arrives: ['birchanalytics.example'],
		charges: 1,
	},
	{
		says: "Watch the reviews of these companies, but stop when we've spent 50 dollars this month",
		steps: [
			nodes.every('days'),
			...nodes.list([{ domain: 'w3.org' }, { domain: 'ietf.org' }]),
			nodes.radar(
				'Watch',
				{
					resource: 'radar',
					operation: 'create',
					dryRun: false,
					radarType: 'company_reviews',
					domain: '={{ $json.domain }}',
					options: { monthlyBudget: 50 },
				},
				{ onError: 'continueRegularOutput' },
			),
			nodes.slack("={{ $json.error || $json.domain + ' is watched' }}"),
		],
		not: 'a radar after 50 dollars',
		happens: async ({ sandbox, click }) => {
			sandbox.control.change({ account: { pricesUsd: { month: 50 } } });
			await click();
		},
		arrives: ['w3.org is watched', 'The monthly budget of $50.00 is reached'],
		charges: 1,
	},
	{
		says: 'Copy my active radars to another account',
		steps: [
			nodes.every('months'),
			nodes.radar('Radars', {
				resource: 'radar',
				operation: 'getMany',
				returnAll: true,
				filters: { radarStatus: 'active' },
			}),
			nodes.radar('Other Account', {
				resource: 'radar',
				operation: 'create',
				dryRun: false,
				radarType: '={{ $json.radar_type }}',
				domain: '={{ $json.domain }}',
				keyword: '={{ $json.keyword }}',
				options: { ifRadarExists: 'returnExisting', maximumRadars: 100 },
			}),
			nodes.slack('={{ $json.domain || $json.keyword }} is copied'),
		],
		not: 'a radar that was deactivated, and a second copy',
		happens: async ({ find, click, deactivate, otherAccount, note }) => {
			await find({ radar_type: 'company_reviews', domain: 'iana.org' });
			await deactivate('iana.org');
			await find({ radar_type: 'company_reviews', domain: 'w3.org' });
			await find({ radar_type: 'industry_mentions', keyword: 'rockets' });
			await click();
			await click();
			note([`${otherAccount.control.charges().length} charges`]);
		},
		arrives: [...Array<string[]>(2).fill(['rockets is copied', 'w3.org is copied']).flat(), '2 charges'],
		charges: 3,
	},
	{
		says: 'When a champion leaves for another company, create a deal',
		steps: [
			nodes.updates({ events: ['contact_job_changes'], ...POLLING }),
			nodes.only("={{ $json.do_next === 'new_contact' }}"),
			nodes.deal('={{ $json.full_name }}, now {{ $json.title }} at {{ $json.company }}'),
		],
		not: 'a promotion, and a champion who left for nowhere yet',
		happens: async ({ find, publish }) => {
			await publish();
			await find({ radar_type: 'contact_job_changes', ...JANE }, [
				jobChange('promotion'),
				jobChange('departure'),
				jobChange('new_company_role'),
			]);
		},
		readsFrom: ({ deals }) => deals(),
		arrives: ['Jane Doe, now Chief Data Officer at IETF'],
		charges: 1,
	},
];
