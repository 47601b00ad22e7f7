import { ok } from 'node:assert/strict';

import type { INode } from 'n8n-workflow';

import type { SavedWorkflow } from '../../../../tools/n8n-host/rest';
import { FormClient } from '../clients';
import type { Run, Runs } from './run';

/** n8n gives a form its path when the workflow is saved. */
const formOf = ({ nodes }: SavedWorkflow) => {
	const { webhookId } = (nodes as INode[]).find(({ type }) => type.endsWith('.formTrigger')) ?? {};
	ok(webhookId, 'The form has no path');
	return `form-test/${webhookId}`;
};

type Page = [value: string | Blob, ...says: string[]];

/** What is sent on each page of a form, what the page after it says, and which radars are active at the end. */
const filled = (pages: Page[], radars: string[], more: Omit<Run, 'then'>): Run => ({
	...more,
	execute: async ({ saved, from, stage: { host } }) => {
		const form = await FormClient.open(host, saved, from, formOf(saved));
		for (const [value, ...says] of pages) {
			await form.submit(value);
			const page = await form.page();
			for (const text of says) ok(page.includes(text), page);
		}
		return await form.end();
	},
	then: { radars },
});

const upload = (file: string, says: string, radars: string[], more: Partial<Run> = {}): Run =>
	filled([[new Blob([file], { type: 'text/csv' }), says]], radars, {
		parameters: { 'Sync Radars': { syncMode: 'apply' } },
		...more,
	});

const RADARS = [
	{ radar_type: 'company_new_hires', domain: 'cedar.example' },
	{ radar_type: 'company_new_hires', domain: 'birch.example' },
	{ radar_type: 'industry_mentions', keyword: 'robotics' },
] as const;
const ACTIVE = ['cedar.example', 'birch.example', 'robotics'];
const SHOWN = ['3 active radars', 'cedar.example: company', 'robotics: industry'];

const stop = (answers: [string, string], says: string[], radars: string[], more: Partial<Run> = {}): Run =>
	filled(
		[
			[answers[0], ...SHOWN],
			[answers[1], ...says],
		],
		radars,
		{
			radars: [...RADARS],
			...more,
		},
	);

const YES: [string, string] = ['They are unpublished', 'Yes, deactivate all'];
const KEPT = ['Nothing was changed', 'All radars stay active'];

/** A byte order mark, semicolons, usual headers, a cell of two lines, an empty row, cells without a domain, and a formula. */
const AS_EXCEL_SAVES_IT =
	'\uFEFFRecord ID;Company name;Website\r\n1001;"Cedar,\nInc. ""5"" "" pipe";https://www.cedar.example/\r\n;;\r\n1002;Birch;no domain\r\n\r\n1003;Dune;=HYPERLINK("https://evil.example")\r\n';

const invalid = (file: string, says: string, radars: string[]) =>
	upload(file, says, radars, { meets: ['an invalid row'] });

/** What a person does in a form of n8n. */
export const FORM_RUNS: Runs = {
	'sync-a-list/csv-file': [
		upload('domain,crm_id\ncedar.example,1001\n', '1 × create. The file radars.csv', [], {
			parameters: { 'Sync Radars': { syncMode: 'plan' } },
			meets: ['what starts it'],
		}),
		invalid(AS_EXCEL_SAVES_IT, '1 × created, 2 × not possible (rows 4, 6)', ['cedar.example']),
		invalid('name,city\nCedar,Berlin\n', '1 × not possible (row 2)', []),
		upload(
			'domain\ncedar.example\nbirch.example\n',
			'1 × created, 1 × not possible (row 3)',
			['cedar.example'],
			{
				meets: ['a failed row'],
				balance: 1,
			},
		),
		...['\uFEFFRecord ID;Website\r\n', ''].map((file) =>
			upload(file, 'The file has no companies. Nothing was changed.', [], { meets: ['an empty input'] }),
		),
	],
	'stop-everything': [
		stop(['nonsense', 'perhaps'], KEPT, ACTIVE, { meets: ['an invalid row'] }),
		stop(['', 'No, keep them'], KEPT, ACTIVE, { meets: ['an empty input'] }),
		stop(YES, ['3 of 3 radars deactivated', 'unpublish it'], [], { meets: ['what starts it'] }),
		stop(YES, ['0 of 3 radars deactivated', 'birch.example (The API key', 'robotics (The API key'], ACTIVE, {
			meets: ['a failed row'],
			fault: { method: 'DELETE', status: 403 },
		}),
		filled([['There are none', 'No radar is active', 'There is nothing to deactivate.']], [], {
			meets: ['an empty input'],
		}),
	],
};
