import { deepEqual, ok } from 'node:assert/strict';

import { createRadar, find } from './findings';
import type { Run, World } from './run';
import { DAY_MS, onlyMessage, onlyRequest, outputOf } from './support';

const A_MINUTE_MS = 60_000;

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

/** What a mode does with a change of jobs, in the calls that reach the CRM. */
interface Case {
	mode: string;
	/** Where the contact now is; the CRM has an account for NOW_AT only. */
	at?: string;
	isDuplicate?: true;
	change?: string;
	does: 'create' | 'update' | 'nothing';
	says: string;
}

const CREATED = 'New contact in CRM.';
const UNCHANGED = 'No contact was changed.';

const CASES: readonly Case[] = [
	{ mode: 'account exists', does: 'create', says: CREATED },
	{ mode: 'account exists', at: 'unknown.example', does: 'nothing', says: UNCHANGED },
	{ mode: 'always', at: 'unknown.example', does: 'create', says: CREATED },
	{ mode: 'task only', does: 'nothing', says: UNCHANGED },
	{ mode: 'update', does: 'update', says: 'The contact in CRM is up to date.' },
	{
		mode: 'always',
		isDuplicate: true,
		does: 'nothing',
		says: 'The new company already has this contact in CRM.',
	},
	{ mode: 'always', change: 'promotion', does: 'nothing', says: UNCHANGED },
];

interface Crm {
	example: string;
	name: string;
	/** The endpoints that a contact is created or changed with, and that a task is. */
	endpoints: { create: string; update: string; task: string };
	duplicates(world: World, found: object[]): void;
	checkTask(body: unknown, summary: string): void;
}

const isIn = (instant: number, days: number) => Math.abs(instant - Date.now() - days * DAY_MS) < A_MINUTE_MS;

const CRMS: readonly Crm[] = [
	{
		example: 'job-changes-to-hubspot',
		name: 'HubSpot',
		endpoints: {
			create: 'POST api.hubapi.com/crm/v3/objects/contacts',
			update: 'POST api.hubapi.com/contacts/v1/contact/createOrUpdate/email/priya.nair@cedar.example',
			task: 'POST api.hubapi.com/engagements/v1/engagements',
		},
		duplicates: ({ hubspot }, found) => void (hubspot.contacts = found),
		checkTask: (body, summary) => {
			const { engagement, metadata } = body as {
				engagement: { ownerId: number; timestamp: number };
				metadata: { subject: string };
			};
			ok(isIn(engagement.timestamp, 2), `It is due at ${engagement.timestamp}`);
			deepEqual([engagement.ownerId, metadata.subject], [77, summary]);
		},
	},
	{
		example: 'job-changes-to-salesforce',
		name: 'Salesforce',
		endpoints: {
			create: 'POST example.my.salesforce.com/services/data/v59.0/sobjects/contact',
			update: 'PATCH example.my.salesforce.com/services/data/v59.0/sobjects/contact/2101',
			task: 'POST example.my.salesforce.com/services/data/v59.0/sobjects/task',
		},
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

function jobChange({ example, name, endpoints, duplicates, checkTask }: Crm, each: Case): Run {
	const { mode, at = NOW_AT, isDuplicate, change, does, says } = each;
	let summary = '';
	return {
		example,
		from: 'Job Changes',
		before: async (world) => {
			duplicates(world, isDuplicate ? [{ id: '2199', Id: '2199' }] : []);
			summary = (await find(world, contact('priya-nair'), joined(at, change))).summary;
		},
		parameters: {
			Settings: { assignments: { assignments: [{ name: 'mode', value: mode, type: 'string' }] } },
		},
		after: (world, ended) => {
			for (const kind of ['create', 'update'] as const)
				deepEqual(world.services.sent(endpoints[kind]).length, Number(kind === does), kind);
			checkTask(onlyRequest(world, endpoints.task).body, summary);
			const result = `${summary}. ${says.replace('CRM', name)} The owner has a task, due in two days.`;
			deepEqual(outputOf(ended, 'Result'), [{ result }]);
			const where = isDuplicate ? 'a duplicate' : at === NOW_AT ? 'an account' : 'no account';
			return `${mode}, ${where}${change ? `, ${change}` : ''}: ${says.replace('CRM', name)}`;
		},
	};
}

/** Two people at once, of whom one is at an account. */
const twoChanges = ({ example, duplicates, endpoints }: Crm): Run => ({
	example,
	from: 'Job Changes',
	before: async (world) => {
		duplicates(world, []);
		await find(world, contact('one'), joined('unknown.example'));
		await createRadar(world, contact('two'));
		world.sandbox.control.pushFindings({ content: joined(NOW_AT) });
	},
	after: (world, ended) => {
		deepEqual(world.services.sent(endpoints.create).length, 1);
		deepEqual(world.services.sent(endpoints.task).length, 2);
		deepEqual(outputOf(ended, 'Result').length, 2);
		return '2 contacts at once, 1 created';
	},
});

const HUBSPOT_CONTACTS = [
	['2101', 'Priya', 'Nair', 'priya.nair@cedar.com', '77'],
	['2102', 'Info', '', 'info@cedar.com', null],
].map(([id, firstname, lastname, email, owner]) => ({
	id,
	properties: { firstname, lastname, email, hubspot_owner_id: owner },
}));

/** Lists of a CRM, applied: which radars there are then. */
const LIST_RUNS: readonly Run[] = [
	{
		example: 'sync-a-list/hubspot',
		from: 'Every Morning',
		before: ({ sandbox }) => sandbox.control.reset(),
		after: (world) => {
			deepEqual(world.sandbox.control.radars(), []);
			const text = onlyMessage(world);
			deepEqual(text, 'The plan (nothing is changed yet):\n- New radar: cedar.example. New on the list.');
			return 'a plan in Slack, and no radar';
		},
	},
	{
		example: 'sync-a-list/hubspot',
		from: 'Every Morning',
		parameters: { 'Sync Radars': { syncMode: 'apply' } },
		after: (world) => {
			const { query } = onlyRequest(world, 'GET api.hubapi.com/companies/v2/companies/paged');
			deepEqual(query.getAll('properties'), ['domain', 'name', 'hs_is_target_account']);
			deepEqual(
				world.sandbox.control
					.radars()
					.map(({ domain, custom_fields }) => [domain, custom_fields?.hubspot_id]),
				[['cedar.example', '501']],
			);
			ok(onlyMessage(world).startsWith('Radars changed:\n- New radar: cedar.example.'));
			return '1 radar of a HubSpot company, 1 message';
		},
	},
	{
		example: 'sync-a-list/google-sheet',
		from: 'Every Morning',
		parameters: { 'Sync Radars': { syncMode: 'apply' } },
		before: ({ sandbox, spreadsheet }) => {
			sandbox.control.reset();
			spreadsheet.fill('Companies', [
				['domain', 'change', 'reason', 'radar_id'],
				['cedar.example', '', '', ''],
				['', '', '', ''],
				['birch.example', '', '', ''],
			]);
		},
		after: ({ sandbox, spreadsheet }) => {
			const ids = new Map(sandbox.control.radars().map(({ domain, radar_id }) => [domain, radar_id]));
			const [, first, empty, third] = spreadsheet.rows('Companies');
			const row = (domain: string) => [domain, 'create', 'New on the list.', ids.get(domain)];
			deepEqual([first, empty, third], [row('cedar.example'), ['', '', '', ''], row('birch.example')]);
			return '2 radars, with their IDs in Google Sheets';
		},
	},
	{
		example: 'contacts-from-hubspot',
		from: 'Every Morning',
		parameters: { 'Sync Radars': { syncMode: 'apply' } },
		before: ({ sandbox, hubspot }) => {
			sandbox.control.reset();
			hubspot.contacts = HUBSPOT_CONTACTS;
		},
		after: (world) => {
			const [radar, ...more] = world.sandbox.control.radars();
			const { contact_id, owner_id, full_name } = radar?.custom_fields ?? {};
			deepEqual(
				[radar?.radar_type, contact_id, owner_id, full_name, more],
				['contact_job_changes', '2101', '77', 'Priya Nair', []],
			);
			const text = onlyMessage(world);
			ok(
				/- New radar: Priya Nair, cedar\.com\. New on the list\.\n- Not possible: .*info@cedar\.com/.test(
					text,
				),
				text,
			);
			return '1 radar of a contact, and 1 contact that is not possible, in Slack';
		},
	},
	{
		example: 'lead-scoring',
		from: 'Updates',
		before: async (world) => {
			const radar = { domain: 'cedar.example', custom_fields: { hubspot_id: '501' } };
			await find(world, { radar_type: 'company_new_hires', ...radar }, { title: 'Buyer' });
			world.sandbox.control.pushFindings({ content: { title: 'Head of Sales' } });
		},
		after: (world) => {
			onlyRequest(world, 'GET api.hubapi.com/companies/v2/companies/501');
			const { body } = onlyRequest(world, 'PUT api.hubapi.com/companies/v2/companies/501');
			deepEqual(body, { properties: [{ name: 'radar_score', value: 70 }] });
			const [first, ...why] = onlyMessage(world).split('\n');
			deepEqual([first, why.length], ['cedar.example has 70 points:', 2]);
			return `"${first}" in Slack, 30 before`;
		},
	},
];

export const CRM_RUNS: readonly Run[] = [
	...CRMS.flatMap((crm) => [...CASES.map((each) => jobChange(crm, each)), twoChanges(crm)]),
	...LIST_RUNS,
];
