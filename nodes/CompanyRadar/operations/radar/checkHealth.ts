import { textField, optionsField } from '../../../shared/form/fieldOptions';
import { counted } from '../../../shared/values/basics/inWords';
import { TimeSlice } from '../../../shared/host/clock';
import { webhookBaseOf } from '../../../shared/host/host';
import { wholeNumber } from '../../../shared/values/rules/primitives';
import { checkWebUrls } from '../../../shared/values/rules/addresses';
import { defineOperation } from '../../../shared/run/operation';
import type { RunContext } from '../../../shared/run/runContext';
import {
	Activity,
	readUpdates,
	HealthCheck,
	type HealthSettings,
	PROBLEMS,
	type ProblemOfRadar,
} from '../../radars/healthCheck';
import { radarRow, type RadarRow } from '../../radars/radarRow';

type OwnColumns = Omit<ProblemOfRadar, 'record' | 'other_radar_id'>;

export type Output = OwnColumns & Partial<RadarRow<object, Pick<ProblemOfRadar, 'other_radar_id'>>>;

const rowOfProblem = ({ record, other_radar_id, ...problem }: ProblemOfRadar) => ({
	...problem,
	...radarRow(record, undefined, { other_radar_id }),
});

/** All problems of the account. */
async function findProblems(
	settings: HealthSettings,
	{ client, summary }: RunContext,
): Promise<ProblemOfRadar[]> {
	const activity = new Activity();
	const updates = await readUpdates(client, settings.silentDays, {}, (update) => activity.add(update));
	const healthCheck = new HealthCheck(settings, activity, updates);
	const slice = new TimeSlice();
	const ofRadars: ProblemOfRadar[] = [];
	let radars = 0;
	for await (const radar of client.allRadars()) {
		await slice.yieldToEventLoop();
		radars++;
		ofRadars.push(...healthCheck.problemsOf(radar));
	}
	const rows = [...ofRadars, ...healthCheck.remaining()];
	summary.note(
		`${counted(radars, 'radar', 'radars')} checked: ${counted(rows.length, 'problem', 'problems')}.`,
	);
	if (healthCheck.undecided > 0) {
		const { missing = '' } = updates;
		summary.note(
			`${counted(healthCheck.undecided, 'radar', 'radars')} may have found nothing for ${counted(settings.silentDays, 'day', 'days')}. ${missing}`,
		);
	}
	return rows;
}

/** Calls the API operations `listUpdates` and `listRadars`, and `getAccount` for the service's time. */
export const checkHealth = defineOperation({
	name: 'Check Health',
	value: 'checkHealth',
	action: 'Check radars for problems',
	description:
		'Find radars to clean up: stopped, failed, silent, duplicate or with a wrong URL. Outputs nothing if all is well. Free.',
	outputHint: 'problem, radar, what_to_do, radar_type, radar_status, radar_id, other_radar_id',
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
				'URLs that radars may send to, one per line or as a list. Radars that send to any other URL are reported.',
			),
			typeOptions: { rows: 2 },
		},
		optionsField(),
	],
	readSettings: (read) => ({ silentDays: read.value('silentDays', wholeNumber(1)) }),
	readInput: (read) => {
		if (read.item > 0) read.note('The account is checked once for all items.');
		return read.optional('knownUrls', checkWebUrls) ?? [];
	},
	run: async (items, context, { silentDays }) => {
		const knownUrls = items.flatMap(({ input }) => input);
		const webhookBase = webhookBaseOf(context.execution);
		const rows = await findProblems({ silentDays, knownUrls, webhookBase }, context);
		const inOrder = PROBLEMS.flatMap((problem) => rows.filter((row) => row.problem === problem));
		const first = items.slice(0, 1).map(({ item }) => item);
		// Where all is well, the note has said so.
		return rows.length > 0 ? [{ items: first, json: inOrder.map(rowOfProblem) }] : [];
	},
});
