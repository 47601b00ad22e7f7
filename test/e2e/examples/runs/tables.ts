import { deepEqual, equal } from 'node:assert/strict';

import { DateTime } from 'luxon';
import type { INode } from 'n8n-workflow';

import { until } from '../../../../tools/shared/until';
import type { Row } from '../tables';
import type { Run, Runs } from './run';

const HIRES = { radar_type: 'company_new_hires', domain: 'cedar.example' } as const;
const titled = (title: string) => ({ content: { title } });

/** Slack is down while it runs, so somebody presses Retry later. */
const retried: Run['execute'] = async ({ saved, from, world: { services }, stage }) => {
	const { rest } = stage.host;
	services.statusOf = () => 503;
	const id = await rest.runManually(saved, from);
	equal((await rest.executionEnd(id)).status, 'error');
	services.statusOf = () => 200;
	services.requests.length = 0;
	await rest.request('POST', `/executions/${id}/retry`, { loadWorkflow: false });
	const [retry] = (await rest.executions({ workflowId: saved.id })).filter(({ mode }) => mode === 'retry');
	return await rest.executionEnd(String(retry?.id));
};

/** A hire worth 10 points and one worth 30, at one company: its score after the execution, and what Slack got. */
const scored = (score: number, slack: RegExp[], more: Partial<Run> = {}): Run => ({
	radars: [HIRES],
	finds: [titled('Buyer'), titled('Head of Sales')],
	...more,
	then: { rows: { 'Lead scores': [{ company: 'cedar.example', score }] }, slack },
});

const OF_NO_COMPANY = { summary: 'A mention', radar_type: 'industry_mentions', custom_fields: {} };

const SCORE_RUNS: readonly Run[] = [
	scored(40, []),
	scored(80, [/^cedar\.example has 80 points:\n.+\n.+$/], { execute: retried, meets: ['a failed row'] }),
	// No second message on one day.
	scored(120, []),
	// Half of the score is gone in the time between two runs.
	scored(40, [], { settings: { halved_after_days: 1e-9, alert_from: 1000 } }),
	scored(40, [], { meets: ['an invalid row'], starts: [OF_NO_COMPANY] }),
];

const BLUE_HARBOR = 'Blue Harbor (blueharbor.example, 120 people, Logistics)';
const FERNWAY: Row = {
	summary: 'Fernway (fernway.example, 12 people, Retail) looked at /jobs',
	name: 'Fernway',
	domain: 'fernway.example',
	link: 'https://fernway.example',
	employees_count: 12,
	headquarters_country: 'Portugal',
	page: 'https://www.example.com/jobs',
};

const TASK = 'POST api.hubapi.com/engagements/v1/engagements';
const COMPANY = 'POST api.hubapi.com/companies/v2/companies';

const VISITOR_RUNS: readonly Run[] = [
	{
		then: {
			slack: [(text: string) => text.startsWith(`${BLUE_HARBOR} looked at /pricing\n`)],
			sent: {
				[TASK]: [{ engagement: { ownerId: 77 }, metadata: { subject: `${BLUE_HARBOR} looked at /pricing` } }],
				[COMPANY]: [],
			},
		},
	},
	// Too small, or of unknown size.
	...[12, null].map((employees_count): Run => ({
		meets: ['an invalid row'],
		starts: [{ ...FERNWAY, employees_count }],
		then: { sent: { [TASK]: [], [COMPANY]: [] } },
	})),
	{
		starts: [FERNWAY],
		rows: { 'Target accounts': [{ domain: 'fernway.example' }] },
		then: { slack: [/fernway\.example/], sent: { [TASK]: [], [COMPANY]: [{}] } },
	},
];

const pricing = (from: string, rows: number, slack: string[] = [], more: Partial<Run> = {}): Run => ({
	...{ from, ...more },
	then: { rows: { 'Pricing visits': Array(rows).fill({}) }, slack },
});

const AT_17 = 'Every Day at 17:00';
const OF_FERNWAY = {
	...FERNWAY,
	summary: 'fernway.example looked at /de/pricing',
	page: 'https://www.example.com/de/pricing',
};

const PRICING_RUNS: readonly Run[] = [
	pricing(AT_17, 0, ['No company looked at pricing today.'], { meets: ['an empty input'] }),
	pricing('Visiting Company', 1),
	pricing('Visiting Company', 1),
	pricing('Visiting Company', 2, [], { starts: [OF_FERNWAY] }),
	pricing(AT_17, 2, [
		`2 companies looked at pricing today:\n- ${BLUE_HARBOR}: /pricing\n- fernway.example: /de/pricing`,
	]),
];

const inDays = (days: number) => DateTime.now().plus({ days }).toISODate();

/** A job change of a champion, and the domains in the table after it. */
const noted = (change: Row, domains: string[], result: unknown[], more: Partial<Run> = {}): Run => ({
	starts: [
		{
			...{ summary: 'Priya Nair has news', full_name: 'Priya Nair', title: 'Buyer' },
			...{ do_next: 'new_contact', upsert_key: 'person_1', custom_fields: {}, ...change },
		},
	],
	...more,
	then: {
		rows: {
			Champions: domains.map((domain) => ({ full_name: 'Priya Nair', domain, until: inDays(90) })),
		},
		result,
	},
});

/** A table of that name that somebody made without the columns. */
const wrongTable: Run = {
	...noted({ domain: 'cedar.example' }, [], []),
	meets: ['a failed row'],
	fails: /column/i,
	before: async ({ tables }) => await tables.create('Champions', ['person']),
};

/** A night: the radars that are active then, and what is said in Slack. */
const night = (rows: Row[], radars: string[], slack: string[], more: Partial<Run> = {}): Run => ({
	keeps: true,
	parameters: { 'Sync Radars': { syncMode: 'apply' } },
	rows: rows.length > 0 ? { Champions: rows } : {},
	balance: 1000,
	...more,
	then: { radars, slack: slack.map((start) => (text: string) => text.startsWith(start)) },
});

const champion = (full_name: string, domain: string, days: number): Row => ({
	...{ person: full_name, full_name, domain, until: inDays(days) },
});

const NONE = { conditions: [{ keyName: 'until', condition: 'gte', keyValue: inDays(200) }] };
const FOR_PRIYA = `birch.example, for Priya Nair until ${inDays(90)}`;

const NOTE_RUNS: readonly Run[] = [
	wrongTable,
	noted({ do_next: 'alert_owner', domain: 'cedar.example' }, [], [], {
		before: async ({ tables }) => await tables.drop('Champions'),
	}),
	noted({ domain: null }, [], [/^Priya Nair has news\. The company's domain isn't known: /], {
		meets: ['an invalid row'],
	}),
	noted({ domain: 'cedar.example' }, ['cedar.example'], [/cedar\.example is monitored until/]),
	noted({ domain: 'birch.example' }, ['birch.example'], [/birch\.example is monitored until/]),
];

const NIGHT_RUNS: readonly Run[] = [
	night([], [], [`The plan (nothing is changed yet): 1 × create\n- create: ${FOR_PRIYA}. New on the list.`], {
		...{ keeps: undefined, parameters: {} },
	}),
	night([], [], [`Radars of champions: 1 × failed\n- failed: ${FOR_PRIYA}. The account balance is too low`], {
		...{ balance: 0, meets: ['a failed row'] },
	}),
	night(
		[champion('Tom Becker', 'birch.example', 30), champion('Ada Roth', 'cedar.example', -1)],
		['birch.example'],
		[
			`Radars of champions: 1 × created\n- created: ${FOR_PRIYA} and Tom Becker until ${inDays(30)}. New on the list.`,
		],
	),
	night(
		[champion('Mia Wolf', 'no domain', 5)],
		['birch.example'],
		[
			`Radars of champions: 1 × failed\n- failed: no domain, for Mia Wolf until ${inDays(5)}. 'Company Domain': "no domain" has a space in it; a domain has none.`,
		],
		{ meets: ['an invalid row'] },
	),
	night(
		[],
		[],
		['Radars of champions: 1 × deactivated\n- deactivated: birch.example. No longer on the list.'],
		{
			meets: ['an empty input'],
			parameters: { 'Sync Radars': { syncMode: 'apply' }, 'Get Champions': { filters: NONE } },
		},
	),
];

const TITLES = 'Labeled titles';

/** Titles, what a person wants of them, and whether the filter finds them. */
const LABELED = [
	['Head of Sales', 'yes', 'yes'],
	['VP Sales', 'yes', 'yes'],
	['VP of Sales', 'yes', 'no'],
	['Chief Revenue Officer', 'yes', 'no'],
	['Sales Director Assistant', 'no', 'no'],
	['Sales Director, Interns', 'no', 'yes'],
	['Head of Marketing', 'perhaps', 'no'],
].map(([title, wanted, found]) => ({ title, wanted, found }));

interface TestRun {
	status: string;
	metrics: Record<string, number> | null;
}

/** Chooses the table, and runs n8n's evaluation as its tab does. */
const evaluated: Run['execute'] = async ({ saved, world: { tables }, stage }) => {
	const { rest } = stage.host;
	const dataTableId = { __rl: true, mode: 'id', value: await tables.idOf(TITLES) };
	const nodes = (saved.nodes as INode[]).map((node) =>
		node.name === 'Labeled Titles' ? { ...node, parameters: { ...node.parameters, dataTableId } } : node,
	);
	const { name, connections, settings } = saved;
	const { id } = await rest.createWorkflow({ name, nodes, connections, settings });
	await rest.request('POST', `/workflows/${id}/test-runs/new`, { concurrency: 1 });
	let run: TestRun | undefined;
	await until('the evaluation ends', async () => {
		[run] = await rest.request<TestRun[]>('GET', `/workflows/${id}/test-runs`);
		return run !== undefined && !['new', 'running'].includes(run.status);
	});
	const { precision, recall, accuracy } = run?.metrics ?? {};
	deepEqual([precision, recall, accuracy], [2 / 3, 1 / 2, 1 / 2]);
	return { status: 'success', runs: {} };
};

/** A Monday, and the titles in the table after it, which is there in any case. */
const monday = (rows: Row[], more: Partial<Run>): Run => ({
	...{ from: 'Every Monday', ...more },
	then: { rows: { [TITLES]: rows } },
});

const BUYER = { title: 'Buyer', level: 'other', wanted: null };

const JUDGE_RUNS: readonly Run[] = [
	monday([], { meets: ['an empty input'] }),
	monday([], { meets: ['a failed row'], fault: { status: 401 }, fails: /^The API key was rejected$/ }),
	...[1, 2].map(() => monday([BUYER], { radars: [HIRES], finds: [titled('Buyer')] })),
	monday([{ title: 'Buyer', wanted: null, found: null }, ...LABELED], {
		from: 'Labeled Titles',
		meets: ['what starts it', 'an invalid row'],
		rows: { [TITLES]: LABELED.map(({ title, wanted }) => ({ title, wanted })) },
		execute: evaluated,
	}),
];

/** What is kept in a data table, from one execution to the next. */
export const TABLE_RUNS: Runs = {
	'lead-score-in-a-table': SCORE_RUNS,
	'visitors-to-slack': VISITOR_RUNS,
	'pricing-today-to-slack': PRICING_RUNS,
	'follow-the-champion/note-job-changes': NOTE_RUNS,
	'follow-the-champion/monitor-companies': NIGHT_RUNS,
	'judge-a-title-filter': JUDGE_RUNS,
};
