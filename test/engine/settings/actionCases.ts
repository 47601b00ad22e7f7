import type { IDataObject } from 'n8n-workflow';

import type { Control } from '../../../sandbox';
import type { RadarDefinition } from '../../../sandbox/types';

/** What a case does with the service before the run. */
export interface Helper {
	readonly control: Control;
	create(radar: RadarDefinition): Promise<IDataObject>;
	createInBulk(radars: RadarDefinition[]): Promise<IDataObject>;
	run(parameters: IDataObject, items?: IDataObject[]): Promise<{ error?: unknown }>;
}

export interface Case {
	/** The value, or what makes it of the world. Lists and switches need none: each choice is tried. */
	value?: unknown;
	/** Further parameters of both runs. */
	with?: IDataObject;
	/** Of the company, whatever the radars come from. */
	domain?: string;
	items?: IDataObject[];
	/** What the account holds before; returns further parameters. */
	world?: (helper: Helper) => Promise<IDataObject | void> | IDataObject | void;
	/** Right before the run that is looked at. */
	now?: (helper: Helper) => void;
	/** It sends what the API's document doesn't allow. */
	isBeyondTheApi?: true;
}

const URL = 'https://n8n.example.com/webhook/radar';

const seeded: Case['world'] = ({ control }) => void control.seed({ radars: 45, updates: 90 });

/** The next request is refused for now. */
const busy: Case['now'] = ({ control }) => {
	for (const method of ['GET', 'POST', 'DELETE'])
		control.addFaults({ kind: 'status', status: 429, method, headers: { 'retry-after': '30' } });
};

const firstRadar = ({ control }: Helper) => [control.radars()[0]?.radar_id];

const LIST = {
	resource: 'radar',
	operation: 'syncList',
	listName: 'Target accounts',
	syncMode: 'apply',
	radarsFrom: 'itemJson',
};

const rows = (...domains: string[]) => domains.map((domain) => ({ radar_type: 'company_new_hires', domain }));

/** The list has radars already. */
const listOf =
	(items: IDataObject[], more: IDataObject = {}): Case['world'] =>
	async ({ run }) => {
		const { error } = await run({ ...LIST, ...more }, items);
		if (error) throw error;
	};

const ofSales = rows('w3.org').map((row) => ({ ...row, departments: ['Sales'] }));

/** A radar that somebody else created, whose filters nobody knows. */
const similar: Case['world'] = async ({ create }) =>
	void (await create({ radar_type: 'company_new_hires', domain: 'w3.org' }));

const existing: Case['world'] = async ({ run }) =>
	void (await run({ resource: 'radar', operation: 'create', domain: 'w3.org' }));

const slowBulk: Case['now'] = ({ control }) => void control.change({ bulk: { itemMs: 1000 } });

/** By the place of the setting, or by operation and place. */
export const CASES: Readonly<Record<string, Case>> = {
	month: {},
	simplify: { world: seeded },
	ipAddress: { value: '8.8.4.12' },
	onePerCompany: {},
	'options.allowDoubtful': { domain: 'gmail.com' },
	'company.reveal options.allowDoubtful': { with: { ipAddress: '2002:808:808::1' }, isBeyondTheApi: true },
	'options.includeInput': {},
	'options.minimumBalance': { value: 5000 },
	'options.monthlyBudget': { value: 0 },
	'options.longestWait': { value: 0, world: seeded, now: busy },
	'options.spendingLimit': { value: 0 },
	silentDays: { value: 1, world: ({ control }) => void control.seed({ radars: 5, updates: 5, days: 20 }) },
	knownUrls: {
		value: URL,
		world: async ({ create }) => {
			await create({
				radar_type: 'company_new_hires',
				domain: 'w3.org',
				webhook_url: 'https://old.example.com/x',
			});
		},
	},
	dryRun: {},
	domain: { value: 'ietf.org' },
	filterBy: {},
	departments: { with: { filterBy: 'role' } },
	seniorities: { with: { filterBy: 'role' } },
	email: { value: 'ada.lovelace@w3.org', with: { radarType: 'contact_job_changes' } },
	countries: { with: { radarType: 'industry_job_openings' } },
	profileUrl: {
		value: 'https://profiles.example.com/in/ada',
		with: { radarType: 'contact_job_changes', email: 'ada.lovelace@w3.org' },
	},
	'options.profileUrl': { value: 'https://profiles.example.com/company/w3c' },
	fullName: { value: 'Ada Lovelace', with: { radarType: 'contact_job_changes' } },
	keyword: { value: 'heat pumps', with: { radarType: 'industry_mentions' } },
	titlesAnyOf: { value: 'head of sales', with: { filterBy: 'build' } },
	titlesNoneOf: { value: 'assistant', with: { filterBy: 'build' } },
	'titleOptions.allOf': { value: 'sales', with: { filterBy: 'build' } },
	'titleOptions.exact': { value: 'Chief of Staff', with: { filterBy: 'build' } },
	jobTitles: { value: 'marketing', with: { filterBy: 'expression' } },
	'options.customFields.fields.0.name': {
		value: 'crm_id',
		with: { options: { customFields: { fields: [{ value: '42' }] } } },
	},
	'options.customFields.fields.0.value': {
		value: '42',
		with: { options: { customFields: { fields: [{ name: 'crm_id' }] } } },
	},
	'options.updatesSince': {
		value: '={{ $now.minus({ days: 1 }).toISO() }}',
		with: { radarType: 'company_mentions' },
	},
	'options.webhookUrl': { value: URL },
	'options.ifRadarExists': { world: existing },
	'options.maximumRadars': { value: 0 },
	radarId: {
		value: { __rl: true, mode: 'id', value: '6f1c9c52-4e0b-4d39-9a5e-2f6f0a6c9f01' },
		world: seeded,
	},
	returnAll: { world: seeded, with: { limit: 1 } },
	limit: { value: 2, world: seeded },
	'filters.domains': { value: 'seed-000002.com', world: seeded },
	'filters.createdSince': { value: '={{ $now.minus({ days: 10 }).toISO() }}', world: seeded },
	'filters.radarIds': { value: firstRadar, world: seeded },
	'filters.radarType': { world: seeded },
	'filters.radarStatus': { world: seeded },
	'filters.foundAfter': { value: '={{ $now.minus({ days: 10 }).toISO() }}', world: seeded },
	'filters.foundBefore': { value: '={{ $now.minus({ days: 10 }).toISO() }}', world: seeded },
	'filters.jobTitles': { value: 'zookeeper', world: seeded },
	'filters.titlesReturn': { world: seeded, with: { filters: { jobTitles: 'zookeeper' } } },
	'filters.levels': { world: seeded },
	'filters.radarTypes': { world: seeded },
	listName: { value: 'Other accounts', world: listOf(rows('w3.org')) },
	syncMode: {},
	radarsFrom: { items: rows('ietf.org'), with: { radars: JSON.stringify(rows('iana.org')) } },
	radars: {
		value: '[{ "radar_type": "company_mentions", "domain": "ietf.org" }]',
		with: { radarsFrom: 'list' },
	},
	'options.allowEmptyList': {
		with: { radarsFrom: 'list', radars: '[]' },
		items: [{}],
		world: listOf(rows('w3.org')),
	},
	'options.createIncomparable': { world: similar },
	'options.keyField': {
		value: 'crm_id',
		with: { options: { customFields: { fields: [{ name: 'crm_id', value: '42' }] } } },
	},
	'options.maximumToDeactivate': { value: '0', world: listOf(rows('ietf.org', 'w3.org')) },
	'options.replaceChanged': {
		with: { filterBy: 'role', departments: ['Sales'], radars: JSON.stringify(ofSales) },
		items: ofSales,
		world: async (helper) => {
			helper.control.change({ account: { billing: { company_new_hires: 'update_based' } } });
			await listOf(rows('w3.org'))?.(helper);
		},
	},
	'options.timeLimit': { value: 1, now: slowBulk },
	'options.trustList': {
		world: listOf(rows('w3.org')),
		now: ({ control }) => void control.change({ radars: { listMost: 0 } }),
	},
	'options.wait': { world: existing },
	'options.bulkWebhookUrl': { value: URL },
	bulkId: {
		value: '7f1c9c52-4e0b-4d39-9a5e-2f6f0a6c9f01',
		world: async ({ createInBulk }) => ({
			bulkId: (await createInBulk(rows('w3.org') as never)).bulk_id as string,
		}),
	},
	expression: { value: 'marketing' },
	title: { value: 'Head of Sales' },
	radarType: {},
	updateType: {},
	webhookUrl: { value: URL },
};

/** Settings that change nothing in such a run, each with the reason. */
export const EXCEPTIONS: Array<[setting: RegExp, reason: string]> = [
	[/ filters\.titlesReturn=matching/, 'says what Job Titles does without it'],
	[/ options\.(?:allowDoubtful|allowEmptyList|replaceChanged) alone/, 'permits what nothing asks for'],
	[/ radarsFrom=list alone/, 'the list has the radar of the item'],
];
