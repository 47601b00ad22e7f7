import { deepEqual, ok } from 'node:assert/strict';

import type { INode } from 'n8n-workflow';

import type { SavedWorkflow } from '../../../../tools/n8n-host/rest';
import { FormClient } from '../clients';
import type { Met } from '../met';
import { createRadar, type Run, type World } from './run';

/** n8n gives a form its path when the workflow is saved. */
const formOf = ({ nodes }: SavedWorkflow) => {
	const { webhookId } = (nodes as INode[]).find(({ type }) => type.endsWith('.formTrigger')) ?? {};
	ok(webhookId, 'The form has no path');
	return `form-test/${webhookId}`;
};

const activeOf = ({ sandbox }: World) =>
	sandbox.control
		.radars()
		.filter(({ radar_status: status }) => status === 'active')
		.map(({ domain, keyword }) => domain ?? keyword);

/** What is sent on each page of a form, what the page after it says, and which radars are active at the end. */
interface Filled {
	meets?: readonly Met[];
	pages: Array<[values: Array<string | Blob>, says: string[]]>;
	active: string[];
	parameters?: Run['parameters'];
	spoil?(world: World): void;
}

const filled = (
	example: string,
	from: string,
	radars: Array<Parameters<typeof createRadar>[1]>,
	{ pages, active, spoil, ...more }: Filled,
): Run => ({
	example,
	from,
	...more,
	before: async (world) => {
		world.sandbox.control.reset();
		for (const radar of radars) await createRadar(world, radar);
		spoil?.(world);
	},
	execute: async (saved, _, { host }) => {
		const form = await FormClient.open(host, saved, from, formOf(saved));
		for (const [values, says] of pages) {
			await form.submit(values);
			const page = await form.page();
			for (const text of says) ok(page.includes(text), page);
		}
		return await form.end();
	},
	after: (world) => {
		deepEqual(activeOf(world), active);
		return `${pages.at(-1)?.[1].join(', ')}; ${active.length} radars are active`;
	},
});

const upload = (file: string, says: string, active: string[], more: Partial<Filled> = {}): Run =>
	filled('sync-a-list/csv-file', 'Upload CSV', [], {
		pages: [[[new Blob([file], { type: 'text/csv' })], [says]]],
		active,
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

const stop = (
	[first, second]: [string, string],
	says: string[],
	active: Filled['active'],
	more: Partial<Filled> = {},
): Run =>
	filled('stop-everything', 'Stop Form', [...RADARS], {
		pages: [
			[[first], SHOWN],
			[[second], says],
		],
		active,
		...more,
	});

const YES: [string, string] = ['They are unpublished', 'Yes, deactivate all'];
const KEPT = ['Nothing was changed', 'All radars stay active'];

/** A byte order mark, semicolons, usual headers, a cell of two lines, an empty row, cells without a domain, and a formula. */
const AS_EXCEL_SAVES_IT =
	'\uFEFFRecord ID;Company name;Website\r\n1001;"Cedar,\nInc. ""5"" "" pipe";https://www.cedar.example/\r\n;;\r\n1002;Birch;no domain\r\n\r\n1003;Dune;=HYPERLINK("https://evil.example")\r\n';
const EMPTY = 'The file has no companies. Nothing was changed.';

/** Whoever sends the form without its required field gets an error, and nothing is changed. */
const withoutFile: Run = {
	...upload('', '', []),
	meets: ['an empty input'],
	fails: /binary file 'File', but none was found/,
	execute: async (saved, _, { host }) => {
		const form = await FormClient.open(host, saved, 'Upload CSV', formOf(saved));
		await form.submit(['']);
		const [execution] = await host.rest.executions({ workflowId: saved.id });
		return await host.rest.executionEnd(String(execution?.id));
	},
	after: ({ sandbox }) => {
		deepEqual(sandbox.control.radars(), []);
		return 'and no radar';
	},
};

/** What a person does in a form of n8n. */
export const FORM_RUNS: readonly Run[] = [
	upload('domain,crm_id\ncedar.example,1001\n', '1 × create. The file radars.csv', [], {
		parameters: { 'Sync Radars': { syncMode: 'plan' } },
		meets: ['what starts it'],
	}),
	{
		...upload(AS_EXCEL_SAVES_IT, '1 × created, 2 × not possible (rows 4, 6)', ['cedar.example'], {
			meets: ['an invalid row'],
		}),
		after: ({ sandbox }) => {
			const [radar, ...more] = sandbox.control.radars();
			deepEqual([radar?.domain, radar?.custom_fields?.crm_id, more], ['cedar.example', '1001', []]);
			return '1 radar of a file as Excel saves it, and the rows that were not possible';
		},
	},
	upload('name,city\nCedar,Berlin\n', '1 × not possible (row 2)', [], { meets: ['an invalid row'] }),
	upload(
		'domain\ncedar.example\nbirch.example\n',
		'1 × created, 1 × not possible (row 3)',
		['cedar.example'],
		{
			meets: ['a failed row'],
			spoil: ({ sandbox }) => void sandbox.control.balance(1),
		},
	),
	...['\uFEFFRecord ID;Website\r\n', ''].map((file) =>
		upload(file, EMPTY, [], { meets: ['an empty input'] }),
	),
	withoutFile,
	stop(['They are unpublished', 'No, keep them'], KEPT, ACTIVE),
	stop(['nonsense', 'perhaps'], KEPT, ACTIVE, { meets: ['an invalid row'] }),
	stop(['', ''], KEPT, ACTIVE, { meets: ['an empty input'] }),
	stop(YES, ['3 of 3 radars deactivated', 'unpublish it'], [], { meets: ['what starts it'] }),
	stop(YES, ['0 of 3 radars deactivated', 'birch.example (The API key', 'robotics (The API key'], ACTIVE, {
		meets: ['a failed row'],
		spoil: ({ sandbox: { control } }) =>
			void control.addFaults({ kind: 'status', method: 'DELETE', status: 403, count: 9 }),
	}),
	filled('stop-everything', 'Stop Form', [], {
		meets: ['an empty input'],
		pages: [[['There are none'], ['No radar is active', 'There is nothing to deactivate.']]],
		active: [],
	}),
];
