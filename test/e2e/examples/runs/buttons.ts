import { deepEqual, ok } from 'node:assert/strict';

import { until } from '../../../../tools/shared/until';
import { mailsIn } from '../mails';
import type { Completion } from '../services/model';
import { find } from './findings';
import type { Run } from './run';
import { onlyRequest } from './support';
import { pressButton } from './slackButtons';

const ROUND = { company_name: 'Quickmill', company_domain: 'quickmill.example', round: 'Series A' };

/** The model drafts an email about a funding round, and a person answers in Slack. */
function draft(answer: 'true' | 'false', says: string): Run {
	let summary = '';
	return {
		example: 'signals-to-approved-email',
		from: 'Signals',
		before: async (world) => {
			world.model.turns = ['Well done.'];
			const radar = { radar_type: 'industry_funding_rounds' } as const;
			summary = (await find(world, radar, { ...ROUND, amount_usd: 4_500_000 })).summary;
			world.sandbox.control.pushFindings({ content: { ...ROUND, amount_usd: 1000 } });
		},
		execute: async (saved, world, { host: { rest } }) => {
			const id = await rest.runManually(saved, 'Signals');
			await until('n8n waits for a person', async () => (await rest.execution(id)).status === 'waiting');
			ok(showsDraft(JSON.stringify(world.services.sent('POST slack.com/api/chat.postMessage')[0]?.body)));
			await pressButton(world, summary, answer);
			return await rest.executionEnd(id);
		},
		after: (world) => {
			const { body: asked } = onlyRequest(world, 'POST api.openai.com/v1/chat/completions');
			const [message] = (asked as Completion).messages;
			ok(String(message?.content).includes(summary), `The model was asked: ${message?.content}`);
			const mails = mailsIn(world.services).map(({ subject, text }) => [subject, text]);
			deepEqual(mails, answer === 'true' ? [['Congratulations, Quickmill', 'Well done.']] : []);
			return says;
		},
	};
}

/** The question shows the whole draft. */
const showsDraft = (message: string) => message.includes('Well done.');

export const BUTTON_RUNS: readonly Run[] = [
	draft('true', 'a draft in Gmail, after a person approved it in Slack'),
	draft('false', 'no draft, after a person dropped it in Slack'),
];
