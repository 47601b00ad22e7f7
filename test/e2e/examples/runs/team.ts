import { deepEqual, ok } from 'node:assert/strict';

import { mailsIn } from '../mails';
import type { Completion } from '../services/model';
import { createRadar, find } from './findings';
import type { Run, World } from './run';
import { DAY_MS, findingRun, onlyMessage, onlyRequest, slackMessages } from './support';

const SPREADSHEET = 'sheets.googleapis.com/v4/spreadsheets/ID-of-your-spreadsheet';
const HEADINGS = ['date', 'company', 'person', 'what', 'link'];
const HIRES = { radar_type: 'company_new_hires', domain: 'cedar.example' } as const;

/** The balance runs out for the radar of `HIRES`. */
function stopHires({ sandbox: { control } }: World): void {
	const radar = control.radars().find(({ domain }) => domain === HIRES.domain);
	control.failRadar(String(radar?.radar_id), 'insufficient_funds');
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
			deepEqual(
				[mail?.subject, mail?.to, more],
				['Company Radar: 1 update this week', 'sales@example.com', []],
			);
			return `an email "${mail?.subject}" by Gmail`;
		},
	},
	findingRun(
		{
			example: 'funding-to-draft-email',
			from: 'Funding Rounds',
			before: ({ model }) => void (model.turns = ['Well done.']),
		},
		{ radar_type: 'industry_funding_rounds' },
		(world, { company, summary }) => {
			const { body: asked } = onlyRequest(world, 'POST api.openai.com/v1/chat/completions');
			const [message] = (asked as Completion).messages;
			ok(String(message?.content).includes(summary), `The model was asked: ${message?.content}`);
			onlyRequest(world, 'POST www.googleapis.com/gmail/v1/users/me/drafts');
			const [mail] = mailsIn(world.services);
			deepEqual([mail?.subject, mail?.text], [`Congratulations, ${company}`, 'Well done.']);
			return `a draft "${mail?.subject}" in Gmail`;
		},
		{ company_name: 'Quickmill', round: 'Series A', amount_usd: 4_500_000 },
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
			await createRadar(world, { ...HIRES, domain: 'birch.example' });
			stopHires(world);
		},
		after: (world) => {
			const text = onlyMessage(world);
			ok(/^Last month: \$\d+\.\d\d\. Balance: /.test(text), text);
			ok(/\nTo clean up:\n- cedar\.example.*: Balance ran out\. /.test(text), text);
			return '1 problem in Slack, with the costs';
		},
	},
	{
		example: 'monthly-report',
		from: 'Every Month',
		before: ({ sandbox }) => sandbox.control.reset(),
		after: (world) => {
			const text = onlyMessage(world);
			ok(text.includes('\nNothing to clean up.'), text);
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
