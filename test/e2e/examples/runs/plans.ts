import { until } from '../../../../tools/shared/until';
import { inEditor } from '../../editor/editor';
import { answer, type Answer, answers, asShown, type Run, type Runs } from './run';

/** A radar that an earlier plan of the list has made. */
const ofList = (domain: string) =>
	({
		radar_type: 'company_new_hires',
		domain,
		custom_fields: {
			n8n_list: 'Approved companies',
			n8n_list_key: JSON.stringify(['company_new_hires', domain]),
		},
	}) as const;

const [BLUE, OAK, NEW] = ['blueharbor.example', 'oakline.example', 'quickmill.example'];
const BEFORE = { radars: [ofList(BLUE), ofList(OAK)] };

const sheet = (...domains: string[]) => ({
	sheets: { Companies: [['Website'], ...domains.map((each) => [each])] },
});

/** A filter that lets only new radars through, as a person may set it. */
const ONLY_NEW = {
	'Rows to Apply': {
		conditions: {
			options: { caseSensitive: true, leftValue: '', typeValidation: 'loose', version: 2 },
			conditions: [
				{
					...{ id: '1', leftValue: '={{ $json.change }}', rightValue: 'create' },
					operator: { type: 'string', operation: 'equals' },
				},
			],
			combinator: 'and',
		},
	},
};

/** A node of the example, its picture, and what it shows there. */
const PICTURES = [
	['Plan', 'sync-plan', 'create', 'keep', 'deactivate'],
	['Apply Plan Rows', 'sync-applied', 'created', 'deactivated'],
] as const;

/** Executes it in the editor, and takes pictures of the plan and, after the answer, of what was applied. */
const inTheEditor: Run['execute'] = async (ready) => {
	const { saved, world, stage } = ready;
	const { host } = stage;
	const before = world.sandbox.control.radars();
	return await inEditor(stage, 'examples', async ({ browser, editor }) => {
		await editor.showWorkflow(saved.id);
		await editor.execute();
		const started = async () => (await host.rest.executions({ workflowId: saved.id }))[0]?.id;
		await until('n8n has started it', async () => (await started()) !== undefined);
		const ended = await answer(String(await started()), 'true', before, ready);
		for (const [node, picture, ...texts] of PICTURES) {
			const view = await editor.openRun(node);
			await view.shows(...texts);
			await browser.picture(picture);
			await view.close();
		}
		return ended;
	});
};

/** A plan waits for a person, who answers in Slack. */
const answered = (press: Answer, radars: string[], says: string[], more: Partial<Run> = {}): Run => ({
	...{ ...BEFORE, ...sheet(BLUE, '', `https://${NEW}`) },
	execute: answers(press),
	...more,
	then: { radars, slack: [asShown('approve-a-list'), ...says] },
});

/** Nobody is asked, and Slack says why. */
const unasked = (meets: Run['meets'], domains: string[], says: RegExp): Run => ({
	...{ ...BEFORE, meets, ...sheet(...domains) },
	then: { slack: [says], radars: [BLUE, OAK] },
});

export const PLAN_RUNS: Runs = {
	'approve-a-list': [
		answered('false', [BLUE, OAK], []),
		answered('true', [BLUE, NEW], ['1 created, 1 deactivated, 0 not possible'], { execute: inTheEditor }),
		answered('true', [BLUE, OAK, NEW], ['1 created, 0 deactivated, 0 not possible'], {
			parameters: ONLY_NEW,
		}),
		answered(
			'true',
			[BLUE, OAK],
			[
				`0 created, 0 deactivated, 2 not possible\n- ${NEW}: The account balance is too low\n- ${OAK}: Not deactivated, because the execution stopped`,
			],
			{ balance: 0, meets: ['a failed row'] },
		),
		unasked([], [BLUE, OAK], /^Nothing to approve, 0 not possible$/),
		unasked(['an empty input'], [], /^Nothing to approve, 1 not possible\n- The list: .*empty/),
		unasked(['an invalid row'], [BLUE, OAK, 'no domain'], /^Nothing to approve, 1 not possible\n- .*domain/),
	],
};
