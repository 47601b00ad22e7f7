import { deepEqual, ok } from 'node:assert/strict';

import type { INode } from 'n8n-workflow';

import type { SimplifiedUpdate } from '../../../../nodes/shared/updates/updateColumns';
import { readExample } from '../example';
import type { Completion } from '../services/model';
import type { ServiceRequest } from '../services/services';
import { find } from './findings';
import type { Run, World } from './run';

const DAY_MS = 24 * 60 * 60 * 1000;
const A_MINUTE_MS = 60_000;

const SPREADSHEET = 'sheets.googleapis.com/v4/spreadsheets/ID-of-your-spreadsheet';
const HEADINGS = ['date', 'company', 'person', 'what', 'link'];

/** The only request that came to this endpoint. */
function onlyRequest({ services }: World, endpoint: string): ServiceRequest {
	const [request, ...more] = services.sent(endpoint);
	ok(request, `Nothing came to ${endpoint}`);
	deepEqual(more, []);
	return request;
}

/** The lines of an email as a mail program shows it: headers, an empty line, the text. */
function mailIn(raw: string): { subject?: string; to?: string; text: string } {
	const [head = '', ...paragraphs] = Buffer.from(raw, 'base64')
		.toString('utf8')
		.split(/\r?\n\r?\n/);
	const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1];
	return { subject: header('subject'), to: header('to'), text: paragraphs.join('\n\n').trim() };
}

const inTwoDays = (instant: number) => Math.abs(instant - Date.now() - 2 * DAY_MS) < A_MINUTE_MS;

/** Examples whose findings go to another service: the node's real request is looked at. */
function findingRun(
	run: Omit<Run, 'after'>,
	radar: Parameters<typeof find>[1],
	after: (world: World, update: SimplifiedUpdate) => string,
	content?: Record<string, unknown>,
): Run {
	let update: SimplifiedUpdate | undefined;
	return {
		...run,
		before: async (world) => {
			await run.before?.(world);
			update = await find(world, radar, content);
		},
		after: (world) => after(world, update as SimplifiedUpdate),
	};
}

/** The form of the example, filled in with this file. */
function csvForm(text: string): FormData {
	const form = new FormData();
	form.append('field-0', new Blob([text], { type: 'text/csv' }), 'companies.csv');
	return form;
}

const [{ webhookId: formId }] = readExample('csv-to-radars').nodes.filter(
	({ name }) => name === 'Upload CSV',
) as [INode];

const CONTACT = {
	radar_type: 'contact_job_changes',
	profile_url: 'https://profiles.example/in/priya-nair',
	domain: 'oakline.example',
	custom_fields: { full_name: 'Priya Nair', contact_id: '2101', owner_id: '77' },
} as const;

export const SERVICE_RUNS: readonly Run[] = [
	findingRun(
		{ example: 'new-hires-to-slack', from: 'New Hires' },
		{ radar_type: 'company_new_hires', domain: 'cedar.example' },
		(world, { summary, link }) => {
			const { body } = onlyRequest(world, 'POST slack.com/api/chat.postMessage');
			deepEqual(body, {
				channel: '#sales',
				text: `${summary}\n${link}`,
				includeLinkToWorkflow: false,
			});
			return `"${summary}" in Slack`;
		},
	),
	findingRun(
		{ example: 'job-changes-to-hubspot', from: 'Job Changes' },
		CONTACT,
		(world, { summary, link }) => {
			const { body } = onlyRequest(world, 'POST api.hubapi.com/engagements/v1/engagements');
			const { engagement, metadata, associations } = body as {
				engagement: { type: string; ownerId: number; timestamp: number };
				metadata: object;
				associations: { contactIds: string[] };
			};
			ok(inTwoDays(engagement.timestamp), `It is due at ${engagement.timestamp}`);
			deepEqual([engagement.type, engagement.ownerId, associations.contactIds], ['TASK', 77, ['2101']]);
			deepEqual(metadata, {
				subject: summary,
				body: link,
				status: 'NOT_STARTED',
				forObjectType: 'CONTACT',
			});
			return `a task "${summary}" in HubSpot`;
		},
	),
	findingRun(
		{ example: 'job-changes-to-salesforce', from: 'Job Changes' },
		CONTACT,
		(world, { summary, link }) => {
			const { body } = onlyRequest(world, 'POST example.my.salesforce.com/services/data/v59.0/sobjects/task');
			const { ActivityDate: due, ...task } = body as { ActivityDate: string };
			deepEqual(due, new Date(Date.now() + 2 * DAY_MS).toISOString().slice(0, 10));
			deepEqual(task, {
				Status: 'Not Started',
				WhoId: '2101',
				OwnerId: '77',
				Subject: summary,
				Description: link,
			});
			return `a task "${summary}" in Salesforce`;
		},
	),
	findingRun(
		{
			example: 'funding-to-outreach',
			from: 'Funding Rounds',
			before: ({ model }) => void (model.turns = ['Well done.']),
		},
		{ radar_type: 'industry_funding_rounds' },
		(world, { company, summary }) => {
			const { body: asked } = onlyRequest(world, 'POST api.openai.com/v1/chat/completions');
			const [message] = (asked as Completion).messages;
			ok(String(message?.content).includes(summary), `The model was asked: ${message?.content}`);
			const { body } = onlyRequest(world, 'POST www.googleapis.com/gmail/v1/users/me/drafts');
			const mail = mailIn((body as { message: { raw: string } }).message.raw);
			deepEqual([mail.subject, mail.text], [`Congratulations, ${company}`, 'Well done.']);
			return `a draft "${mail.subject}" in Gmail`;
		},
		{ company_name: 'Quickmill', round: 'Series A', amount_usd: 4_500_000 },
	),
	findingRun(
		{
			example: 'updates-to-google-sheet',
			from: 'Updates',
			before: ({ spreadsheet }) => spreadsheet.fill('Updates', [HEADINGS]),
		},
		{ radar_type: 'company_new_hires', domain: 'cedar.example' },
		({ spreadsheet, services }, { summary, full_name, company, domain, date, link }) => {
			const [headings, row] = spreadsheet.rows('Updates');
			deepEqual(headings, HEADINGS);
			deepEqual(row, [date, company ?? domain, full_name, summary, link]);
			deepEqual(services.sent(`PUT ${SPREADSHEET}/values/Updates!2:2`).length, 1);
			return `a row "${summary}" in Google Sheets`;
		},
	),
	{
		example: 'weekly-digest',
		from: 'Every Monday',
		before: async (world) => {
			await find(world, { radar_type: 'company_new_hires', domain: 'cedar.example' });
			world.sandbox.control.pushFindings({ discovered_at: new Date(Date.now() - 8 * DAY_MS).toISOString() });
		},
		after: (world) => {
			const { body } = onlyRequest(world, 'POST www.googleapis.com/gmail/v1/users/me/messages/send');
			const mail = mailIn((body as { raw: string }).raw);
			deepEqual([mail.subject, mail.to], ['Company Radar: 1 update this week', 'sales@example.com']);
			return `an email "${mail.subject}" by Gmail`;
		},
	},
	{
		example: 'sheet-to-radars',
		from: 'Every Morning',
		parameters: { 'Sync Radars': { syncMode: 'apply' } },
		before: ({ sandbox, spreadsheet }) => {
			sandbox.control.reset();
			spreadsheet.fill('Companies', [
				['domain', 'radar_id', 'change', 'reason'],
				['cedar.example', '', '', ''],
				['', '', '', ''],
				['birch.example', '', '', ''],
			]);
		},
		after: ({ sandbox, spreadsheet }) => {
			const radars = new Map(sandbox.control.radars().map(({ domain, radar_id }) => [domain, radar_id]));
			const [, first, empty, third] = spreadsheet.rows('Companies');
			deepEqual(first?.slice(0, 3), ['cedar.example', radars.get('cedar.example'), 'create']);
			deepEqual(empty, ['', '', '', '']);
			deepEqual(third?.slice(0, 3), ['birch.example', radars.get('birch.example'), 'create']);
			return '2 radars, with their IDs in Google Sheets';
		},
	},
	{
		example: 'hubspot-to-radars',
		from: 'Every Morning',
		parameters: { 'Sync Radars': { syncMode: 'apply' } },
		before: ({ sandbox }) => sandbox.control.reset(),
		after: (world) => {
			const { query } = onlyRequest(world, 'GET api.hubapi.com/companies/v2/companies/paged');
			deepEqual(query.getAll('properties'), ['domain', 'name', 'hs_is_target_account']);
			const radars = world.sandbox.control.radars();
			deepEqual(
				radars.map(({ domain, custom_fields }) => [domain, custom_fields?.hubspot_id]),
				[['cedar.example', '501']],
			);
			const { body } = onlyRequest(world, 'POST chat.example.com/hooks/sales');
			ok((body as { text: string }).text.startsWith('create: cedar.example.'), JSON.stringify(body));
			return '1 radar of a HubSpot company, 1 message';
		},
	},
	{
		example: 'csv-to-radars',
		from: 'Upload CSV',
		call: { path: `form-test/${formId}`, body: csvForm('domain,crm_id\ncedar.example,1001\nno domain,\n') },
		parameters: { 'Create Radars': { dryRun: false } },
		before: ({ sandbox }) => sandbox.control.reset(),
		after: ({ sandbox }) => {
			const radars = sandbox.control.radars();
			deepEqual(
				radars.map(({ domain, custom_fields }) => [domain, custom_fields]),
				[['cedar.example', { crm_id: '1001' }]],
			);
			return '1 radar of 2 rows';
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
			const { body: message } = onlyRequest(world, 'POST slack.com/api/chat.postMessage');
			const [first, ...why] = (message as { text: string }).text.split('\n');
			deepEqual([first, why.length], ['cedar.example has 70 points:', 2]);
			return `"${first}" in Slack, 30 before`;
		},
	},
	{
		example: 'visitors-to-slack',
		from: 'Visiting Company',
		after: (world) => {
			const { body } = onlyRequest(world, 'POST slack.com/api/chat.postMessage');
			const { text } = body as { text: string };
			ok(text.startsWith('Blue Harbor (blueharbor.com, 120 people, Logistics) looked at /pricing.'), text);
			return 'Blue Harbor in Slack';
		},
	},
	{
		example: 'website-visitor',
		from: 'Visiting Company',
		after: (world) => {
			const { query } = onlyRequest(world, 'GET crm.example.com/api/accounts');
			const { body } = onlyRequest(world, 'POST chat.example.com/hooks/customers');
			const { text } = body as { text: string };
			ok(text.endsWith(' looked at /pricing, customer of ada@example.com'), text);
			return `"${text}", after asking the CRM for ${query.get('domain')}`;
		},
	},
	{
		example: 'ai-agent',
		from: 'Question',
		keepPin: true,
		before: async (world) => {
			await find(world, { radar_type: 'company_new_hires', domain: 'cedar.example' });
			world.model.turns = [
				{ tool: 'Look_Up_IP_Address', input: { ip_address: '8.8.8.13' } },
				{ tool: 'Read_Updates', input: {} },
				{ tool: 'List_Active_Radars', input: {} },
				'An answer.',
			];
		},
		after: ({ services, sandbox }) => {
			const asked = services.sent('POST api.openai.com/v1/chat/completions');
			const last = asked.at(-1)?.body as Completion;
			const tools = ['Look_Up_IP_Address', 'Read_Updates', 'List_Active_Radars'];
			deepEqual(last.tools?.map((tool) => tool.function.name).sort(), [...tools].sort());
			const results = last.messages
				.filter(({ role }) => role === 'tool')
				.map(({ content }) => String(content));
			const [radar] = sandbox.control.radars();
			deepEqual(
				[
					results.length,
					results[1]?.includes('cedar.example'),
					results[2]?.includes(String(radar?.radar_id)),
				],
				[3, true, true],
			);
			deepEqual(sandbox.control.log().filter(({ path }) => path === '/v1/company-reveal').length, 1);
			return 'answers of 3 tools to the model, 1 reveal';
		},
	},
];
