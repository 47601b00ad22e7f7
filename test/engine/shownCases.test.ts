import { readFileSync } from 'node:fs';
import { runInThisContext } from 'node:vm';

import type { IDataObject } from 'n8n-workflow';

import { workflowAround, type RunResult } from './harness';
import { useSandbox } from './support/sandbox';

const service = useSandbox({ balanceUsd: 1000 });

const NODE = 'Company Radar';
const PROXY = '127.0.0.1:42099';

const list: IDataObject = {
	resource: 'radar',
	operation: 'syncList',
	syncMode: 'apply',
	listName: 'Target accounts',
	radarsFrom: 'itemJson',
	options: { maximumToDeactivate: '100%' },
};

const ofType = (...rows: IDataObject[]) => rows.map((row) => ({ radar_type: 'company_new_hires', ...row }));

const changesOf = (result: RunResult) =>
	result.json(NODE).map(({ change, domain }) => `${String(change)} ${String(domain)}`);

/** A list of two radars, of which one becomes a row without a value. */
async function blankRow(blank: IDataObject) {
	await service.run(list, ofType({ domain: 'aaa.example.org' }, { domain: 'gone.example.org' }));
	const result = await service.run(list, [...ofType({ domain: 'aaa.example.org' }), blank]);
	return [...changesOf(result), ...result.hints(NODE)].join('\n');
}

/** A radar's ID in a CRM in its short form, then in its long one. */
async function otherFormOfId() {
	const keyed = {
		...list,
		options: { keyField: 'crm_id', replaceChanged: true, maximumToDeactivate: '100%' },
	};
	const row = (id: string) => ofType({ domain: 'aaa.example.org', custom_fields: { crm_id: id } });
	await service.run(keyed, row('0015g00000AbCdE'));
	return changesOf(await service.run(keyed, row('0015g00000AbCdEAAV'))).join('\n');
}

/** One address in two nodes of an execution. */
async function inTwoNodes() {
	const reveal = { resource: 'company', operation: 'reveal', ipAddress: '={{ $json.ip }}' };
	const around = workflowAround(reveal, [{ ip: '8.8.8.8' }]);
	const nodes = around.nodes.map((node) =>
		node.name === 'Success' ? { ...around.nodes[1], id: 'second', name: 'Success' } : node,
	);
	await service.runWorkflow({ ...around, nodes: nodes as typeof around.nodes });
	const lookups = service.requests().filter((request) => request.includes('reveal'));
	return `${lookups.length} lookups. ${readFileSync('docs/money.md', 'utf8')}`;
}

/** A test's `process.env` is a copy, and n8n reads the real one. */
async function behindAProxy() {
	runInThisContext(`process.env.HTTP_PROXY = 'http://${PROXY}'`);
	const result = await service.run({ resource: 'account', operation: 'getSummary' });
	runInThisContext('delete process.env.HTTP_PROXY');
	return String(result.error?.description);
}

/** What was seen to go wrong, by its name, as it was done; values of fields are in unit/validation/shownCases. */
test.each<[name: string, run: () => Promise<string>, seen: RegExp]>([
	[
		'blank-01',
		() => blankRow({ row_number: 4 }),
		/^deactivated gone\.example\.org\nkeep aaa\.example\.org\n[^]*without any value is left out/,
	],
	[
		'blank-03',
		() => blankRow({ radar_type: null, domain: null, Name: null } as unknown as IDataObject),
		/^deactivated gone\.example\.org\nkeep aaa\.example\.org\n[^]*without any value is left out/,
	],
	[
		'subdomain-01',
		async () => {
			const rows = ofType({ domain: 'acme.example.org' }, { domain: 'careers.acme.example.org' });
			return (await service.run({ ...list, syncMode: 'plan' }, rows)).hints(NODE).join('\n');
		},
		/1 new radar is of a subdomain of a company that the list also has: item 1 \(careers\.acme\.example\.org\)/,
	],
	['once-01', inTwoNodes, /^2 lookups\.[^]*Each address with a match, once per node and execution/],
	['crm-id-01', otherFormOfId, /^keep aaa\.example\.org$/],
	['proxy-01', behindAProxy, new RegExp(`^${PROXY} refused the connection\\. .*HTTP_PROXY`)],
])('%s', async (_, run, seen) => {
	expect(await run()).toMatch(seen);
});
