import { deepEqual, ok } from 'node:assert/strict';

import type { INode } from 'n8n-workflow';

import type { SavedWorkflow } from '../../../../tools/n8n-host/rest';
import { FormClient } from '../clients';
import { createRadar, type Run, type World } from './run';

/** n8n gives a form its path when the workflow is saved. */
const formOf = ({ nodes }: SavedWorkflow) => {
	const { webhookId } = (nodes as INode[]).find(({ type }) => type.endsWith('.formTrigger')) ?? {};
	ok(webhookId, 'The form has no path');
	return `form-test/${webhookId}`;
};

const csv = (text: string) => new Blob([text], { type: 'text/csv' });

const upload = (mode: 'apply' | 'plan', file: string, says: string, after: Run['after']): Run => ({
	example: 'sync-a-list/csv-file',
	from: 'Upload CSV',
	parameters: { 'Sync Radars': { syncMode: mode } },
	before: ({ sandbox }) => sandbox.control.reset(),
	execute: async (saved, _, { host }) => {
		const form = await FormClient.open(host, saved, 'Upload CSV', formOf(saved));
		await form.submit([csv(file)]);
		const page = await form.page();
		ok(page.includes(says), page);
		return await form.end();
	},
	after,
});

const domains = ({ sandbox }: World, status: string) =>
	sandbox.control
		.radars()
		.filter(({ radar_status }) => radar_status === status)
		.map(({ domain }) => domain);

const stop = (answer: string, says: string, after: Run['after']): Run => ({
	example: 'stop-everything',
	from: 'Stop Form',
	before: async (world) => {
		world.sandbox.control.reset();
		for (const domain of ['cedar.example', 'birch.example'])
			await createRadar(world, { radar_type: 'company_new_hires', domain });
		await createRadar(world, { radar_type: 'industry_mentions', keyword: 'robotics' });
	},
	execute: async (saved, world, { host }) => {
		const form = await FormClient.open(host, saved, 'Stop Form', formOf(saved));
		await form.submit(['They are unpublished']);
		const question = await form.page();
		for (const shown of ['3 active radars', 'cedar.example: company', 'robotics: industry'])
			ok(question.includes(shown), question);
		deepEqual(domains(world, 'inactive'), []);
		await form.submit([answer]);
		const result = await form.page();
		ok(result.includes(says), result);
		return await form.end();
	},
	after,
});

/** A byte order mark, semicolons, usual headers, a cell of two lines, an empty row, cells without a domain, and a formula. */
const AS_EXCEL_SAVES_IT =
	'\uFEFFRecord ID;Company name;Website\r\n1001;"Cedar,\nInc. ""5"" "" pipe";https://www.cedar.example/\r\n;;\r\n1002;Birch;no domain\r\n\r\n1003;Dune;=HYPERLINK("https://evil.example")\r\n';

/** What a person does in a form of n8n. */
export const FORM_RUNS: readonly Run[] = [
	upload('plan', 'domain,crm_id\ncedar.example,1001\n', '1 × create. The file radars.csv', (world) => {
		deepEqual(world.sandbox.control.radars(), []);
		return 'a plan as a file, and no radar';
	}),
	upload('apply', AS_EXCEL_SAVES_IT, '1 × created, 2 × not possible (rows 4, 6)', (world) => {
		const [radar, ...more] = world.sandbox.control.radars();
		deepEqual([radar?.domain, radar?.custom_fields?.crm_id, more], ['cedar.example', '1001', []]);
		return '1 radar of a file as Excel saves it, and the rows that were not possible';
	}),
	upload(
		'apply',
		'\uFEFFRecord ID;Website\r\n',
		'The file has no companies. Nothing was changed.',
		(world) => {
			deepEqual(world.sandbox.control.radars(), []);
			return 'a page that says that the list is empty';
		},
	),
	stop('No, keep them', 'Nothing was changed', (world) => {
		deepEqual(domains(world, 'active').length, 3);
		return 'nothing deactivated, as the form says';
	}),
	stop('Yes, deactivate all', 'unpublish it', (world) => {
		deepEqual(domains(world, 'active'), []);
		return '3 radars deactivated, after the form has asked';
	}),
];
