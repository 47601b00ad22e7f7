import { deepEqual, equal, match, ok } from 'node:assert/strict';

import { DateTime } from 'luxon';
import type { INode } from 'n8n-workflow';

import type { SavedWorkflow } from '../../../../tools/n8n-host/rest';
import { until } from '../../../../tools/shared/until';
import type { Stage } from '../../stage';
import type { Met } from '../met';

import {
	find,
	onlyMessage,
	onlyRequest,
	outputOf,
	type Row,
	type Run,
	slackMessages,
	type World,
} from './run';

/** A hire worth 10 points and one worth 30, at one company. */
async function scoreTwoUpdates(world: World): Promise<void> {
	const radar = { radar_type: 'company_new_hires', domain: 'cedar.example' } as const;
	await find(world, radar, { title: 'Buyer' });
	world.sandbox.control.pushFindings({ content: { title: 'Head of Sales' } });
}

/** The score of a company after an execution, and what Slack got. */
const scored = (score: number, says: string | undefined, why: string, more: Partial<Run> = {}): Run => ({
	example: 'lead-score-in-a-table',
	from: 'Updates',
	before: scoreTwoUpdates,
	...more,
	after: async (world) => {
		const [row, ...others] = await world.tables.rows('Lead scores');
		deepEqual([row?.company, row?.score, others], ['cedar.example', score, []]);
		const [[channel, text] = [], ...messages] = slackMessages(world);
		deepEqual(
			[channel, text?.split('\n')[0], messages],
			[says === undefined ? undefined : '#sales', says, []],
		);
		if (text) equal(text.split('\n').length, 3);
		return `${score} points in the table, ${why}`;
	},
});

/** Slack is down while it runs, so somebody presses Retry later. */
async function retried(saved: SavedWorkflow, { services }: World, { host: { rest } }: Stage) {
	services.statusOf = () => 503;
	const id = await rest.runManually(saved, 'Updates');
	equal((await rest.executionEnd(id)).status, 'error');
	services.statusOf = () => 200;
	services.requests.length = 0;
	await rest.request('POST', `/executions/${id}/retry`, { loadWorkflow: false });
	const [retry] = (await rest.executions({ workflowId: saved.id })).filter(({ mode }) => mode === 'retry');
	return await rest.executionEnd(String(retry?.id));
}

const SCORE_RUNS: readonly Run[] = [
	scored(40, undefined, 'and no message yet'),
	scored(80, 'cedar.example has 80 points:', 'and their reasons in Slack, by Retry after Slack was down', {
		execute: retried,
		meets: ['a failed row'],
	}),
	scored(120, undefined, 'and no second message on one day'),
	// Half of the score is gone in the time between two runs.
	scored(40, undefined, 'as the old ones have decayed', {
		settings: { halved_after_days: 1e-9, alert_from: 1000 },
	}),
	scored(40, undefined, 'and none for an update that names no company', {
		meets: ['an invalid row'],
		starts: [{ summary: 'New mention of robotics', radar_type: 'industry_mentions', custom_fields: {} }],
	}),
];

const BLUE_HARBOR = 'Blue Harbor (blueharbor.example, 120 people, Logistics)';
const visitor = (domain: string, more: Row = {}): Row => ({
	summary: `Fernway (${domain}, 12 people, Retail) looked at /jobs`,
	name: 'Fernway',
	domain,
	link: `https://${domain}`,
	employees_count: 12,
	headquarters_country: 'Portugal',
	page: 'https://www.example.com/jobs',
	...more,
});

const visits = (says: string, after: (world: World) => void, more: Partial<Run> = {}): Run => ({
	example: 'visitors-to-slack',
	from: 'Visiting Company',
	...more,
	after: (world) => {
		after(world);
		return says;
	},
});

const TASK = 'POST api.hubapi.com/engagements/v1/engagements';
const COMPANY = 'POST api.hubapi.com/companies/v2/companies';

const VISITOR_RUNS: readonly Run[] = [
	visits('an ideal customer in Slack, and a task for its owner in HubSpot', (world) => {
		ok(onlyMessage(world).startsWith(`${BLUE_HARBOR} looked at /pricing\n`));
		const { engagement, metadata } = onlyRequest(world, TASK).body as {
			engagement: { ownerId: number };
			metadata: { subject: string };
		};
		deepEqual([engagement.ownerId, metadata.subject], [77, `${BLUE_HARBOR} looked at /pricing`]);
		deepEqual(world.services.sent(COMPANY), []);
	}),
	...[visitor('fernway.example'), visitor('fernway.example', { employees_count: null })].map((company) =>
		visits(
			'nothing for a company that is too small, or whose size is not known',
			({ services }) => deepEqual(services.requests, []),
			{ starts: [company], meets: ['an invalid row'] },
		),
	),
	visits(
		'a target account in Slack, and a new company in HubSpot',
		(world) => {
			ok(onlyMessage(world).includes('fernway.example'));
			onlyRequest(world, COMPANY);
			deepEqual(world.services.sent(TASK), []);
		},
		{
			starts: [visitor('fernway.example')],
			before: ({ tables }) => tables.insert('Target accounts', [{ domain: 'fernway.example' }]),
		},
	),
];

const pricing = (from: string, rows: number, says: string | undefined, more: Partial<Run> = {}): Run => ({
	example: 'pricing-today-to-slack',
	from,
	...more,
	after: async (world) => {
		equal((await world.tables.rows('Pricing visits')).length, rows);
		deepEqual(
			slackMessages(world).map(([, text]) => text),
			says === undefined ? [] : [says],
		);
		return `${rows} rows, ${says ?? 'no message before 17:00'}`;
	},
});

const AT_17 = 'Every Day at 17:00';

const PRICING_RUNS: readonly Run[] = [
	pricing(AT_17, 0, 'No company looked at pricing today.', { meets: ['an empty input'] }),
	pricing('Visiting Company', 1, undefined),
	pricing('Visiting Company', 1, undefined),
	pricing('Visiting Company', 2, undefined, {
		starts: [
			visitor('fernway.example', {
				summary: 'fernway.example looked at /de/pricing',
				page: 'https://www.example.com/de/pricing',
			}),
		],
	}),
	pricing(
		AT_17,
		2,
		`2 companies looked at pricing today:\n- ${BLUE_HARBOR}: /pricing\n- fernway.example: /de/pricing`,
	),
];

const NEXT = 'follow-the-champion/monitor-companies';
const inDays = (days: number) => DateTime.now().plus({ days }).toISODate();

/** A job change of a champion, and the rows of the table after it. */
const noted = (change: Row, rows: unknown[][], says: RegExp | undefined): Run => ({
	example: 'follow-the-champion/note-job-changes',
	from: 'Job Changes',
	starts: [
		{
			summary: 'Priya Nair has news',
			full_name: 'Priya Nair',
			title: 'Buyer',
			do_next: 'new_contact',
			upsert_key: 'person_1',
			custom_fields: {},
			...change,
		},
	],
	after: async ({ tables }, ended) => {
		const champions = await tables.rows('Champions');
		deepEqual(
			champions.map(({ full_name, domain, until }) => [full_name, domain, until]),
			rows,
		);
		const [{ result } = {}, ...more] = outputOf(ended, 'Result');
		deepEqual(more, []);
		if (says) match(String(result), says);
		else equal(result, undefined);
		return `${rows.length} rows, ${String(result ?? 'and nothing said')}`;
	},
});

/** A table of that name that somebody made without the columns. */
const wrongTable: Run = {
	...noted({ domain: 'cedar.example' }, [], undefined),
	meets: ['a failed row'],
	fails: /column/i,
	before: async ({ tables }) => await tables.create('Champions', ['person'], []),
	after: async ({ tables }) => {
		deepEqual(await tables.rows('Champions'), []);
		await tables.drop('Champions');
		return 'no row in a table without the columns';
	},
};

/** A night: the radars that are active then, and how the messages to Slack begin. */
const night = (
	rows: Row[],
	radars: string[],
	says: string[],
	more: Pick<Run, 'meets' | 'parameters'> & { balance?: number } = {},
): Run => ({
	example: NEXT,
	from: 'Every Night',
	parameters: { 'Sync Radars': { syncMode: 'apply' } },
	...more,
	before: async ({ sandbox, tables }) => {
		sandbox.control.balance(more.balance ?? 1000);
		if (rows.length > 0) await tables.insert('Champions', rows);
	},
	after: (world) => {
		const active = world.sandbox.control.radars().filter(({ radar_status }) => radar_status === 'active');
		deepEqual(active.map(({ domain }) => domain).sort(), radars);
		const messages = slackMessages(world).map(([, text]) => text);
		equal(messages.length, says.length);
		for (const [index, text] of messages.entries()) ok(text.startsWith(String(says[index])), text);
		return `${radars.join(', ') || 'no radars'}: ${messages.join() || 'no message'}`;
	},
});

const champion = (full_name: string, domain: string, days: number): Row => ({
	person: full_name,
	full_name,
	domain,
	until: inDays(days),
});

const PRIYA = ['Priya Nair', 'birch.example', inDays(90)];

const CHAMPION_RUNS: readonly Run[] = [
	wrongTable,
	noted({ do_next: 'alert_owner', domain: 'cedar.example' }, [], undefined),
	noted({ do_next: 'close_old_record', domain: null }, [], undefined),
	{
		...noted({ domain: null }, [], /^Priya Nair has news\. The company's domain isn't known: /),
		meets: ['an invalid row'],
	},
	noted(
		{ domain: 'cedar.example' },
		[['Priya Nair', 'cedar.example', inDays(90)]],
		/cedar\.example is monitored until/,
	),
	noted({ domain: 'birch.example' }, [PRIYA], /birch\.example is monitored until/),
	{
		...night(
			[],
			[],
			[
				`The plan (nothing is changed yet): 1 × create\n- create: birch.example, for Priya Nair until ${inDays(90)}. New on the list.`,
			],
			{ parameters: {} },
		),
		before: ({ sandbox }) => sandbox.control.reset(),
	},
	night(
		[],
		[],
		[
			`Radars of champions: 1 × failed\n- failed: birch.example, for Priya Nair until ${inDays(90)}. The account balance is too low`,
		],
		{ balance: 0, meets: ['a failed row'] },
	),
	night(
		[champion('Tom Becker', 'birch.example', 30), champion('Ada Roth', 'cedar.example', -1)],
		['birch.example'],
		[
			`Radars of champions: 1 × created\n- created: birch.example, for Priya Nair until ${inDays(90)} and Tom Becker until ${inDays(30)}. New on the list.`,
		],
	),
	night([], ['birch.example'], []),
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
			parameters: {
				'Sync Radars': { syncMode: 'apply' },
				'Get Champions': {
					filters: { conditions: [{ keyName: 'until', condition: 'gte', keyValue: inDays(200) }] },
				},
			},
		},
	),
];

const TITLES = 'Labeled titles';
const LABELED = [
	['Head of Sales', 'yes'],
	['VP Sales', 'yes'],
	['VP of Sales', 'yes'],
	['Chief Revenue Officer', 'yes'],
	['Sales Director Assistant', 'no'],
	['Sales Director, Interns', 'no'],
	['Head of Marketing', 'perhaps'],
] as const;

interface TestRun {
	id: string;
	status: string;
	metrics: Record<string, number> | null;
}

/** Chooses the table, and runs n8n's evaluation as its tab does. */
async function evaluate(
	saved: SavedWorkflow,
	{ tables }: World,
	{ host: { rest } }: Stage,
): Promise<TestRun> {
	await tables.insert(
		TITLES,
		LABELED.map(([title, wanted]) => ({ title, wanted })),
	);
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
	return run as TestRun;
}

function judged(): Run {
	let run: TestRun | undefined;
	return {
		example: 'judge-a-title-filter',
		from: 'Labeled Titles',
		meets: ['what starts it', 'an invalid row'],
		execute: async (saved, world, stage) => {
			run = await evaluate(saved, world, stage);
			return { status: 'success', runs: {} };
		},
		after: async ({ tables }) => {
			const { precision, recall, accuracy } = run?.metrics ?? {};
			deepEqual([precision, recall, accuracy], [2 / 3, 1 / 2, 1 / 2]);
			const rows = await tables.rows(TITLES);
			deepEqual(
				rows.map(({ title, wanted, found }) => [title, wanted, found]),
				[
					['Buyer', null, null],
					['Head of Sales', 'yes', 'yes'],
					['VP Sales', 'yes', 'yes'],
					['VP of Sales', 'yes', 'no'],
					['Chief Revenue Officer', 'yes', 'no'],
					['Sales Director Assistant', 'no', 'no'],
					['Sales Director, Interns', 'no', 'yes'],
					['Head of Marketing', 'perhaps', 'no'],
				],
			);
			return `${run?.status}: precision ${precision}, recall ${recall}, accuracy ${accuracy} of 6 labels; one that is no label is an error`;
		},
	};
}

/** A Monday without updates, and one on which they can't be read: the table is there all the same. */
const noTitles = (meets: Met, fails?: RegExp): Run => ({
	example: 'judge-a-title-filter',
	from: 'Every Monday',
	meets: [meets],
	fails,
	before: ({ sandbox: { control } }) => {
		control.reset();
		if (fails) control.addFaults({ kind: 'status', status: 401, count: 9 });
	},
	after: async ({ tables }) => {
		deepEqual([typeof (await tables.idOf(TITLES)), await tables.rows(TITLES)], ['string', []]);
		return 'a table to choose, without rows';
	},
});

const JUDGE_RUNS: readonly Run[] = [
	noTitles('an empty input'),
	noTitles('a failed row', /^The API key was rejected$/),
	...[1, 2].map((): Run => ({
		example: 'judge-a-title-filter',
		from: 'Every Monday',
		before: async (world) => {
			await find(world, { radar_type: 'company_new_hires', domain: 'cedar.example' }, { title: 'Buyer' });
		},
		after: async ({ tables }) => {
			const rows = await tables.rows(TITLES);
			deepEqual(
				rows.map(({ title, level, wanted }) => [title, level, wanted]),
				[['Buyer', 'other', null]],
			);
			return 'a title to label, once';
		},
	})),
	judged(),
];

/** What is kept in a data table, from one execution to the next. */
export const TABLE_RUNS: readonly Run[] = [
	...SCORE_RUNS,
	...VISITOR_RUNS,
	...PRICING_RUNS,
	...CHAMPION_RUNS,
	...JUDGE_RUNS,
];
