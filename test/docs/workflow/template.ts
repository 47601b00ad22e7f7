import type { IDataObject, INode } from 'n8n-workflow';

import type { Example } from '../examples';
import { PORTS } from './nodeTypes';
import { isNote } from './structure';

/** What n8n's template library keeps of a workflow. All else is about the n8n that it was exported from. */
const KEPT = new Set(['name', 'nodes', 'connections', 'settings', 'pinData']);

/** A workflow that is larger says why. */
const MOST_NODES = 12;
const YELLOW = 1;
const RED = 3;
const NEUTRAL = 7;
/** n8n's title field cuts off longer ones. */
const LONGEST_TITLE = 80;
const WORDS_OF_MAIN_NOTE = { least: 100, most: 250 };
/** n8n's fonts differ by platform, so a text fills at most this part of its note. */
const MOST_FILLED = 0.9;
/** What the first note of an example says, in this order. */
export const HEADINGS = ["Who's it for", 'How it works', 'Set up', 'Requirements', 'Customize'];
const VERBS =
	/^(Alert|Approve|Deactivate|Draft|Email|Find|Judge|Keep|Log|Monitor|Offer|Report|Route|Score|Send|Update) /;
/** Names with capitals in a title, which is in sentence case otherwise. */
const NAMES = /Company Radar|Google Sheets?|AI|CSV|Gmail|HubSpot|MCP|Salesforce|Slack/g;
/** Apps that a title names, by the nodes that use them. */
const APPS = {
	gmail: 'Gmail',
	googleSheets: 'Google Sheet',
	hubspot: 'HubSpot',
	salesforce: 'Salesforce',
	slack: 'Slack',
	slackHitlTool: 'Slack',
};
/** A node with its name below it, as n8n's canvas draws it. */
const NODE = { width: 100, height: 100, name: 60 };
/** A node that takes models, memories or tools has its name inside. */
const WIDE = 256;
const widthOf = ({ type }: INode) => (PORTS[type]?.takes ? WIDE : NODE.width);

/** Measured in n8n's editor, which the e2e section `examples` looks at for pictures and releases. */
const HEADING = { margins: 22, line: 26, character: 11 };
const TEXT = { line: 19, character: 7 };
const BETWEEN_BLOCKS = 12;
const EDGES = 24;

/** About how high a note must be to show its whole text. */
function heightOf(content: string, width: number): number {
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
	const needed = Math.ceil(heightOf(content, width) / MOST_FILLED);
	return needed > height ? [`${name}: is clipped, it needs a height of ${needed}`] : [];
}

/** The values of fields where the editor offers a list, and where a template must not have what its author chose. */
function idsIn(value: unknown): string[] {
	if (typeof value !== 'object' || value === null) return [];
	const { __rl: isLocator, mode, value: chosen, cachedResultName } = value as Record<string, unknown>;
	const isOwn = cachedResultName !== undefined || (mode === 'id' && !/^(=|ID-of-your-)/.test(String(chosen)));
	if (isLocator) return chosen !== '' && (mode === 'list' || isOwn) ? [String(chosen)] : [];
	return Object.values(value).flatMap(idsIn);
}

function titleProblems(title: string, nodes: INode[]): string[] {
	const types = new Set(nodes.map(({ type }) => type.replace('n8n-nodes-base.', '')));
	const apps = Object.entries(APPS).flatMap(([type, app]) => (types.has(type) ? [app] : []));
	return [
		...(title.length <= LONGEST_TITLE ? [] : ['its title is too long']),
		...[...new Set(apps)].filter((app) => !title.includes(app)).map((app) => `its title doesn't name ${app}`),
		...(VERBS.test(title) ? [] : ['its title starts with no verb']),
		...(title.includes('Company Radar') ? [] : ['its title has no Company Radar']),
		...(/[A-Z]/.test(title.slice(1).replace(NAMES, '')) ? ['its title is not in sentence case'] : []),
	];
}

/** What is wrong with the first note, which says everything that a user of the library reads before the import. */
function mainNoteProblems(title: string, main: INode | undefined): string[] {
	const content = String(main?.parameters.content);
	const words = content.replace(/[#*]/g, '').split(/\s+/).length;
	const headings = [...content.matchAll(/^\*\*(.+)\*\*$/gm)].map(([, heading]) => heading);
	const [heading = ''] = content.split('\n');
	return [
		...(heading.startsWith('## ') && title.startsWith(heading.slice(3))
			? []
			: ['its first note has another title']),
		...(main?.parameters.color === YELLOW ? [] : ['its first note is not yellow']),
		...(headings.join() === HEADINGS.join()
			? []
			: [`its first note has the headings ${headings.join(', ')}`]),
		...(words >= WORDS_OF_MAIN_NOTE.least && words <= WORDS_OF_MAIN_NOTE.most
			? []
			: [`its first note has ${words} words`]),
		...(/\*\*Set up\*\*\n1\. .+\n2\. /.test(content) ? [] : ['it has no steps to set up']),
	];
}

/** A large workflow without a sentence that says why. */
function sizeProblems(nodes: INode[]): string[] {
	const [main, ...others] = [nodes.find(isNote), ...nodes.filter((node) => !isNote(node))];
	const isExplained = String(main?.parameters.content).includes(`${others.length} nodes, because`);
	return others.length <= MOST_NODES || isExplained ? [] : [`it has ${others.length} nodes, and no reason`];
}

/** Whether a note surrounds a node, and its text ends above the node. */
function encloses({ position: [left, top], parameters }: INode, node: INode): boolean {
	const [x, y] = node.position;
	const { width, height } = parameters as { width: number; height: number };
	const isInside = x >= left && x + widthOf(node) <= left + width && y >= top;
	return isInside && y + NODE.height + NODE.name <= top + height;
}

/** Steps that lie around no node, nodes in no step, and texts that reach into nodes. */
function stepProblems(nodes: INode[], notes: INode[]): string[] {
	const steps = notes.filter(({ parameters }) => parameters.color === NEUTRAL);
	const others = nodes.filter((node) => !isNote(node));
	const isCovered = (step: INode, node: INode) => {
		const { content, width } = step.parameters as { content: string; width: number };
		return encloses(step, node) && node.position[1] < step.position[1] + heightOf(content, width);
	};
	const overlap = (one: INode, other: INode) => {
		const right = other.position[0] - one.position[0];
		const below = other.position[1] - one.position[1];
		const isBeside = right >= widthOf(one) || -right >= widthOf(other);
		return !isBeside && Math.abs(below) < NODE.height + NODE.name;
	};
	return [
		...others.flatMap((one, index) =>
			others
				.slice(index + 1)
				.filter((other) => overlap(one, other))
				.map((other) => `${one.name}: overlaps ${other.name}`),
		),
		...notes
			.slice(1)
			.filter(({ parameters }) => ![NEUTRAL, RED].includes(Number(parameters.color)))
			.map(({ name }) => `${name}: only the first note is yellow, and only charges are red`),
		...steps
			.filter((step) => !others.some((node) => encloses(step, node)))
			.map(({ name }) => `${name}: is around no node`),
		...others
			.filter((node) => steps.filter((step) => encloses(step, node)).length !== 1)
			.map(({ name }) => `${name}: is not in one step`),
		...others
			.filter((node) => steps.some((step) => isCovered(step, node)))
			.map(({ name }) => `${name}: covers the text of its step`),
	];
}

const isExpression = (value: unknown) => typeof value === 'string' && value.startsWith('=');

/** Numbers that a filter compares with: limits that a user changes. */
const typedLimits = ({ parameters }: INode): unknown[] => {
	const { conditions } = (parameters.conditions ?? {}) as { conditions?: Array<{ rightValue: unknown }> };
	return (conditions ?? []).map(({ rightValue }) => rightValue).filter((value) => typeof value === 'number');
};

/** What a user changes and has to look for, because it isn't in the one node with the settings. */
function settingProblems(nodes: INode[]): string[] {
	const settings = nodes.filter(({ name }) => name === 'Settings');
	const places = nodes.flatMap((node) =>
		['channelId', 'documentId', 'sheetName', 'sendTo'].flatMap((field) => {
			const value = node.parameters[field] as INode['parameters'][string] | { value?: unknown };
			if (value === undefined) return [];
			const chosen = typeof value === 'object' && value !== null && 'value' in value ? value.value : value;
			return isExpression(chosen) ? [] : [`${node.name}: ${field} is not in Settings`];
		}),
	);
	return [
		...(settings.length <= 1 ? [] : ['it has more than one node with settings']),
		...places,
		...nodes.flatMap((node) =>
			typedLimits(node).map((limit) => `${node.name}: the limit ${limit} is not in Settings`),
		),
	];
}

/** Escapes signs that Slack runs, as in `<!channel>` and disguised links. */
const ESCAPE = ".replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign])";

/** Whether all of a text is escaped. Send and Wait decodes entities once before it sends. */
function isEscaped({ text, message }: INode['parameters']): boolean {
	const ending = `)${text === undefined ? ESCAPE : ''}${ESCAPE} }}`;
	const shown = String(text ?? message);
	return shown.startsWith('={{ (') && shown.endsWith(ending);
}

/** Texts of strangers that the app that they are sent to would run. */
export function hostileTextProblems({ workflow }: Example): string[] {
	return workflow.nodes.flatMap(({ name, type, parameters }) => {
		const { operation, options } = parameters;
		const isSlack = /\.slack(HitlTool)?$/.test(type);
		const isWritten = type.endsWith('.googleSheets') && operation !== 'read';
		return [
			...(isSlack && !isEscaped(parameters) ? [`${name}: its text is not escaped for Slack`] : []),
			...(isWritten && (options as IDataObject | undefined)?.cellFormat !== 'RAW'
				? [`${name}: formulas in cells would run`]
				: []),
		];
	});
}

/** What keeps an example out of n8n's template library, in words; empty if nothing does. */
export function templateProblems({ workflow }: Example): string[] {
	const { name: title, nodes, settings } = workflow;
	const notes = nodes.filter(isNote);
	return [
		...Object.keys(workflow)
			.filter((key) => !KEPT.has(key))
			.map((key) => `${key}: belongs to the n8n that it was exported from`),
		...titleProblems(title, nodes),
		...mainNoteProblems(title, notes[0]),
		...sizeProblems(nodes),
		...notes.flatMap(noteProblems),
		...stepProblems(nodes, notes),
		...settingProblems(nodes),
		...nodes.flatMap(({ name, credentials }) => (credentials ? [`${name}: has a credential`] : [])),
		...nodes.flatMap(({ name, webhookId }) => (webhookId ? [`${name}: has a webhook ID`] : [])),
		...nodes.flatMap(({ name, parameters }) => idsIn(parameters).map((id) => `${name}: has the ID ${id}`)),
		...(settings?.executionOrder === 'v1' ? [] : ["it runs in the order of n8n's first version"]),
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
