import type { IDataObject, INode } from 'n8n-workflow';

import { simplifyUpdate } from '../../nodes/shared/updates/simplifyUpdate';
import { summarizeFinding } from '../../nodes/shared/updates/summarizeUpdate';
import { useSandbox } from '../engine/support/sandbox';
import { EXAMPLES, itemsBefore, nodesOf, pinned, type Example } from './examples';
import { ACTION, TRIGGER } from './workflow/nodeTypes';

const service = useSandbox({ balanceUsd: 1000 });

const named = ({ example, node }: { example: Example; node: INode }) =>
	[example.file, node.name, example, node] as const;

/** Radars of the sandbox such as the node's own sample shows. */
async function createRadars(samples: IDataObject[]): Promise<IDataObject[]> {
	const definition = { resource: 'radar', operation: 'create', domain: '={{ $json.domain }}' };
	const created = await service.run(
		definition,
		samples.map(({ domain }) => ({ domain })),
	);
	return created.json('Company Radar');
}

/** Findings of the sandbox of the types that the node's own sample shows. */
async function findLikeSamples(samples: IDataObject[]): Promise<void> {
	for (const { radar_type: radarType, domain } of samples) {
		const group = String(radarType).split('_')[0];
		const definition = group === 'company' ? { domain } : {};
		const created = await service.run({
			resource: 'radar',
			operation: 'create',
			radarType,
			...definition,
		});
		const [radar] = created.json('Company Radar');
		service.control.pushFindings({ radar_id: String(radar?.radar_id) });
	}
}

/** Radars that stopped for lack of balance, of the companies in the samples. */
async function stopRadars(samples: IDataObject[]): Promise<void> {
	const domains = samples.map(({ radar }) => ({ domain: String(radar).split(' ')[0] }));
	for (const { radar_id: id } of await createRadars(domains))
		service.control.failRadar(String(id), 'insufficient_funds');
}

/** The list that the node syncs, after radars of the list that its sample keeps or deactivates were created. */
async function listBefore(example: Example, node: INode): Promise<IDataObject[]> {
	const { listName, radarType } = node.parameters;
	const before = pinned(example, node.name).filter(({ change }) => change !== 'create');
	await service.run(
		{ ...syncDefaults, listName, radarType, domain: '={{ $json.domain }}' } as IDataObject,
		before.map(({ domain }) => ({ domain })),
	);
	return itemsBefore(example, node.name);
}

/** The rows of the plan that the example makes. */
async function planBefore(example: Example): Promise<IDataObject[]> {
	const plan = example.workflow.nodes.find(({ parameters }) => parameters.syncMode === 'plan') as INode;
	return (await service.run(plan.parameters, await listBefore(example, plan))).json('Company Radar');
}

const syncDefaults = { resource: 'radar', operation: 'syncList', syncMode: 'apply', radarsFrom: 'fields' };

/** What the node works on: the samples before it. Where it is about radars that exist, the sandbox gets some. */
async function inputOf(example: Example, node: INode): Promise<IDataObject[]> {
	const { operation, resource } = node.parameters;
	if (resource === 'update') await findLikeSamples(pinned(example, node.name));
	if (node.parameters.syncMode === 'applyRows') return await planBefore(example);
	if (operation === 'syncList') return await listBefore(example, node);
	if (operation === 'checkHealth') {
		await stopRadars(pinned(example, node.name));
		return itemsBefore(example, node.name);
	}
	const about = resource === 'radar' || operation === 'deactivate';
	const radars = about ? await createRadars(pinned(example, node.name)) : [];
	return operation === 'deactivate' ? radars : itemsBefore(example, node.name);
}

/** The parameters of a node, with the values of the node Settings in their place. */
function settled({ workflow }: Example, { parameters }: INode): IDataObject {
	const { assignments } = workflow.nodes.find(({ name }) => name === 'Settings')?.parameters ?? {};
	const rows = (assignments as { assignments?: Array<{ name: string; value: unknown }> } | undefined)
		?.assignments;
	const valueOf = (name: string) => String(rows?.find((row) => row.name === name)?.value);
	const text = JSON.stringify(parameters).replace(
		/\$\('Settings'\)\.first\(\)\.json\.(\w+)/g,
		(_, name: string) => valueOf(name),
	);
	return JSON.parse(text) as IDataObject;
}

const membersOf = (items: IDataObject[]) => [...new Set(items.flatMap((item) => Object.keys(item)))].sort();

describe.each(nodesOf(ACTION).map(named))('%s, %s', (_file, name, example, node) => {
	test('does with the samples before it what its own sample shows', async () => {
		const samples = pinned(example, name);
		const input = await inputOf(example, node);
		const result = await service.run(settled(example, node), input);
		expect(result.error).toBeUndefined();
		const real = result.json('Company Radar');
		// Only a radar that existed already has this one, and the sandbox starts with none.
		const expected = membersOf(samples).filter((member) => member !== 'differs_in');
		expect(membersOf(real)).toEqual(expect.arrayContaining(expected));
	});
});

describe.each(nodesOf(TRIGGER).map(named))('%s, %s', (_file, name, example) => {
	test.each(pinned(example, name).map((sample) => [sample.update_type, sample.radar_type, sample] as const))(
		'the sample of a %s of %s is as the service sends it',
		async (updateType, radarType, sample) => {
			const result = await service.run({
				resource: 'webhook',
				operation: 'sendTestEvent',
				updateType: updateType as string,
				radarType: radarType as string,
			});
			const real = simplifyUpdate(result.json('Company Radar')[0]?.payload as IDataObject);
			expect(membersOf([sample])).toEqual(membersOf([real]));
		},
	);
});

/** Simplified findings among all samples, wherever they are kept in them. */
function findingsIn(value: unknown): IDataObject[] {
	if (typeof value !== 'object' || value === null) return [];
	const { update_type: type, summary } = value as IDataObject;
	if (type === 'radar_finding' && summary !== undefined) return [value as IDataObject];
	return Object.values(value).flatMap(findingsIn);
}

test.each(EXAMPLES.map(({ file, workflow }) => [file, workflow] as const))(
	'the findings in %s are summarized as by the nodes',
	(_file, { pinData }) => {
		for (const finding of findingsIn(pinData)) {
			expect(finding.summary).toBe(summarizeFinding(String(finding.radar_type), finding));
		}
	},
);
