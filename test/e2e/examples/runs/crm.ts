import { deepEqual, match, ok } from 'node:assert/strict';

import type { Met } from '../met';
import { company, COMPANIES } from '../standIns';
import { createRadar, DAY_MS, find, onlyRequest, outputOf, posts, type Run, type World } from './run';

const TEN_MINUTES_MS = 600_000;

const NOW_AT = 'birch.example';
const contact = (profile: string) =>
	({
		radar_type: 'contact_job_changes',
		profile_url: `https://profiles.example/in/${profile}`,
		domain: 'cedar.example',
		custom_fields: { contact_id: '2101', owner_id: '77', full_name: 'Priya Nair' },
	}) as const;
const joined = (domain: string, change = 'new_company_role') => ({
	change_type: change,
	new_role: { title: 'Buyer', company_name: 'Birch', company_domain: domain, start_date: '2026-11-01' },
	previous_role: { title: 'Clerk', company_name: 'Cedar', company_domain: 'cedar.example' },
});

/** The outcome of a change of jobs, in the calls that reach the CRM. */
interface Case {
	createWhen: string;
	/** Where the contact now is; the CRM has an account for NOW_AT only. */
	at?: string;
	isDuplicate?: true;
	change?: string;
	creates: boolean;
	/** Each CRM is asked for it in its own words; what else differs, the example decides before. */
	ofEach?: true;
	/** Nothing was left, so the old contact stays as it is. */
	stays?: true;
	says: string;
}

const CREATED = 'The old contact is marked as left. The new contact is in CRM.';
const ONLY_LEFT = 'The old contact is marked as left. No contact was created.';
const UNCHANGED = 'No contact was changed.';

const CASES: readonly Case[] = [
	{ createWhen: 'account exists', ofEach: true, creates: true, says: CREATED },
	{ createWhen: 'account exists', ofEach: true, at: 'unknown.example', creates: false, says: ONLY_LEFT },
	{ createWhen: 'always', at: 'unknown.example', creates: true, says: CREATED },
	{ createWhen: 'never', creates: false, says: ONLY_LEFT },
	{
		createWhen: 'always',
		ofEach: true,
		isDuplicate: true,
		creates: false,
		says: 'The old contact is marked as left. The new company already has this contact in CRM.',
	},
	{ createWhen: 'always', change: 'departure', creates: false, says: ONLY_LEFT },
	{ createWhen: 'always', change: 'promotion', creates: false, stays: true, says: UNCHANGED },
	{ createWhen: 'always', change: 'additional_role', creates: false, stays: true, says: UNCHANGED },
];

interface Crm {
	example: string;
	name: string;
	/** The endpoints that a contact is created and the old one marked with, and that a task is created with. */
	endpoints: { create: string; mark: string; task: string };
	/** What marks the old contact. */
	mark: object;
	/** The name and the owner of the deals that came with new contacts; none where the CRM gets no deals. */
	deals?(world: World): unknown[];
	duplicates(world: World, found: object[]): void;
	checkTask(body: unknown, summary: string): void;
}

/** Of a promotion, and of a second job. */
const STAYS = /promoted|another role/;

const isIn = (instant: number, days: number) =>
	Math.abs(instant - Date.now() - days * DAY_MS) < TEN_MINUTES_MS;

const CRMS: readonly Crm[] = [
	{
		example: 'job-changes-to-hubspot',
		name: 'HubSpot',
		endpoints: {
			create: 'POST api.hubapi.com/crm/v3/objects/contacts',
			mark: 'PATCH api.hubapi.com/crm/v3/objects/contacts/2101',
			task: 'POST api.hubapi.com/engagements/v1/engagements',
		},
		mark: { properties: { hs_lead_status: 'UNQUALIFIED' } },
		deals: ({ services }) =>
			services.sent('POST api.hubapi.com/deals/v1/deal').map(({ body }) => {
				const { associations, properties } = body as {
					associations: object;
					properties: Array<{ name: string; value: unknown }>;
				};
				const of = (name: string) => properties.find((property) => property.name === name)?.value;
				return [of('dealname'), of('dealstage'), of('hubspot_owner_id'), associations];
			}),
		duplicates: ({ hubspot }, found) => void (hubspot.contacts = found),
		checkTask: (body, summary) => {
			const { engagement, metadata } = body as {
				engagement: { ownerId: number; timestamp: number };
				metadata: { subject: string; body: string };
			};
			match(
				metadata.body,
				STAYS.test(summary) ? /^\S*$/ : / Stop the sequences that write to priya\.nair@cedar\.example\.$/,
			);
			ok(isIn(engagement.timestamp, 2), `It is due at ${engagement.timestamp}`);
			deepEqual([engagement.ownerId, metadata.subject], [77, summary]);
		},
	},
	{
		example: 'job-changes-to-salesforce',
		name: 'Salesforce',
		endpoints: {
			create: 'POST example.my.salesforce.com/services/data/v59.0/sobjects/contact',
			mark: 'PATCH example.my.salesforce.com/services/data/v59.0/sobjects/contact/2101',
			task: 'POST example.my.salesforce.com/services/data/v59.0/sobjects/task',
		},
		mark: { HasOptedOutOfEmail: true },
		duplicates: ({ salesforce }, found) => void (salesforce.contacts = found),
		checkTask: (body, summary) => {
			const { ActivityDate, OwnerId, Subject } = body as Record<string, string>;
			const due = Date.parse(String(ActivityDate)) - 2 * DAY_MS;
			// The run may have been on the day before.
			ok(due <= Date.now() && due > Date.now() - 1.5 * DAY_MS, ActivityDate);
			deepEqual([OwnerId, Subject], ['77', summary]);
		},
	},
];

/** A new contact comes with a deal of the owner, at the account if there is one. */
function checkDeals(deals: unknown[], creates: boolean, at: string): void {
	const associations = { associatedCompanyIds: at === NOW_AT ? [502] : [], associatedVids: ['2201'] };
	const deal = ['Priya Nair at Birch', 'appointmentscheduled', '77', associations];
	deepEqual(deals, creates ? [deal] : []);
}

function jobChange(crm: Crm, each: Case): Run {
	const { example, name, endpoints, mark, duplicates, checkTask } = crm;
	const { createWhen, at = NOW_AT, isDuplicate, change, creates, stays, says } = each;
	let summary = '';
	return {
		example,
		from: 'Job Changes',
		before: async (world) => {
			duplicates(world, isDuplicate ? [{ id: '2199', Id: '2199' }] : []);
			summary = (await find(world, contact('priya-nair'), joined(at, change))).summary;
		},
		settings: { create_when: createWhen },
		after: (world, ended) => {
			deepEqual(world.services.sent(endpoints.create).length, Number(creates));
			if (crm.deals) checkDeals(crm.deals(world), creates, at);
			deepEqual(
				world.services.sent(endpoints.mark).map(({ body }) => body),
				stays ? [] : [mark],
			);
			checkTask(onlyRequest(world, endpoints.task).body, summary);
			const created = crm.deals ? `${name}, with a deal` : name;
			const said = says.replace('CRM.', `${says === CREATED ? created : name}.`);
			const result = `${summary}. ${said} The owner has a task, due in 2 days.`;
			deepEqual(outputOf(ended, 'Result'), [{ result }]);
			const where = isDuplicate ? 'a duplicate' : at === NOW_AT ? 'an account' : 'no account';
			return `${createWhen}, ${where}${change ? `, ${change}` : ''}: ${says.replace('CRM', name)}`;
		},
	};
}

/** Two people at once: of the first, the CRM has no account or no contact, and the other one is followed. */
const twoChanges = (
	{ example, name, duplicates, endpoints }: Crm,
	{ id = '2101', at = NOW_AT, meets }: { id?: string; at?: string; meets?: Met },
): Run => ({
	example,
	from: 'Job Changes',
	...(meets && { meets: [meets] }),
	before: async (world) => {
		duplicates(world, []);
		world.services.statusOf = ({ method, address }) =>
			method === 'GET' && /\/(2999|undefined)\b/.test(address) ? 404 : 200;
		const custom = { ...(id && { contact_id: id }), owner_id: '77' };
		await find(world, { ...contact('one'), custom_fields: custom }, joined(at));
		await createRadar(world, contact('two'));
		world.sandbox.control.pushFindings({ content: joined(NOW_AT) });
	},
	after: (world, ended) => {
		const why = `${name} has no such contact, so nothing was changed`;
		const tasks = world.services.sent(endpoints.task).map(({ body }) => JSON.stringify(body));
		const of = (texts: unknown[]) => texts.map(String).filter((text) => text.includes(why)).length;
		const results = outputOf(ended, 'Result').map(({ result }) => result);
		const unknown = meets ? 1 : 0;
		deepEqual(world.services.sent(endpoints.create).length, 1);
		deepEqual(world.services.sent(endpoints.mark).length, 2 - unknown);
		deepEqual([tasks.length, of(tasks), results.length, of(results)], [2, unknown, 2, unknown]);
		ok(!tasks.join().includes('2999'), tasks.join());
		return `2 tasks, 1 contact created${meets ? `, and "${why}"` : ''}`;
	},
});

const HUBSPOT_CONTACTS = [
	['2101', 'Priya', 'Nair', 'priya.nair@cedar.internal', '77'],
	['2102', 'Info', '', 'info@cedar.internal', null],
].map(([id, firstname, lastname, email, owner]) => ({
	id,
	properties: { firstname, lastname, email, hubspot_owner_id: owner },
}));

const HUBSPOT_LIST = { example: 'sync-a-list/hubspot', from: 'Every Morning' } as const;
const CONTACTS = { example: 'contacts-from-hubspot', from: 'Every Morning' } as const;
const SHEET = { example: 'sync-a-list/google-sheet', from: 'Every Morning' } as const;
const SHEET_COLUMNS = ['Website', 'change', 'reason', 'radar_id'];
const SHEET_OF_THREE = ['cedar.example', 'birch.example', 'dune.example'].map((domain) => [
	domain,
	'',
	'',
	'',
]);
const APPLY: Pick<Run, 'parameters'> = { parameters: { 'Sync Radars': { syncMode: 'apply' } } };

/** Lists of a CRM, applied: which radars there are then. */
const LIST_RUNS: readonly Run[] = [
	posts(
		{ ...HUBSPOT_LIST, before: ({ sandbox }) => sandbox.control.reset() },
		'The plan (nothing is changed yet): 1 × New radar\n- New radar: cedar.example. New on the list.',
		({ sandbox }) => deepEqual(sandbox.control.radars(), []),
	),
	posts(
		{ ...HUBSPOT_LIST, ...APPLY },
		/^Radars changed: 1 × New radar\n- New radar: cedar\.example\./,
		(world) => {
			const { query } = onlyRequest(world, 'GET api.hubapi.com/companies/v2/companies/paged');
			deepEqual(query.getAll('properties'), ['domain', 'name', 'hs_is_target_account']);
			const radars = world.sandbox.control.radars();
			deepEqual(
				radars.map(({ domain, custom_fields }) => [domain, custom_fields?.hubspot_id]),
				[['cedar.example', '501']],
			);
		},
	),
	posts(
		{
			...HUBSPOT_LIST,
			meets: ['an empty input'],
			before: ({ sandbox, hubspot }) => {
				sandbox.control.reset();
				hubspot.companies = [];
			},
		},
		'HubSpot has no target accounts. Nothing was changed.',
		({ hubspot }) => void (hubspot.companies = COMPANIES),
	),
	posts(
		{
			...HUBSPOT_LIST,
			...APPLY,
			meets: ['an invalid row', 'a failed row'],
			before: ({ sandbox: { control }, hubspot }) => {
				control.reset();
				control.balance(1);
				hubspot.companies = [
					...COMPANIES,
					company(505, 'no domain', true),
					company(506, 'dune.example', true),
				];
			},
		},
		/^Radars changed: 1 × New radar, 2 × Not possible\n(?=.*- Not possible: no domain\. ')(?=.*- Not possible: (cedar|dune)\.example\. The account balance is too low)/s,
		({ hubspot }) => void (hubspot.companies = COMPANIES),
	),
	{
		...SHEET,
		...APPLY,
		meets: ['an invalid row'],
		before: ({ sandbox, spreadsheet }) => {
			sandbox.control.reset();
			spreadsheet.fill('Companies', [
				SHEET_COLUMNS,
				['https://cedar.example/', '', '', ''],
				['', '', '', ''],
				['birch.example', '', '', ''],
				['no domain', '', '', ''],
			]);
		},
		after: ({ sandbox, spreadsheet }, ended) => {
			const ids = new Map(sandbox.control.radars().map(({ domain, radar_id }) => [domain, radar_id]));
			const [, first, empty, third, wrong = []] = spreadsheet.rows('Companies');
			const row = (cell: string, domain = cell) => [cell, 'created', 'New on the list.', ids.get(domain)];
			deepEqual(
				[first, empty, third],
				[row('https://cedar.example/', 'cedar.example'), ['', '', '', ''], row('birch.example')],
			);
			deepEqual(wrong[1], 'not possible');
			const [{ result }] = outputOf(ended, 'Result') as [{ result: string }];
			deepEqual(result, 'Radars changed: 2 × created, 1 × not possible (row 5).');
			return `2 radars, with their IDs in Google Sheets, and "${result}"`;
		},
	},
	{
		...SHEET,
		...APPLY,
		meets: ['a failed row'],
		before: ({ sandbox: { control }, spreadsheet }) => {
			control.balance(0);
			spreadsheet.fill('Companies', [SHEET_COLUMNS, ...SHEET_OF_THREE]);
		},
		after: ({ spreadsheet }, ended) => {
			const changes = spreadsheet.rows('Companies').map(([, change, reason]) => [change, reason]);
			const kept = ['keep', 'Already on the list.'];
			deepEqual(changes.slice(1), [kept, kept, ['not possible', 'The account balance is too low']]);
			const [{ result } = {}] = outputOf(ended, 'Result');
			deepEqual(result, 'Radars changed: 2 × keep, 1 × not possible (row 4).');
			return `"${String(result)}", and the reason in Google Sheets`;
		},
	},
	{
		...SHEET,
		...APPLY,
		meets: ['an empty input'],
		before: ({ spreadsheet }) => spreadsheet.fill('Companies', [SHEET_COLUMNS, ['', '', '', '']]),
		fails: /^The sheet has no companies\. Nothing was changed\.$/,
		after: ({ sandbox }) => {
			deepEqual(sandbox.control.radars().length, 2);
			return 'and the radars of before are active';
		},
	},
	posts(
		{
			...CONTACTS,
			...APPLY,
			meets: ['an invalid row'],
			before: ({ sandbox, hubspot }) => {
				sandbox.control.reset();
				hubspot.contacts = HUBSPOT_CONTACTS;
			},
		},
		/^Radars changed: 1 × New radar, 1 × Not possible\n- New radar: Priya Nair, cedar\.internal\. New on the list\.\n- Not possible: info@cedar\.internal\. /,
		({ sandbox }) => {
			const [radar, ...more] = sandbox.control.radars();
			const { contact_id, owner_id, full_name } = radar?.custom_fields ?? {};
			deepEqual(
				[radar?.radar_type, contact_id, owner_id, full_name, more],
				['contact_job_changes', '2101', '77', 'Priya Nair', []],
			);
		},
	),
	posts(
		{
			...CONTACTS,
			...APPLY,
			meets: ['a failed row'],
			before: ({ sandbox: { control }, hubspot }) => {
				control.reset();
				control.balance(0);
				hubspot.contacts = HUBSPOT_CONTACTS.slice(0, 1);
			},
		},
		'Radars changed: 1 × Not possible\n- Not possible: priya.nair@cedar.internal. The account balance is too low',
	),
	posts(
		{
			...CONTACTS,
			meets: ['an empty input'],
			before: ({ sandbox, hubspot }) => {
				sandbox.control.reset();
				hubspot.contacts = [];
			},
		},
		'No customer in HubSpot has a contact with an email. Nothing was changed.',
	),
];

export const CRM_RUNS: readonly Run[] = [
	...CRMS.flatMap((crm, index) => [
		...CASES.filter(({ ofEach }) => ofEach ?? index === 0).map((each) => jobChange(crm, each)),
		twoChanges(crm, { at: 'unknown.example' }),
		twoChanges(crm, { id: '2999', meets: 'a failed row' }),
		twoChanges(crm, { id: '', meets: 'an invalid row' }),
	]),
	...LIST_RUNS,
];
