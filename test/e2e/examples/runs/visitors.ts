import { deepEqual, ok } from 'node:assert/strict';

import type { Run } from './run';
import { onlyMessage, onlyRequest } from './support';

const COMPANY = 'Blue Harbor (blueharbor.example, 120 people, Logistics)';

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
			const { body } = onlyRequest(world, 'POST api.hubapi.com/engagements/v1/engagements');
			const { engagement, metadata } = body as {
				engagement: { ownerId: number };
				metadata: { subject: string };
			};
			deepEqual([engagement.ownerId, metadata.subject], [77, `${COMPANY} looked at /pricing`]);
			return 'Blue Harbor in Slack and in the table, and a task for its owner in HubSpot';
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
