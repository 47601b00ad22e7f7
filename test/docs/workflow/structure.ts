import type { INode } from 'n8n-workflow';

import type { WorkflowJson } from '../../engine/harness';
import { PORTS } from './nodeTypes';

const STICKY_NOTE = 'n8n-nodes-base.stickyNote';

export const isNote = ({ type }: INode) => type === STICKY_NOTE;

interface Link {
	from: string;
	output: number;
	kind: string;
	to: string;
	input: number;
}

const linksOf = ({ connections }: WorkflowJson): Link[] =>
	Object.entries(connections).flatMap(([from, kinds]) =>
		Object.entries(kinds).flatMap(([kind, outputs]) =>
			outputs.flatMap((targets, output) =>
				(targets ?? []).map(({ node, index }) => ({ from, output, kind, to: node, input: index })),
			),
		),
	);

function linkProblems(nodes: Map<string, INode>, { from, output, kind, to, input }: Link): string[] {
	const name = `${from} → ${to}`;
	const source = nodes.get(from);
	const target = nodes.get(to);
	if (!source || !target) return [`${name}: one of these nodes does not exist`];
	const out = PORTS[source.type];
	const into = PORTS[target.type];
	if (!out || !into) return [];
	if (kind !== 'main') {
		return out.is === kind && into.takes?.includes(kind) ? [] : [`${name}: no connection of kind ${kind}`];
	}
	const outputs = out.outputs + (source.onError === 'continueErrorOutput' ? 1 : 0);
	return [
		...(output < outputs ? [] : [`${name}: ${from} has no output ${output}`]),
		...(input < into.inputs ? [] : [`${name}: ${to} has no input ${input}`]),
	];
}

const repeated = (values: string[]): string[] => [
	...new Set(values.filter((value, index) => values.indexOf(value) !== index)),
];

/** What is wrong with the nodes and connections of a workflow, in words; empty if nothing is. */
export function structureProblems(workflow: WorkflowJson): string[] {
	const nodes = new Map(workflow.nodes.map((node) => [node.name, node]));
	const links = linksOf(workflow);
	const connected = new Set(links.flatMap(({ from, to }) => [from, to]));
	return [
		...workflow.nodes
			.filter(({ type }) => !PORTS[type])
			.map(({ name, type }) => `${name}: unknown type ${type}`),
		...repeated(workflow.nodes.map(({ name }) => name)).map((name) => `two nodes are called ${name}`),
		...repeated(workflow.nodes.map(({ id }) => id)).map((id) => `two nodes have the id ${id}`),
		...repeated(workflow.nodes.map(({ position }) => position.join(', '))).map(
			(at) => `two nodes are at ${at}`,
		),
		...workflow.nodes
			.filter((node) => !isNote(node) && !connected.has(node.name))
			.map(({ name }) => `${name}: is not connected`),
		...Object.keys(workflow.pinData ?? {})
			.filter((name) => !nodes.has(name))
			.map((name) => `${name}: has a pinned sample and does not exist`),
		...links.flatMap((link) => linkProblems(nodes, link)),
	];
}
