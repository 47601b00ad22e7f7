import { deepEqual, ok } from 'node:assert/strict';

import { DateTime } from 'luxon';

import { type Completion, mailsIn } from '../standIns';
import {
	createRadar,
	DAY_MS,
	find,
	findingRun,
	onlyMessage,
	onlyRequest,
	type Run,
	slackMessages,
	type World,
} from './run';

const SPREADSHEET = 'sheets.googleapis.com/v4/spreadsheets/ID-of-your-spreadsheet';
const HEADINGS = ['date', 'company', 'person', 'what', 'link'];
const HIRES = { radar_type: 'company_new_hires', domain: 'cedar.example' } as const;

/** The balance runs out for the radar of `HIRES`. */
function stopHires({ sandbox: { control } }: World): void {
	const radar = control.radars().find(({ domain }) => domain === HIRES.domain);
	control.failRadar(String(radar?.radar_id), 'insufficient_funds');
}

/** The subject of the email about the seven days before today. */
function subjectOfWeek(updates: string): string {
	const today = DateTime.now();
	const first = today.minus({ days: 7 }).toFormat('d LLLL');
	return `Company Radar, ${first} to ${today.minus({ days: 1 }).toFormat('d LLLL yyyy')}: ${updates}`;
}

/** What a person reads, and nothing else. */
export const TEAM_RUNS: readonly Run[] = [
	findingRun({ example: 'new-hires-to-slack', from: 'New Hires' }, HIRES, (world, { summary, link }) => {
		deepEqual(slackMessages(world), [['#sales', `${summary}\n${link}`]]);
		return `"${summary}" in Slack`;
	}),
	findingRun(
		{
			example: 'updates-to-google-sheet',
			from: 'Updates',
			before: ({ spreadsheet }) => spreadsheet.fill('Updates', [HEADINGS]),
		},
		HIRES,
		({ spreadsheet, services }, { summary, full_name, company, domain, date, link }) => {
			const [headings, row] = spreadsheet.rows('Updates');
			deepEqual(headings, HEADINGS);
			deepEqual(row, [date?.slice(0, 10), company ?? domain, full_name, summary, link]);
			deepEqual(services.sent(`PUT ${SPREADSHEET}/values/Updates!2:2`).length, 1);
			return `a row "${summary}" in Google Sheets`;
		},
	),
	{
		example: 'weekly-digest',
		from: 'Every Monday',
		before: async (world) => {
			await find(world, HIRES);
			world.sandbox.control.pushFindings({ discovered_at: new Date(Date.now() - 8 * DAY_MS).toISOString() });
		},
		after: ({ services }) => {
			const [mail, ...more] = mailsIn(services);
			deepEqual([mail?.subject, mail?.to, more], [subjectOfWeek('1 update'), 'sales@example.com', []]);
			const [sentence, , company, kind, line] = String(mail?.text).split(/\r?\n/);
			ok(/^Your radars found 1 update at 1 company from /.test(String(sentence)), sentence);
			deepEqual([company, kind], [HIRES.domain, '  New hires']);
			ok(/^ {2}- \d+ \w{3}: .+ joined /.test(String(line)), line);
			return `an email "${mail?.subject}" by Gmail`;
		},
	},
	findingRun(
		{
			example: 'reviews-to-slack',
			from: 'Reviews and Mentions',
			before: ({ model }) => void (model.turns = ['Negative.']),
		},
		{ radar_type: 'company_reviews', domain: 'cedar.example' },
		(world, { summary, link, rating, text }) => {
			const { body: asked } = onlyRequest(world, 'POST api.openai.com/v1/chat/completions');
			const [message] = (asked as Completion).messages;
			ok(String(message?.content).includes(String(text)), `The model was asked: ${message?.content}`);
			deepEqual(slackMessages(world), [['#support', `Negative (${rating}): ${summary}\n${link}`]]);
			return `"Negative: ${summary}" in Slack`;
		},
	),
	...(['cedar.example', 'birch.example'] as const).map((domain) =>
		findingRun(
			{ example: 'find-people-for-a-sequence', from: 'Job Openings' },
			{ radar_type: 'company_job_openings', domain },
			(world, { summary }) => {
				const isKnown = domain === 'cedar.example';
				const { body } = onlyRequest(world, 'POST outreach.example/v1/sequences/hiring/people');
				const person = { name: 'Mara Lindt', title: 'Head of Sales', email: 'mara.lindt@cedar.example' };
				deepEqual(body, { people: isKnown ? [person] : [], reason: summary });
				const added = isKnown
					? 'Added to the sequence: Mara Lindt, Head of Sales'
					: 'No people with an email were found.';
				deepEqual(onlyMessage(world), `${summary}\n${added}`);
				return `"${added}" in Slack`;
			},
		),
	),
	{
		example: 'failures-and-low-balance',
		from: 'Failures',
		before: async (world) => {
			world.sandbox.control.reset();
			await createRadar(world, HIRES);
			stopHires(world);
		},
		after: (world) => {
			const text = onlyMessage(world);
			deepEqual(text, 'Radar for cedar.example stopped: the balance ran out\nTop up your balance.');
			return `"${text.split('\n')[0]}" in Slack`;
		},
	},
	{
		example: 'failures-and-low-balance',
		from: 'Every Morning',
		before: ({ sandbox }) => void sandbox.control.balance(4),
		after: (world) => {
			const text = onlyMessage(world);
			ok(/^The balance is low: .+\nBalance: \$4\.00\./.test(text), text);
			return `"${text.split('\n')[1]}" in Slack`;
		},
	},
	{
		example: 'failures-and-low-balance',
		from: 'Every Morning',
		before: ({ sandbox }) => void sandbox.control.balance(40),
		after: (world) => {
			deepEqual(slackMessages(world), []);
			return 'no message, as the balance is not low';
		},
	},
	{
		example: 'monthly-report',
		from: 'Every Month',
		before: async (world) => {
			world.sandbox.control.reset();
			await createRadar(world, HIRES);
			world.sandbox.control.pushFindings({
				discovered_at: DateTime.now().startOf('month').minus({ days: 2 }).toUTC().toISO(),
			});
			await createRadar(world, { ...HIRES, domain: 'birch.example' });
			stopHires(world);
		},
		after: (world) => {
			const text = onlyMessage(world);
			const month = DateTime.now().minus({ months: 1 }).toFormat('LLLL');
			ok(text.startsWith(`Company Radar in ${month} `), text);
			ok(
				/ cost \$\d+\.\d\d, and your radars found \d+ updates? at \d+ compan(y|ies)\. Balance now: \$\d+\.\d\d, \d+ active radars?\.\n/.test(
					text,
				),
				text,
			);
			ok(text.includes(`\n\nFound in ${month}:\n- New hires: 1 at 1 company\n`), text);
			ok(/\nTo clean up:\nBalance ran out\n- cedar\.example/.test(text), text);
			return '1 problem in Slack, with the costs';
		},
	},
	{
		example: 'monthly-report',
		from: 'Every Month',
		before: ({ sandbox }) => sandbox.control.reset(),
		after: (world) => {
			const text = onlyMessage(world);
			ok(text.includes('\n\nNothing was found.\n\nNothing to clean up.'), text);
			return 'a report without problems in Slack';
		},
	},
	findingRun(
		{ example: 'several-clients', from: 'Updates of Client B' },
		HIRES,
		(world, { summary, link }) => {
			deepEqual(slackMessages(world), [['#client-b', `Client B: ${summary}\n${link}`]]);
			return `"${summary}" in the channel of Client B`;
		},
	),
];

const COMPANY = 'Blue Harbor (blueharbor.example, 120 people, Logistics)';

/** The trigger's own sample, as a test of the workflow shows it. */
export const VISITOR_RUNS: readonly Run[] = [
	{
		example: 'visitors-to-slack',
		from: 'Visiting Company',
		after: async (world) => {
			const text = onlyMessage(world);
			ok(text.startsWith(`${COMPANY} looked at /pricing\n`), text);
			const rows = await world.tables.rows('Website visits');
			deepEqual(
				rows.map(({ company, page }) => [company, page]),
				[[COMPANY, '/pricing']],
			);
			const { body } = onlyRequest(world, 'POST api.hubapi.com/engagements/v1/engagements');
			const { engagement, metadata } = body as {
				engagement: { ownerId: number };
				metadata: { subject: string };
			};
			deepEqual([engagement.ownerId, metadata.subject], [77, `${COMPANY} looked at /pricing`]);
			return 'Blue Harbor in Slack and in the table, and a task for its owner in HubSpot';
		},
	},
	{
		example: 'visitors-to-slack',
		from: 'Every Monday',
		before: async ({ tables }) =>
			await tables.insert('Website visits', [
				{ company: COMPANY, page: '/demo' },
				{ company: 'cedar.example', page: '/' },
			]),
		after: (world) => {
			const text = onlyMessage(world);
			deepEqual(
				text,
				`2 companies on your website last week:\n- ${COMPANY}: /pricing, /demo\n- cedar.example: /`,
			);
			return '2 companies in one message to Slack';
		},
	},
];
