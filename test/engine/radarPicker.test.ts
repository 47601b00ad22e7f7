import { LoadOptionsContext } from 'n8n-core';
import type { ILoadOptionsFunctions, INodeParameters } from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';

import { getRadars, searchRadars } from '../../nodes/shared/form/radarPicker';
import { NODE, watched } from './client/service';
import { outsideOfExecutions } from './harness/additionalData';
import { TestNodeTypes } from './harness/nodeTypes';
import { useSandbox } from './support/sandbox';

const service = useSandbox();

const lacking: string[] = [];

afterEach(() => expect(lacking).toEqual([]));

/** What n8n gives to the field of the editor that has this path, as `dynamic-node-parameters.service.js` does. */
function editorAt(path: string, currentNodeParameters: INodeParameters = {}): ILoadOptionsFunctions {
	const node = { ...NODE, id: 'uuid-1234', name: 'Temp-Node', parameters: currentNodeParameters };
	const nodeTypes = new TestNodeTypes();
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const data = { ...outsideOfExecutions(service.credential), currentNodeParameters };
	return watched(new LoadOptionsContext(workflow, node, data, path), lacking);
}

/** What the editor's picker of one radar shows. */
const pick = async (filter?: string, paginationToken?: string) =>
	await searchRadars.call(editorAt('parameters.radarId'), filter, paginationToken);

/** What the editor's picker of several radars shows, where these are chosen. */
const list = async (radarIds: string | string[] = []) =>
	await getRadars.call(editorAt('parameters.filters.radarIds', { filters: { radarIds } }));

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

describe('the picker of several radars', () => {
	test('lists the newest radars by name, with few requests', async () => {
		service.control.seed({ radars: 1200 });
		const radars = await list();
		expect(radars.map(({ value }) => value)).toEqual(
			service.control
				.radars()
				.map(({ radar_id: id }) => id)
				.reverse(),
		);
		expect(service.requests()).toHaveLength(3);
		const [first] = (await pick()).results;
		expect(`${radars[0]?.name} (${radars[0]?.description})`).toBe(first?.name);
	});

	test('names chosen radars that are older than those', async () => {
		service.control.seed({ radars: 2600 });
		const [oldest, ...others] = service.control.radars().map(({ radar_id: id }) => id);
		const newest = String(others.at(-1));
		const radars = (await list([String(oldest), newest])).map(({ value }) => value);
		expect(radars).toHaveLength(2501);
		expect(radars.at(-1)).toBe(oldest);
	});

	test('lists radars while an expression gives the IDs', async () => {
		service.control.seed({ radars: 3 });
		expect(await list('={{ $json.ids }}')).toHaveLength(3);
	});
});

test.each([
	['müller.example.com', 'xn--mller-kva.example.com'],
	['xn--mller-kva.example.com', 'xn--mller-kva.example.com'],
	['https://www.Müller.example.com/karriere?x=1', 'xn--mller-kva.example.com'],
	['https://www.example.net/about', 'example.net'],
])('finds a radar by its domain in both spellings, and by a pasted URL: %s', async (filter, domain) => {
	const parameters = {
		resource: 'radar',
		operation: 'create',
		radarType: 'company_mentions',
		domain: '={{ $json.domain }}',
	};
	await service.run(
		parameters,
		['müller.example.com', 'example.net', 'other.example.com'].map((each) => ({ domain: each })),
	);
	const radar = service.control.radars().find((each) => each.domain === domain);
	expect((await pick(filter)).results.map(({ value }) => value)).toEqual([radar?.radar_id]);
});
