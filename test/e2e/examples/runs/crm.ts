import type { Met } from '../met';
import { company, COMPANIES } from '../standIns';
import type { Run, Runs } from './run';

const DAY_MS = 24 * 60 * 60 * 1000;
const TEN_MINUTES_MS = 600_000;

/** The only company with an account in the CRM. */
const NOW_AT = 'birch.example';
const UNKNOWN = 'unknown.example';

const contact = (profile: string, custom: object = { contact_id: '2101' }) =>
	({
		radar_type: 'contact_job_changes',
		profile_url: `https://profiles.example/in/${profile}`,
		domain: 'cedar.example',
		custom_fields: { owner_id: '77', full_name: 'Priya Nair', ...custom },
	}) as const;
const joined = (domain: string, change = 'new_company_role') => ({
	content: {
		change_type: change,
		new_role: { title: 'Buyer', company_name: 'Birch', company_domain: domain, start_date: '2026-11-01' },
		previous_role: { title: 'Clerk', company_name: 'Cedar', company_domain: 'cedar.example' },
	},
});

/** What is done with a change of jobs. */
interface Case {
	createWhen: 'account exists' | 'always' | 'never';
	/** Where the contact now is. */
	at?: string;
	isDuplicate?: true;
	change?: string;
	/** Each CRM is asked for it in its own words; what else differs, the example decides before. */
	ofEach?: true;
	says: string;
}

const CREATED = 'The old contact is marked as left. The new contact is in CRM.';
const ONLY_LEFT = 'The old contact is marked as left. No contact was created.';
const DUPLICATE = 'The old contact is marked as left. The new company already has this contact in CRM.';
const UNCHANGED = 'No contact was changed.';

const CASES: readonly Case[] = [
	{ createWhen: 'account exists', ofEach: true, says: CREATED },
	{ createWhen: 'account exists', ofEach: true, at: UNKNOWN, says: ONLY_LEFT },
	{ createWhen: 'always', at: UNKNOWN, says: CREATED },
	{ createWhen: 'never', says: ONLY_LEFT },
	{ createWhen: 'always', ofEach: true, isDuplicate: true, says: DUPLICATE },
	{ createWhen: 'always', change: 'departure', says: ONLY_LEFT },
	{ createWhen: 'always', change: 'additional_role', says: UNCHANGED },
];

interface Crm {
	example: string;
	name: string;
	/** The endpoints that a contact is created and the old one marked with, that a task is created with, and a deal, if any. */
	create: string;
	mark: string;
	task: string;
	deal?: string;
	/** What marks the old contact. */
	marked: object;
	/** The task of an owner, due in two days. */
	isTask(summary: string): object;
}

const HUBSPOT = 'api.hubapi.com';
const SALESFORCE = 'example.my.salesforce.com/services/data/v59.0/sobjects';

const CRMS: readonly Crm[] = [
	{
		example: 'job-changes-to-hubspot',
		name: 'HubSpot',
		create: `POST ${HUBSPOT}/crm/v3/objects/contacts`,
		mark: `PATCH ${HUBSPOT}/crm/v3/objects/contacts/2101`,
		task: `POST ${HUBSPOT}/engagements/v1/engagements`,
		deal: `POST ${HUBSPOT}/deals/v1/deal`,
		marked: { properties: { hs_lead_status: 'UNQUALIFIED' } },
		isTask: (summary) => ({
			engagement: {
				ownerId: 77,
				timestamp: (at: number) => Math.abs(at - Date.now() - 2 * DAY_MS) < TEN_MINUTES_MS,
			},
			metadata: {
				subject: summary,
				// Of a second job, there's nothing to stop.
				body: summary.includes('another role')
					? /^\S*$/
					: / Stop the sequences that write to priya\.nair@cedar\.example\.$/,
			},
		}),
	},
	{
		example: 'job-changes-to-salesforce',
		name: 'Salesforce',
		create: `POST ${SALESFORCE}/contact`,
		mark: `PATCH ${SALESFORCE}/contact/2101`,
		task: `POST ${SALESFORCE}/task`,
		marked: { HasOptedOutOfEmail: true },
		isTask: (summary) => ({
			OwnerId: '77',
			Subject: summary,
			// The run may have been on the day before.
			ActivityDate: (day: string) => Math.abs(Date.parse(day) - Date.now() - 1.25 * DAY_MS) < 0.8 * DAY_MS,
		}),
	},
];

/** A new contact comes with a deal of the owner, at the account if there is one. */
const dealAt = (at: string) => ({
	associations: { associatedCompanyIds: at === NOW_AT ? [502] : [], associatedVids: ['2201'] },
	properties: (all: Array<{ name: string; value: unknown }>) =>
		Object.entries({
			dealname: 'Priya Nair at Birch',
			dealstage: 'appointmentscheduled',
			hubspot_owner_id: '77',
		}).every(([name, value]) => all.some((each) => each.name === name && each.value === value)),
});

function jobChange(crm: Crm, { createWhen, at = NOW_AT, isDuplicate, change, says }: Case): Run {
	const { name, create, mark, task, deal, marked, isTask } = crm;
	const creates = says === CREATED;
	const said = says.replace('CRM.', creates && deal ? `${name}, with a deal.` : `${name}.`);
	return {
		settings: { create_when: createWhen },
		radars: [contact('priya-nair')],
		finds: [joined(at, change)],
		before: ({ hubspot, salesforce }) => {
			if (isDuplicate) hubspot.contacts = salesforce.contacts = [{ id: '2199', Id: '2199' }];
		},
		then: ({ summary }) => ({
			sent: {
				[create]: creates ? [{}] : [],
				[mark]: says === UNCHANGED ? [] : [marked],
				[task]: [isTask(summary)],
				...(deal && { [deal]: creates ? [dealAt(at)] : [] }),
			},
			result: [`${summary}. ${said} The owner has a task, due in 2 days.`],
		}),
	};
}

/** Two people at once: of the first, the CRM has no account or no contact, and the other one is followed. */
function twoChanges(crm: Crm, custom: object, at = NOW_AT, meets?: Met): Run {
	const { name, create, mark, task } = crm;
	const why = `${name} has no such contact, so nothing was changed`;
	const counts = (unknown: number, all: unknown[]) =>
		all.length === 2 && all.filter((each) => JSON.stringify(each).includes(why)).length === unknown;
	const unknown = meets ? 1 : 0;
	return {
		meets: meets && [meets],
		radars: [contact('one', custom), contact('two')],
		down: /^GET .*\/(2999|undefined)\b/,
		before: ({ sandbox: { control } }) => {
			control.pushFindings({ radar_id: control.radars()[0]?.radar_id, ...joined(at) });
			control.pushFindings(joined(NOW_AT));
		},
		then: {
			sent: {
				[create]: [{}],
				[mark]: Array(2 - unknown).fill({}),
				[task]: ((all: unknown[]) => counts(unknown, all) && !JSON.stringify(all).includes('2999')) as never,
			},
			result: ((all: unknown[]) => counts(unknown, all)) as never,
		},
	};
}

const CONTACTS_OF_HUBSPOT = [
	['2101', 'Priya', 'Nair', 'priya.nair@cedar.internal', '77'],
	['2102', 'Info', '', 'info@cedar.internal', null],
].map(([id, firstname, lastname, email, owner]) => ({
	id,
	properties: { firstname, lastname, email, hubspot_owner_id: owner },
}));

const APPLIED = { parameters: { 'Sync Radars': { syncMode: 'apply' } } };

const companies =
	(...all: typeof COMPANIES): Run['before'] =>
	({ hubspot }) =>
		void (hubspot.companies = all);
const contacts =
	(...all: typeof CONTACTS_OF_HUBSPOT): Run['before'] =>
	({ hubspot }) =>
		void (hubspot.contacts = all);

/** What Slack says of a list of the CRM that is applied, and which radars there are then. */
const listed = (slack: RegExp | string, radars: unknown[], more: Partial<Run> = {}): Run => ({
	...{ ...APPLIED, ...more },
	then: { slack: [slack], radars },
});

const COLUMNS = ['Website', 'change', 'reason', 'radar_id'];
const ofSheet = (...rows: unknown[][]) => ({ Companies: [COLUMNS, ...rows] });

/** The same of a sheet, whose rows say it. */
const applied = (
	domains: string[],
	rows: unknown[][],
	result: string[],
	radars: unknown[],
	more: Partial<Run>,
): Run => ({
	...{
		...APPLIED,
		...more,
		sheets: ofSheet(...domains.map((domain) => [domain, '', '', ''])) as Run['sheets'],
	},
	then: { radars, result, sheets: ofSheet(...rows) },
});

const CREATED_ROW = ['created', 'New on the list.', /./];
const KEPT = ['keep', 'Already on the list.', /./];
const BOTH = ['cedar.example', NOW_AT];
const WITHOUT = ['', '', '', ''];

const LIST_RUNS: Runs = {
	'sync-a-list/hubspot': [
		listed(
			'The plan (nothing is changed yet): 1 × New radar\n- New radar: cedar.example. New on the list.',
			[],
			{ parameters: {} },
		),
		listed(/^Radars changed: 1 × New radar\n- New radar: cedar\.example\./, ['cedar.example']),
		listed(
			/^Radars changed: 1 × New radar, 2 × Not possible\n(?=.*- Not possible: no domain\. ')(?=.*- Not possible: (cedar|dune)\.example\. The account balance is too low)/s,
			[/^(cedar|dune)\.example$/],
			{
				...{ meets: ['an invalid row', 'a failed row'], balance: 1 },
				before: companies(...COMPANIES, company(505, 'no domain', true), company(506, 'dune.example', true)),
			},
		),
		listed('HubSpot has no target accounts. Nothing was changed.', [], {
			...{ meets: ['an empty input'], before: companies() },
		}),
	],
	'sync-a-list/google-sheet': [
		applied(
			['https://cedar.example/', '', NOW_AT, 'no domain'],
			[
				['https://cedar.example/', ...CREATED_ROW],
				WITHOUT,
				[NOW_AT, ...CREATED_ROW],
				['no domain', 'not possible', /domain/, /^/],
			],
			['Radars changed: 2 × created, 1 × not possible (row 5).'],
			BOTH,
			{ meets: ['an invalid row'] },
		),
		applied(
			[...BOTH, 'dune.example'],
			[
				...BOTH.map((domain) => [domain, ...KEPT]),
				['dune.example', 'not possible', 'The account balance is too low', /^/],
			],
			['Radars changed: 2 × keep, 1 × not possible (row 4).'],
			BOTH,
			{ meets: ['a failed row'], keeps: true, balance: 0 },
		),
		applied([''], [WITHOUT], [], BOTH, {
			...{ meets: ['an empty input'], keeps: true },
			fails: /^The sheet has no companies\. Nothing was changed\.$/,
		}),
	],
	'contacts-from-hubspot': [
		listed(
			/^Radars changed: 1 × New radar, 1 × Not possible\n- New radar: Priya Nair, cedar\.internal\. New on the list\.\n- Not possible: info@cedar\.internal\. /,
			['cedar.internal'],
			{ meets: ['an invalid row'], before: contacts(...CONTACTS_OF_HUBSPOT) },
		),
		listed(
			'Radars changed: 1 × Not possible\n- Not possible: priya.nair@cedar.internal. The account balance is too low',
			[],
			{ meets: ['a failed row'], balance: 0, before: contacts(...CONTACTS_OF_HUBSPOT.slice(0, 1)) },
		),
		listed('No customer in HubSpot has a contact with an email. Nothing was changed.', [], {
			meets: ['an empty input'],
		}),
	],
};

const changesOf = (crm: Crm, index: number): readonly Run[] => [
	...CASES.filter(({ ofEach }) => ofEach ?? index === 0).map((each) => jobChange(crm, each)),
	twoChanges(crm, { contact_id: '2101' }, UNKNOWN),
	twoChanges(crm, { contact_id: '2999' }, NOW_AT, 'a failed row'),
	twoChanges(crm, {}, NOW_AT, 'an invalid row'),
];

export const CRM_RUNS: Runs = {
	...Object.fromEntries(CRMS.map((crm, index) => [crm.example, changesOf(crm, index)])),
	...LIST_RUNS,
};
