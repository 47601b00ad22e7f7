import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { IConnections, INode, IPinData } from 'n8n-workflow';

import { tableOf } from './shared/markdownTable';

/** What people get of each example, in the words of its samples. Except for forms and chats, `test:e2e -- examples` compares those with what it sends. */

const ROOT = path.resolve(__dirname, '..');

/** An example as its file has it. */
export interface ExampleWorkflow {
	name: string;
	nodes: INode[];
	connections: IConnections;
	pinData?: IPinData;
	settings?: object;
}

/** The rest of a long message is in the example. */
const MOST_LINES = 4;

type Json = Record<string, unknown>;

interface Reader {
	/** Where a person reads it. */
	app: string;
	read(item: Json): string;
}

/** What a person reads of an item, by the type of the node that put it out. */
export const READERS: Readonly<Record<string, Reader>> = {
	'n8n-nodes-base.slack': { app: 'Slack', read: ({ message }) => String((message as Json).text) },
	'n8n-nodes-base.gmail': { app: 'Gmail', read: ({ subject, text }) => `${subject}\n${text}` },
	'n8n-nodes-base.googleSheets': { app: 'Row', read: (row) => Object.values(row).join(' · ') },
	'n8n-nodes-base.evaluation': {
		app: 'Evaluations',
		read: ({ title, wanted, matches, why }) =>
			`${title}: wanted ${wanted}, found ${matches ? 'yes' : 'no'}, since it ${why}`,
	},
	'n8n-nodes-base.form': { app: 'Form', read: ({ title, message }) => `${title}\n${message}` },
	'n8n-nodes-base.set': { app: 'Output', read: ({ result }) => String(result) },
	'@n8n/n8n-nodes-langchain.agent': { app: 'Chat', read: ({ output }) => String(output) },
};

/** What a person is asked in Slack, and the buttons below it. No sample has it: n8n makes it when the workflow runs. */
export const QUESTIONS: Readonly<Record<string, { text: string; buttons: readonly string[] }>> = {
	'approve-a-list': {
		text: '1 new, 1 to deactivate, about $1.50',
		buttons: ['Approve', 'Decline'],
	},
	'approve-new-radars': {
		text: 'Create a radar for new hires at blueharbor.example? It may be charged now and every month.',
		buttons: ['Approve', 'Decline'],
	},
	'signals-to-approved-email': {
		text: 'Quickmill raised $4.5M (Series A)',
		buttons: ['Save draft', 'Drop'],
	},
};

const exampleOf = (file: string): ExampleWorkflow =>
	JSON.parse(readFileSync(path.join(ROOT, 'examples', file), 'utf8')) as ExampleWorkflow;

const LOOP = 'n8n-nodes-base.splitInBatches';

/** The nodes after which nothing follows: the results of a workflow. A loop ends with its last step. */
export function lastNodes({ nodes, connections }: { nodes: INode[]; connections: IConnections }): INode[] {
	const targetsOf = (name: string) =>
		(connections[name]?.main ?? []).flatMap((links) => links ?? []).map(({ node }) => node);
	const leadsTo = (from: string, to: string, seen = new Set<string>()): boolean =>
		targetsOf(from).some((target) => {
			if (target === to) return true;
			if (seen.has(target)) return false;
			return leadsTo(target, to, seen.add(target));
		});
	const isLoopOf = (target: string, name: string) =>
		nodes.some((node) => node.name === target && node.type === LOOP) && leadsTo(target, name);
	const reached = new Set(nodes.flatMap(({ name }) => targetsOf(name)));
	return nodes.filter(
		({ name, type }) =>
			reached.has(name) && type !== LOOP && targetsOf(name).every((target) => isLoopOf(target, name)),
	);
}

/** The app, and what a person reads there: the message if it ends in one, else what its last node puts out. */
export function resultOf({ nodes, connections, pinData = {} }: ExampleWorkflow): {
	app: string;
	text: string;
} {
	const last = lastNodes({ nodes, connections }).filter(({ name }) => pinData[name]);
	const node = last.find(({ type }) => type === 'n8n-nodes-base.slack') ?? last[0];
	const reader = READERS[node?.type ?? ''];
	const [item] = pinData[node?.name ?? ''] ?? [];
	if (!reader || !item) throw new Error('The example ends in nothing that a person reads.');
	const text = reader.read(item.json).replace(/^Sample: (.)/, (_, first: string) => first.toUpperCase());
	return { app: reader.app, text };
}

const inCell = (text: string): string => {
	const lines = text.split('\n').filter((line) => line.trim() !== '');
	const shown = lines.length > MOST_LINES ? [...lines.slice(0, MOST_LINES), '…'] : lines;
	return shown.map((line) => line.trim().replace(/[\\|*_<`]/g, '\\$&')).join('<br>');
};

/**
 * What people get of an example, as a cell of a Markdown table.
 * @param file its path in `examples`: `sync-a-list/hubspot.json`
 */
export function resultCell(file: string): string {
	const question = QUESTIONS[file.replace('.json', '')];
	const asked = question
		? [`**Slack:** ${inCell(question.text)} ${question.buttons.map((label) => `\`${label}\``).join(' ')}`]
		: [];
	const { app, text } = resultOf(exampleOf(file));
	return [...asked, `**${app}:** ${inCell(text)}`].join('<br>');
}

const noteOf = ({ nodes }: ExampleWorkflow, color: number): string =>
	String(
		nodes.find(({ type, parameters }) => type.endsWith('.stickyNote') && parameters.color === color)
			?.parameters.content ?? '',
	);

/** The note that says everything, and the one about charges, by their colors in n8n. */
export const mainNoteOf = (example: ExampleWorkflow): string => noteOf(example, 1);
export const chargesOf = (example: ExampleWorkflow): string => noteOf(example, 3);

/**
 * As first users took them: to read the page's first lines, to import, to run the samples, to unpin and to publish; to open each
 * node that takes a credential; to connect a chat model; to enter a setting.
 */
const MINUTES = { always: 1.6, credential: 0.12, model: 0.35, setting: 0.1 };
const WORDS_A_MINUTE = 200;

/** Labels, headings and names that are typed into tables, sheets and other nodes than Settings. */
const TYPED_ELSEWHERE: Readonly<Record<string, number>> = {
	'judge-a-title-filter.json': 20,
	'several-clients.json': 4,
	'sync-a-list/google-sheet.json': 4,
	'updates-to-google-sheet.json': 6,
};

const TAKES_CREDENTIAL =
	/\.(companyRadar|gmail|googleSheets|httpRequest|hubspot|mcpTrigger|salesforce|slack)/;
const TAKES_MODEL = /\.(agent|chainLlm)$/;

/** About how long the set-up takes for somebody who has the accounts. */
function minutesOf(file: string): number {
	const example = exampleOf(file);
	const types = (kind: RegExp) => example.nodes.filter(({ type }) => kind.test(type)).length;
	const { assignments } = example.nodes.find(({ name }) => name === 'Settings')?.parameters ?? {};
	const inSettings = (assignments as { assignments?: unknown[] } | undefined)?.assignments?.length ?? 0;
	const settings = inSettings + (TYPED_ELSEWHERE[file] ?? 0);
	const words = `${mainNoteOf(example)} ${chargesOf(example)}`.split(/\s+/).length;
	const clicked = MINUTES.credential * types(TAKES_CREDENTIAL) + MINUTES.model * types(TAKES_MODEL);
	return Math.round(MINUTES.always + words / WORDS_A_MINUTE + clicked + MINUTES.setting * settings);
}

/** The first sentence of the note about charges. */
const costOf = (example: ExampleWorkflow): string =>
	/^.+?\.(?= |$)/m.exec(chargesOf(example).split('\n').slice(1).join('\n'))?.[0] ?? '';

/** The table of `examples/README.md`: its last columns say how many minutes it takes, what is charged, and what people get. */
export function examplesTable(page: string): string {
	const [head = [], , ...rows] = page
		.split('\n')
		.filter((line) => line.startsWith('|'))
		.map((line) =>
			line
				.split(/(?<!\\)\|/)
				.slice(1, -1)
				.map((cell) => cell.trim()),
		);
	const filled = rows.map((cells) => {
		const files = [...(cells[1] ?? '').matchAll(/\(\.\/([\w/-]+\.json)\)/g)].map(([, file = '']) => file);
		const examples = files.map(exampleOf);
		const minutes = Math.max(...files.map(minutesOf));
		return [
			...cells.slice(0, 3),
			files.length > 1 ? `${minutes} each` : String(minutes),
			[...new Set(examples.map(costOf))].join(' '),
			resultCell(files[0] ?? ''),
		];
	});
	return tableOf([head, ...filled]);
}
