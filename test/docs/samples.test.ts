import type { IDataObject } from 'n8n-workflow';

import { summarizeFinding } from '../../nodes/shared/updates/summarizeUpdate';
import { RESOURCES } from '../../nodes/CompanyRadar/operations';
import { EXAMPLES, nodesOf, pinned } from './examples';
import { textOf } from './markdown';
import { ACTION, TRIGGER, VISITOR_TRIGGER } from './workflow/nodeTypes';

/** The columns of an output: the engine tests hold what the nodes put out against these schemas. */
const columnsOf = (schema: string): string[] => {
	const { properties } = JSON.parse(textOf(`nodes/${schema}.json`)) as { properties: object };
	return [...Object.keys(properties), 'error', 'details'];
};

/** A row of a title filter has the columns of its input, too. */
const ACTIONS = nodesOf(ACTION)
	.filter(({ node }) => node.parameters.resource !== 'titleFilter')
	.map(({ example, node }) => {
		const { resource = 'radar', operation } = node.parameters;
		const { defaultOperation } = RESOURCES.find(({ value }) => value === resource) ?? {};
		const schema = `CompanyRadar/__schema__/v1.0.0/${String(resource)}/${String(operation ?? defaultOperation)}`;
		return [example.file, node.name, schema, pinned(example, node.name)] as const;
	});
const TRIGGERS = [TRIGGER, VISITOR_TRIGGER].flatMap((type) =>
	nodesOf(type).map(({ example, node }) => {
		const name = type === TRIGGER ? 'CompanyRadarTrigger' : 'CompanyRadarVisitorTrigger';
		return [example.file, node.name, `${name}/__schema__/v1.0.0`, pinned(example, node.name)] as const;
	}),
);

test.each([...ACTIONS, ...TRIGGERS])('%s, %s: its sample has only columns of its output', (...given) => {
	const [, , schema, samples] = given;
	const columns = columnsOf(schema);
	const members = new Set(samples.flatMap((sample) => Object.keys(sample)));
	expect([...members].filter((member) => !columns.includes(member))).toEqual([]);
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
		for (const finding of findingsIn(pinData))
			expect(finding.summary).toBe(summarizeFinding(String(finding.radar_type), finding));
	},
);
