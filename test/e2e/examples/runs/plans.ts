import { deepEqual, ok } from 'node:assert/strict';
import path from 'node:path';

import { OWNER } from '../../../../tools/n8n-host/host';
import type { SavedWorkflow } from '../../../../tools/n8n-host/rest';
import { until } from '../../../../tools/shared/until';
import { Browser } from '../../editor/browser';
import { Editor } from '../../editor/editor';
import type { Stage } from '../../stage';
import {
	createRadar,
	type Ended,
	isAskedAsShown,
	posts,
	pressButton,
	slackMessages,
	type Run,
	type World,
} from './run';

const LIST = 'Approved companies';

/** A radar that an earlier plan of the list has made. */
const ofList = (domain: string) =>
	({
		radar_type: 'company_new_hires',
		domain,
		custom_fields: { n8n_list: LIST, n8n_list_key: JSON.stringify(['company_new_hires', domain]) },
	}) as const;

const active = ({ sandbox }: World) =>
	sandbox.control
		.radars()
		.filter(({ radar_status: status }) => status === 'active')
		.map(({ domain }) => domain)
		.sort();

const BEFORE = ['blueharbor.example', 'oakline.example'];

/** A filter that lets only new radars through, as a person may set it. */
const ONLY_NEW = {
	'Rows to Apply': {
		conditions: {
			options: { caseSensitive: true, leftValue: '', typeValidation: 'loose', version: 2 },
			conditions: [
				{
					id: '1',
					leftValue: '={{ $json.change }}',
					rightValue: 'create',
					operator: { type: 'string', operation: 'equals' },
				},
			],
			combinator: 'and',
		},
	},
};

/** Executes it in the editor, and takes pictures of the plan and, after the answer, of what was applied. */
async function inTheEditor(saved: SavedWorkflow, { host, artifacts }: Stage, answer: Answer): Promise<Ended> {
	const browser = await Browser.open(host.url, path.join(artifacts, 'examples'));
	try {
		const editor = new Editor(browser.page);
		await editor.logIn(OWNER);
		await editor.showWorkflow(saved.id);
		await editor.execute();
		const executions = async () => await host.rest.executions({ workflowId: saved.id });
		await until('n8n has started it', async () => (await executions()).length > 0);
		const ended = await answer((await executions())[0]?.id ?? '');
		for (const [node, picture, ...texts] of PICTURES) {
			const view = await editor.openRun(node);
			await view.shows(...texts);
			await browser.picture(picture);
			await view.close();
		}
		return ended;
	} finally {
		await browser.close();
	}
}

/** Answers once the execution waits for it; resolves when it has ended. */
type Answer = (execution: string) => Promise<Ended>;

/** A node of the example, its picture, and what it shows there. */
const PICTURES = [
	['Plan', 'sync-plan', 'create', 'keep', 'deactivate'],
	['Apply Plan Rows', 'sync-applied', 'created', 'deactivated'],
] as const;

/** A plan waits for a person, who answers in Slack. */
const answered = (
	answer: 'true' | 'false',
	radars: string[],
	says: string[],
	{
		balance = 1000,
		isInEditor = false,
		...more
	}: Pick<Run, 'parameters' | 'meets'> & { balance?: number; isInEditor?: boolean } = {},
): Run => ({
	example: 'approve-a-list',
	from: 'Every Monday',
	...more,
	before: async (world) => {
		world.sandbox.control.reset();
		for (const domain of BEFORE) await createRadar(world, ofList(domain));
		world.sandbox.control.balance(balance);
		world.spreadsheet.fill('Companies', [
			['Website'],
			['blueharbor.example'],
			[''],
			['https://quickmill.example'],
		]);
	},
	execute: async (saved, world, stage) => {
		const { rest } = stage.host;
		const answerTo = async (id: string) => {
			await until('n8n waits for a person', async () => (await rest.execution(id)).status === 'waiting');
			deepEqual(active(world), BEFORE);
			isAskedAsShown(world, 'approve-a-list');
			await pressButton(world, 'to deactivate', answer);
			return await rest.executionEnd(id);
		};
		if (isInEditor) return await inTheEditor(saved, stage, answerTo);
		return await answerTo(await rest.runManually(saved, 'Every Monday'));
	},
	after: (world) => {
		deepEqual(active(world), radars);
		const [question, ...results] = slackMessages(world);
		ok(question, 'Nobody was asked');
		deepEqual(
			results.map(([, text]) => text),
			says,
		);
		return `${radars.join(', ')}: ${says.join() || 'nothing was changed'}`;
	},
});

/** Nobody is asked, and Slack says why. */
const unasked = (rows: string[][], says: RegExp, meets?: Run['meets']): Run =>
	posts(
		{
			meets,
			example: 'approve-a-list',
			from: 'Every Monday',
			before: async (world) => {
				world.sandbox.control.reset();
				for (const domain of BEFORE) await createRadar(world, ofList(domain));
				world.spreadsheet.fill('Companies', [['Website'], ...rows]);
			},
		},
		says,
		(world) => deepEqual(active(world), BEFORE),
	);

export const PLAN_RUNS: readonly Run[] = [
	answered('false', BEFORE, []),
	answered(
		'true',
		['blueharbor.example', 'quickmill.example'],
		['1 created, 1 deactivated, 0 not possible'],
		{ isInEditor: true },
	),
	answered(
		'true',
		['blueharbor.example', 'oakline.example', 'quickmill.example'],
		['1 created, 0 deactivated, 0 not possible'],
		{ parameters: ONLY_NEW as Run['parameters'] },
	),
	unasked(
		BEFORE.map((domain) => [domain]),
		/^Nothing to approve, 0 not possible$/,
	),
	answered(
		'true',
		BEFORE,
		[
			'0 created, 0 deactivated, 2 not possible\n- quickmill.example: The account balance is too low\n- oakline.example: Not deactivated, because the execution stopped',
		],
		{ balance: 0, meets: ['a failed row'] },
	),
	unasked([], /^Nothing to approve, 1 not possible\n- The list: .*empty/, ['an empty input']),
	unasked(
		[...BEFORE.map((domain) => [domain]), ['no domain']],
		/^Nothing to approve, 1 not possible\n- .*domain/,
		['an invalid row'],
	),
];
