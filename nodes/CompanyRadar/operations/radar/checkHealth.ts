import { textField } from '../../../shared/parameters/fieldOptions';
import { webhookHostOf } from '../../../shared/n8n/host';
import { counted } from '../../../shared/basics/listed';
import { TimeSlice } from '../../../shared/concurrency/timeSlice';
import { wholeNumber } from '../../../shared/validation/amount';
import { checkWebUrls } from '../../../shared/validation/webhookUrl';
import { defineOperation } from '../../runner/operation';
import { optionsField } from '../../runner/requestOptions';
import type { RunContext } from '../../runner/runContext';
import { readUpdates } from '../../../shared/client';
import { Activity } from '../../health/activity';
import { HealthCheck, type HealthSettings } from '../../health/healthCheck';
import { isNote, PROBLEMS, type HealthRow } from '../../health/rows';

export type Output = HealthRow;

/** Problems with their notes or without them, by their kinds in the order of the output. */
class Findings {
	private readonly rows = new Map(PROBLEMS.map((problem): [string, HealthRow[]] => [problem, []]));

	problems = 0;

	notes = 0;

	constructor(private readonly includeNotes: boolean) {}

	add(rows: HealthRow[]): void {
		for (const row of rows) {
			if (isNote(row.problem)) this.notes++;
			else this.problems++;
			if (this.includeNotes || !isNote(row.problem)) this.rows.get(row.problem)?.push(row);
		}
	}

	get inOrder(): HealthRow[] {
		return [...this.rows.values()].flat();
	}
}

async function findProblems(
	settings: HealthSettings,
	findings: Findings,
	{ client, summary }: RunContext,
): Promise<void> {
	const activity = new Activity();
	const updates = await readUpdates(client, settings.silentDays, {}, (update) => activity.add(update));
	const check = new HealthCheck(settings, activity, updates);
	const slice = new TimeSlice();
	let radars = 0;
	for await (const radar of client.allRadars()) {
		await slice.yieldToEventLoop();
		radars++;
		findings.add(check.check(radar));
	}
	findings.add(check.end());
	summary.note(
		`${counted(radars, 'radar', 'radars')} checked: ${counted(findings.problems, 'problem', 'problems')}, ${counted(findings.notes, 'note', 'notes')}.`,
	);
}

/** Calls the API operations `listUpdates` and `listRadars`. */
export const checkHealth = defineOperation({
	name: 'Check Health',
	value: 'checkHealth',
	action: 'Check radars for problems',
	description:
		'Find radars to clean up: stopped, failed, silent, duplicate or with a wrong URL. Outputs nothing if all is well. Free.',
	fields: [
		{
			displayName: 'Silent Days',
			name: 'silentDays',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 30,
			description:
				'Report radars that found nothing for this many days, or failed in them, as far back as the service lists updates',
		},
		{
			...textField(
				'Known Webhook URLs',
				'knownUrls',
				'https://n8n.example.com/webhook/radar',
				'Report radars that send to any other URL. Enter one URL per line, or a list. Leave empty to allow any URL.',
			),
			typeOptions: { rows: 2 },
		},
		{
			displayName: 'Include Notes',
			name: 'includeNotes',
			type: 'boolean',
			default: false,
			description:
				"Whether to also list what isn't a problem: radars that send to another host than this n8n's, and deactivated ones whose paid month isn't over",
		},
		optionsField(),
	],
	readSettings: (read) => ({
		silentDays: read.value('silentDays', wholeNumber(1)),
		includeNotes: read.flag('includeNotes'),
	}),
	readInput: (read) => read.optional('knownUrls', checkWebUrls, { mayBeEmpty: true }) ?? [],
	run: async (items, context, { silentDays, includeNotes }) => {
		const findings = new Findings(includeNotes);
		const knownUrls = items.flatMap(({ input }) => input);
		const ownHost = webhookHostOf(context.execution);
		await findProblems({ silentDays, knownUrls, ownHost }, findings, context);
		const first = items.slice(0, 1).map(({ item }) => item);
		return [{ items: first, json: findings.inOrder.map((row) => ({ ...row })) }];
	},
});
