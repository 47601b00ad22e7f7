import { deepEqual } from 'node:assert/strict';

import type { SavedWorkflow } from '../../../../tools/n8n-host/rest';
import { until } from '../../../../tools/shared/until';
import type { Stage } from '../../stage';
import { find } from './findings';
import type { Run, World } from './run';
import { slackMessages } from './support';
import { pressButton } from './slackButtons';

const MONITORED = 'quickmill.example';
const MUTED = 'fernway.example';
const round = (company_domain: string) => ({
	company_domain,
	company_name: company_domain,
	amount_usd: 5_000_000,
});

/** Answers the two questions that wait, and resolves with the end of the execution that asked them. */
async function answerBoth(saved: SavedWorkflow, world: World, { host: { rest } }: Stage) {
	const ended = await rest.executionEnd(await rest.runManually(saved, 'Funding Rounds'));
	const waiting = async () => await rest.executions({ workflowId: saved.id, status: ['waiting'] });
	await until('both companies wait for an answer', async () => (await waiting()).length === 2);
	const asked = await waiting();
	await pressButton(world, MONITORED, 'true');
	await pressButton(world, MUTED, 'false');
	for (const { id } of asked) {
		const { status, error } = await rest.executionEnd(id);
		if (status !== 'success') return { status, error, runs: {} };
	}
	return ended;
}

const twoRounds = async (world: World) => {
	await find(world, { radar_type: 'industry_funding_rounds' }, round(MONITORED));
	world.sandbox.control.pushFindings({ content: round(MUTED) });
};

export const BUTTON_RUNS: readonly Run[] = [
	{
		example: 'monitor-or-mute',
		from: 'Funding Rounds',
		before: twoRounds,
		execute: answerBoth,
		after: async (world) => {
			const texts = slackMessages(world).map(([, text]) => text);
			deepEqual(texts.includes(`A radar now monitors new hires at ${MONITORED}.`), true, texts.join());
			const radars = world.sandbox.control.radars().filter(({ domain }) => domain);
			deepEqual(
				radars.map(({ radar_type, domain }) => [radar_type, domain]),
				[['company_new_hires', MONITORED]],
			);
			const rows = await world.tables.rows('Muted companies');
			deepEqual(
				rows.map(({ domain }) => domain),
				[MUTED],
			);
			return 'one company monitored, the other muted, each by its button';
		},
	},
	{
		example: 'monitor-or-mute',
		from: 'Funding Rounds',
		before: twoRounds,
		execute: async (saved, world, { host: { rest } }) => {
			const ended = await rest.executionEnd(await rest.runManually(saved, 'Funding Rounds'));
			await until('one message in Slack', () => slackMessages(world).length > 0);
			return ended;
		},
		after: (world) => {
			deepEqual(slackMessages(world).length, 1);
			return 'no question about the muted company';
		},
	},
];
