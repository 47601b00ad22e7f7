import { LoadOptionsContext } from 'n8n-core';
import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';

import { searchRadars } from '../../../nodes/CompanyRadar/methods/searchRadars';
import { workflowAround } from '../harness';
import { additionalDataFor } from '../harness/additionalData';
import { TestNodeTypes } from '../harness/nodeTypes';
import { useSandbox } from '../support/sandbox';

const service = useSandbox();

/** What the editor's radar picker shows. */
async function pick(filter?: string, paginationToken?: string) {
	const json = workflowAround({ resource: 'radar', operation: 'get' });
	const workflow = new Workflow({ ...json, active: false, nodeTypes: new TestNodeTypes() });
	const node = workflow.getNode('Company Radar');
	if (!node) throw new Error('The workflow has no node to pick for');
	const context = new LoadOptionsContext(
		workflow,
		node,
		additionalDataFor(service.credential, json, 'manual'),
		'parameters.radarId',
	);
	return await searchRadars.call(context as ILoadOptionsFunctions, filter, paginationToken);
}

test('shows the newest radars page by page', async () => {
	service.control.seed({ radars: 150 });
	const first = await pick();
	expect(first.results).toHaveLength(100);
	expect(first.results[0]?.value).toBe(service.control.radars().at(-1)?.radar_id);
	const second = await pick(undefined, String(first.paginationToken));
	expect(second.results).toHaveLength(50);
	expect(second.paginationToken).toBeUndefined();
});

test('finds a radar by its domain and by a part of its ID', async () => {
	service.control.seed({ radars: 150 });
	const radar = service.control.radars().find(({ domain }) => domain);
	const byDomain = await pick(String(radar?.domain).toUpperCase());
	expect(byDomain.results.map(({ value }) => value)).toContain(radar?.radar_id);
	const byId = await pick(String(radar?.radar_id).slice(0, 13));
	expect(byId.results.map(({ value }) => value)).toEqual([radar?.radar_id]);
});

test('names target, type, status and date', async () => {
	service.control.seed({ radars: 15 });
	const { results } = await pick();
	for (const { name } of results) {
		expect(name).toMatch(/^\S.* – ((Contact|Industry): )?[A-Z][A-Za-z ]+ \((in)?active, \d{4}-\d\d-\d\d\)$/);
	}
});
