import { DateTime } from 'luxon';

import type { SimplifiedUpdate } from '../../../../nodes/shared/updates/updateColumns';
import type { Completion } from '../standIns';
import { createRadar } from '../../stage';
import type { Run, Runs, World } from './run';

const SHEET = 'PUT sheets.googleapis.com/v4/spreadsheets/ID-of-your-spreadsheet/values/Updates!2:2';
const HEADINGS = ['date', 'company', 'person', 'what', 'link'];
const HIRES = { radar_type: 'company_new_hires', domain: 'cedar.example' } as const;
const BIRCH = { ...HIRES, domain: 'birch.example' };
const FOUND = { radars: [HIRES], finds: [{}] };

/** The balance runs out for the last radar. */
const stop = ({ sandbox: { control } }: World) =>
	control.failRadar(String(control.radars().at(-1)?.radar_id), 'insufficient_funds');

/** An email about the seven days before today. */
function digest(updates: string, says: RegExp[]) {
	const today = DateTime.now();
	const first = today.minus({ days: 7 }).toFormat('d LLLL');
	const days = `${first} to ${today.minus({ days: 1 }).toFormat('d LLLL yyyy')}`;
	const isRight = (text: string) => says.every((part) => part.test(text));
	return { mails: [[`Company Radar, ${days}: ${updates}`, 'sales@example.com', isRight]] };
}

const LONG_AGO = DateTime.now().minus({ days: 8 }).toISO();

const REVIEWS = { radars: [{ radar_type: 'company_reviews', domain: 'cedar.example' } as const] };

const PERSON = { name: 'Mara Lindt', title: 'Head of Sales', email: 'mara.lindt@cedar.example' };
const ADDED = /\nAdded to the sequence: Mara Lindt, Head of Sales$/;
const NOBODY = /\nNo people with an email were found\.$/;
const FAILED = /\nNobody was added: /;

const opening = (domain: string | null) => ({
	summary: `A job at ${domain}`,
	domain,
	radar_type: 'company_job_openings',
	update_type: 'radar_finding',
	custom_fields: {},
});

/** Openings of several companies, for one of which a tool fails. */
const people = (meets: Run['meets'], down: RegExp, domains: Array<string | null>, slack: RegExp[]): Run => ({
	meets,
	down,
	starts: domains.map(opening),
	then: { slack },
});

const MORNING = { from: 'Every Morning' };

const linked = ({ summary, link }: SimplifiedUpdate) => `${summary}\n${link}`;

/** What a person reads, and nothing else. */
export const TEAM_RUNS: Runs = {
	'new-hires-to-slack': [
		{
			...FOUND,
			then: (update) => ({ slack: [linked(update)], channels: ['#sales'] }),
		},
	],
	'several-clients': [
		{
			...{ from: 'Updates of Client B', ...FOUND },
			then: (update) => ({ slack: [`Client B: ${linked(update)}`], channels: ['#client-b'] }),
		},
	],
	'updates-to-google-sheet': [
		{
			...FOUND,
			sheets: { Updates: [HEADINGS] },
			then: ({ summary, full_name, company, domain, date, link }) => ({
				sheets: {
					Updates: [HEADINGS, [date?.slice(0, 10), company ?? domain, full_name, summary, link]],
				},
				sent: { [SHEET]: [{}] },
			}),
		},
	],
	'weekly-digest': [
		{
			meets: ['a failed row'],
			radars: [HIRES],
			finds: [{}, { discovered_at: LONG_AGO }],
			before: async (world) => {
				await createRadar(world.sandbox, BIRCH);
				stop(world);
			},
			then: digest('1 update', [
				/^Your radars found 1 update at 1 company from /,
				/\nThis month has cost \$\d+\.\d\d so far, last month \$0\.00\. Balance: \$\d+\.\d\d, 1 active radar\.\n/,
				/\n\ncedar\.example\n {2}New hires\n {2}- \d+ \w{3}: .+ joined .+\n/,
				/\nTo clean up\n {2}- birch\.example – New Hires: Balance ran out\. /,
			]),
		},
		{
			meets: ['an empty input'],
			then: digest('no updates', [/^Your radars found nothing from /, /\nNothing to clean up\.$/]),
		},
	],
	'reviews-to-slack': [
		{
			...REVIEWS,
			finds: [{}],
			turns: ['Negative.'],
			then: (update) => ({
				slack: [`Negative (${update.rating}): ${linked(update)}`],
				channels: ['#support'],
				sent: {
					'POST api.openai.com/v1/chat/completions': [
						({ messages: [message] }: Completion) => String(message?.content).includes(String(update.text)),
					],
				},
			}),
		},
		...([/openai/, undefined] as const).map((down): Run => ({
			...REVIEWS,
			meets: [down ? 'a failed row' : 'an invalid row'],
			finds: [{ content: { text: '' } }],
			down,
			turns: ['I am a teapot.'],
			then: { slack: [/^Not judged/] },
		})),
	],
	'find-people-for-a-sequence': [
		{
			radars: [{ radar_type: 'company_job_openings', domain: 'cedar.example' }],
			finds: [{}],
			then: ({ summary }) => ({
				slack: [ADDED],
				sent: {
					'POST outreach.example/v1/sequences/hiring/people': [{ people: [PERSON], reason: summary }],
				},
			}),
		},
		people(['a failed row'], /enrichment.*=birch/, ['birch.example', 'cedar.example'], [FAILED, ADDED]),
		people(['a failed row'], /outreach/, ['cedar.example', 'birch.example'], [FAILED, NOBODY]),
		people(['an invalid row'], /^$/, [null, 'cedar.example'], [NOBODY, ADDED]),
	],
	'failures-and-low-balance': [
		{
			...MORNING,
			meets: ['a failed row'],
			fault: { status: 401 },
			then: { slack: ["The balance can't be read.\nThe API key was rejected"] },
		},
		{
			from: 'Failures',
			radars: [HIRES],
			before: stop,
			then: { slack: ['Radar for cedar.example stopped: the balance ran out\nTop up your balance.'] },
		},
		{ ...MORNING, balance: 4, then: { slack: [/^The balance is low: .+\nBalance: \$4\.00\./] } },
		{ ...MORNING, balance: 40, then: {} },
	],
};
