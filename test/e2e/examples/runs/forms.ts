import { deepEqual, ok } from 'node:assert/strict';

import type { INode } from 'n8n-workflow';

import { readExample } from '../example';
import { FormClient } from '../formClient';
import { createRadar } from './findings';
import type { Run, World } from './run';

const formOf = (example: string) => {
	const [{ webhookId }] = readExample(example).nodes.filter(({ type }) => type.endsWith('.formTrigger')) as [
		INode,
	];
	return `form-test/${webhookId}`;
};

const csv = (text: string) => new Blob([text], { type: 'text/csv' });

const upload = (mode: 'apply' | 'plan', file: string, after: Run['after']): Run => ({
	example: 'sync-a-list/csv-file',
	from: 'Upload CSV',
	parameters: { 'Sync Radars': { syncMode: mode } },
	before: ({ sandbox }) => sandbox.control.reset(),
	execute: async (saved, _, { host }) => {
		const form = await FormClient.open(host, saved, 'Upload CSV', formOf('sync-a-list/csv-file'));
		await form.submit([csv(file)]);
		const page = await form.page();
		ok(page.includes('radars.csv'), page);
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
	},
	execute: async (saved, world, { host }) => {
		const form = await FormClient.open(host, saved, 'Stop Form', formOf('stop-everything'));
		await form.submit(['All radars of this account']);
		const question = await form.page();
		ok(question.includes('2 radars run') && question.includes('cedar.example'), question);
		deepEqual(domains(world, 'inactive'), []);
		await form.submit([answer]);
		const result = await form.page();
		ok(result.includes(says), result);
		return await form.end();
	},
	after,
});

/** What a person does in a form of n8n. */
export const FORM_RUNS: readonly Run[] = [
	upload('plan', 'domain,crm_id\ncedar.example,1001\n', (world) => {
		deepEqual(world.sandbox.control.radars(), []);
		return 'a plan as a file, and no radar';
	}),
	upload('apply', 'domain,crm_id\ncedar.example,1001\nno domain,\n', (world) => {
		const [radar, ...more] = world.sandbox.control.radars();
		deepEqual([radar?.domain, radar?.custom_fields?.crm_id, more], ['cedar.example', '1001', []]);
		return '1 radar of 2 rows';
	}),
	stop('No, keep them', 'Nothing was changed', (world) => {
		deepEqual(domains(world, 'active').length, 2);
		return 'nothing deactivated, as the form says';
	}),
	stop('Yes, deactivate all', '2 of 2 radars deactivated', (world) => {
		deepEqual(domains(world, 'active'), []);
		return '2 radars deactivated, after the form has asked';
	}),
];
