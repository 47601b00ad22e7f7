import type { INode } from 'n8n-workflow';

import type { Example } from '../examples';
import { PORTS } from './nodeTypes';
import { isNote } from './structure';

/** What n8n's template library keeps of a workflow. All else is about the n8n that it was exported from. */
const KEPT = new Set(['name', 'nodes', 'connections', 'settings', 'pinData']);

const YELLOW = 1;
/** n8n's title field cuts off longer ones. */
const LONGEST_TITLE = 80;
const SHORTEST_DESCRIPTION = 60;

/** Measured in n8n's editor, which the e2e section `examples` looks at itself. */
const HEADING = { margins: 22, line: 26, character: 11 };
const TEXT = { line: 19, character: 7 };
const BETWEEN_BLOCKS = 12;
const EDGES = 24;

/** About how high a note must be to show its whole text. */
export function heightOf(content: string, width: number): number {
	const [heading = '', ...lines] = content
		.replace(/\*\*|^## /g, '')
		.split('\n')
		.filter(Boolean);
	const wrapped = (text: string, character: number) => Math.ceil((text.length * character) / (width - EDGES));
	const count = lines.reduce((sum, line) => sum + wrapped(line, TEXT.character), 0);
	const blocks = content.match(/\n\n|\n(?=1\. |- )/g)?.length ?? 0;
	const title = HEADING.margins + HEADING.line * wrapped(heading, HEADING.character);
	return title + TEXT.line * count + BETWEEN_BLOCKS * blocks;
}

function noteProblems({ name, parameters }: INode): string[] {
	const { content, width, height } = parameters as { content: string; width: number; height: number };
	const needed = heightOf(content, width);
	return needed > height ? [`${name}: is clipped, it needs a height of ${needed}`] : [];
}

/** The values of fields where the editor offers a list, and where a template must not have what its author chose. */
function idsIn(value: unknown): string[] {
	if (typeof value !== 'object' || value === null) return [];
	const { __rl: isLocator, mode, value: chosen, cachedResultName } = value as Record<string, unknown>;
	const isOwn = cachedResultName !== undefined || (mode === 'id' && !/^(=|ID-of-your-)/.test(String(chosen)));
	if (isLocator) return mode === 'list' || isOwn ? [String(chosen)] : [];
	return Object.values(value).flatMap(idsIn);
}

/** What keeps an example out of n8n's template library, in words; empty if nothing does. */
export function templateProblems({ workflow }: Example): string[] {
	const notes = workflow.nodes.filter(isNote);
	const [main] = notes;
	const [heading = '', description = ''] = String(main?.parameters.content).split('\n');
	return [
		...Object.keys(workflow)
			.filter((key) => !KEPT.has(key))
			.map((key) => `${key}: belongs to the n8n that it was exported from`),
		...(workflow.name.length <= LONGEST_TITLE ? [] : ['its title is too long']),
		...(heading.startsWith('## ') ? [] : ['its first note has no title']),
		...(description.length >= SHORTEST_DESCRIPTION ? [] : ['its first note does not describe it']),
		...(main?.parameters.color === YELLOW ? [] : ['its first note is not yellow']),
		...(/\*\*Set up\*\*\n1\. .+\n2\. /.test(String(main?.parameters.content))
			? []
			: ['it has no steps to set up']),
		...notes
			.slice(1)
			.flatMap(({ name, parameters }) =>
				(parameters.color ?? YELLOW) === YELLOW ? [`${name}: only the first note is yellow`] : [],
			),
		...notes.flatMap(noteProblems),
		...workflow.nodes.flatMap(({ name, credentials }) => (credentials ? [`${name}: has a credential`] : [])),
		...workflow.nodes.flatMap(({ name, parameters }) =>
			idsIn(parameters).map((id) => `${name}: has the ID ${id}`),
		),
		...(workflow.settings?.executionOrder === 'v1' ? [] : ["it runs in the order of n8n's first version"]),
	];
}

/** What n8n 3.0 runs in another way, or not at all. */
export function removedIn3({ workflow }: Example): string[] {
	return workflow.nodes.flatMap(({ name, type, parameters, alwaysOutputData, onError }) => {
		const outputs = (PORTS[type]?.outputs ?? 1) + (onError === 'continueErrorOutput' ? 1 : 0);
		return [
			...(alwaysOutputData && outputs > 1 ? [`${name}: Always Output Data on ${outputs} outputs`] : []),
			...(JSON.stringify(parameters).includes('$getPairedItem') ? [`${name}: $getPairedItem`] : []),
			...(type === 'n8n-nodes-base.executeWorkflow' && parameters.mode === 'each'
				? [`${name}: Execute Workflow for each item`]
				: []),
		];
	});
}
