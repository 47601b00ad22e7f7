import { deepEqual, match, ok } from 'node:assert/strict';

import { DateTime } from 'luxon';

import type { Met } from '../met';
import { type Completion, mailsIn } from '../standIns';
import {
	createRadar,
	DAY_MS,
	find,
	findingRun,
	onlyMessage,
	onlyRequest,
	posts,
	type Run,
	slackMessages,
	type World,
} from './run';

const SPREADSHEET = 'sheets.googleapis.com/v4/spreadsheets/ID-of-your-spreadsheet';
const HEADINGS = ['date', 'company', 'person', 'what', 'link'];
const HIRES = { radar_type: 'company_new_hires', domain: 'cedar.example' } as const;

/** The balance runs out for the radar of a company. */
function stop({ sandbox: { control } }: World, company: string): void {
	const radar = control.radars().find(({ domain }) => domain === company);
	control.failRadar(String(radar?.radar_id), 'insufficient_funds');
}

/** The subject of the email about the seven days before today. */
function subjectOfWeek(updates: string): string {
	const today = DateTime.now();
	const first = today.minus({ days: 7 }).toFormat('d LLLL');
	return `Company Radar, ${first} to ${today.minus({ days: 1 }).toFormat('d LLLL yyyy')}: ${updates}`;
}

const digest = (
	meets: readonly Met[],
	before: NonNullable<Run['before']>,
	updates: string,
	says: RegExp[],
): Run => ({
	meets,
	example: 'weekly-digest',
	from: 'Every Monday',
	before,
	after: ({ services }) => {
		const [mail, ...more] = mailsIn(services);
		deepEqual([mail?.subject, mail?.to, more], [subjectOfWeek(updates), 'sales@example.com', []]);
		const text = String(mail?.text).replaceAll('\r', '');
		for (const part of says) match(text, part);
		return `an email "${mail?.subject}" by Gmail`;
	},
});

/** A sheet that isn't as the example needs it. */
const wrongSheet = (meets: Met, rows: string[][], fails: RegExp): Run => ({
	example: 'updates-to-google-sheet',
	from: 'Updates',
	meets: [meets],
	fails,
	before: async (world) => {
		await find(world, HIRES);
		world.spreadsheet.fill('Updates', rows);
	},
	after: ({ spreadsheet }) => {
		deepEqual(spreadsheet.rows('Updates'), rows);
		return 'and the sheet is as before';
	},
});

const opening = (domain: string | null) => ({
	summary: `A job at ${domain}`,
	domain,
	radar_type: 'company_job_openings',
	update_type: 'radar_finding',
	custom_fields: {},
});

/** Openings of several companies, for one of which a tool fails: what Slack has of each. */
const people = (meets: Met, fails: RegExp, domains: Array<string | null>, says: string[]): Run => ({
	example: 'find-people-for-a-sequence',
	from: 'Job Openings',
	meets: [meets],
	starts: domains.map(opening),
	before: ({ services }) => {
		services.statusOf = ({ address, query }) =>
			fails.test(`${address}?domain=${query.get('domain')}`) ? 400 : 200;
	},
	after: (world) => {
		const texts = slackMessages(world).map(([, text]) => text.split('\n')[1]);
		deepEqual(
			texts.map((text, index) => text?.startsWith(String(says[index]))),
			says.map(() => true),
			texts.join(),
		);
		return texts.join('; ');
	},
});

/** What a chat model says of a review that it can't judge. */
const unjudged = (meets: Met, status: number, says: string): Run =>
	posts(
		{
			example: 'reviews-to-slack',
			from: 'Reviews and Mentions',
			meets: [meets],
			before: async (world) => {
				world.model.turns = [says];
				await find(world, { radar_type: 'company_reviews', domain: 'cedar.example' }, { text: '' });
				world.services.statusOf = ({ address }) => (address.includes('openai') ? status : 200);
			},
		},
		/^Not judged/,
	);

const ADDED = 'Added to the sequence: Mara Lindt, Head of Sales';
const NOBODY = 'No people with an email were found.';

const FAILURES = { example: 'failures-and-low-balance', from: 'Every Morning' } as const;

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
	digest(
		['a failed row'],
		async (world) => {
			await find(world, HIRES);
			world.sandbox.control.pushFindings({ discovered_at: new Date(Date.now() - 8 * DAY_MS).toISOString() });
			await createRadar(world, { ...HIRES, domain: 'birch.example' });
			stop(world, 'birch.example');
		},
		'1 update',
		[
			/^Your radars found 1 update at 1 company from /,
			/\nThis month has cost \$\d+\.\d\d so far, last month \$0\.00\. Balance: \$\d+\.\d\d, 1 active radar\.\n/,
			/\n\ncedar\.example\n {2}New hires\n {2}- \d+ \w{3}: .+ joined .+\n/,
			/\nTo clean up\n {2}- birch\.example – New Hires: Balance ran out\. /,
		],
	),
	digest(['an empty input'], ({ sandbox }) => sandbox.control.reset(), 'no updates', [
		/^Your radars found nothing from /,
		/\nNothing to clean up\.$/,
	]),
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
				const person = { name: 'Mara Lindt', title: 'Head of Sales', email: 'mara.lindt@cedar.example' };
				deepEqual(
					world.services.sent('POST outreach.example/v1/sequences/hiring/people').map(({ body }) => body),
					isKnown ? [{ people: [person], reason: summary }] : [],
				);
				const added = isKnown
					? 'Added to the sequence: Mara Lindt, Head of Sales'
					: 'No people with an email were found.';
				deepEqual(onlyMessage(world), `${summary}\n${added}`);
				return `"${added}" in Slack`;
			},
		),
	),
	people(
		'a failed row',
		/enrichment.*=birch/,
		['birch.example', 'cedar.example'],
		['Nobody was added: ', ADDED],
	),
	people('a failed row', /outreach/, ['cedar.example', 'birch.example'], ['Nobody was added: ', NOBODY]),
	people('an invalid row', /^$/, [null, 'cedar.example'], [NOBODY, ADDED]),
	unjudged('a failed row', 400, ''),
	unjudged('an invalid row', 200, 'I am a teapot.'),
	wrongSheet('an invalid row', [['Date', 'Who']], /^Column names were updated after the node's setup$/),
	wrongSheet('an empty input', [], /./),
	posts(
		{
			...FAILURES,
			meets: ['a failed row'],
			before: ({ sandbox: { control } }) => {
				control.reset();
				control.addFaults({ kind: 'status', status: 401, count: 9 });
			},
		},
		"The balance can't be read.\nThe API key was rejected",
	),
	posts(
		{
			...FAILURES,
			from: 'Failures',
			before: async (world) => {
				world.sandbox.control.reset();
				await createRadar(world, HIRES);
				stop(world, HIRES.domain);
			},
		},
		'Radar for cedar.example stopped: the balance ran out\nTop up your balance.',
	),
	posts(
		{ ...FAILURES, before: ({ sandbox }) => void sandbox.control.balance(4) },
		/^The balance is low: .+\nBalance: \$4\.00\./,
	),
	{
		...FAILURES,
		before: ({ sandbox }) => void sandbox.control.balance(40),
		after: (world) => {
			deepEqual(slackMessages(world), []);
			return 'no message, as the balance is not low';
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
