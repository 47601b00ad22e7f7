import { deepEqual, ok } from 'node:assert/strict';

import type { Run } from './run';
import { onlyMessage } from './support';

const COMPANY = 'Blue Harbor (blueharbor.com, 120 people, Logistics)';

/** The trigger's own sample, as a test of the workflow shows it. */
export const VISITOR_RUNS: readonly Run[] = [
	{
		example: 'visitors-to-slack',
		from: 'Visiting Company',
		after: async (world) => {
			const text = onlyMessage(world);
			ok(text.startsWith(`${COMPANY} looked at /pricing\n`), text);
			const rows = await world.tables.rows('Website visits');
			deepEqual(
				rows.map(({ company, page }) => [company, page]),
				[[COMPANY, '/pricing']],
			);
			return 'Blue Harbor in Slack and in the table';
		},
	},
	{
		example: 'visitors-to-slack',
		from: 'Every Monday',
		before: async ({ tables }) =>
			await tables.insert('Website visits', [
				{ company: COMPANY, page: '/demo' },
				{ company: 'cedar.example', page: '/' },
			]),
		after: (world) => {
			const text = onlyMessage(world);
			deepEqual(
				text,
				`2 companies on your website last week:\n- ${COMPANY}: /pricing, /demo\n- cedar.example: /`,
			);
			return '2 companies in one message to Slack';
		},
	},
];
