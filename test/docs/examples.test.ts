import type { INode } from 'n8n-workflow';

import type { WorkflowJson } from '../engine/harness';
import { EXAMPLES, nodesBefore, pinned, type Example } from './examples';
import { anchorsIn, boldIn, localLinksIn, textOf } from './markdown';
import { isEditorName } from './names';
import { ACTION, DESCRIPTIONS, PORTS, TRIGGER, VISITOR_TRIGGER } from './workflow/nodeTypes';
import { parameterProblems } from './workflow/parameters';
import { isNote, structureProblems } from './workflow/structure';
import { removedIn3, templateProblems } from './workflow/template';

/** The columns of the updates or companies that a node puts out; undefined for other nodes. */
function columnsOf({ workflow }: Example, name: string): string[] | undefined {
	const { type, parameters } = workflow.nodes.find((node) => node.name === name) ?? {};
	const isUpdates = type === ACTION && parameters?.resource === 'update';
	const schema = isUpdates ? 'CompanyRadar/__schema__/v1.0.0/update/getMany' : SCHEMAS[type ?? ''];
	if (schema === undefined) return undefined;
	const { properties } = JSON.parse(textOf(`nodes/${schema}.json`)) as { properties: object };
	return [...Object.keys(properties), 'error'];
}

const SCHEMAS: Readonly<Record<string, string>> = {
	[TRIGGER]: 'CompanyRadarTrigger/__schema__/v1.0.0',
	[VISITOR_TRIGGER]: 'CompanyRadarVisitorTrigger/__schema__/v1.0.0',
};

/** Fields that the expressions of a node read, and that the node they read from doesn't put out. */
function unknownFields(example: Example, { name, parameters }: INode): string[] {
	const text = JSON.stringify(parameters);
	const fromInput = [...text.matchAll(/\$json\.(\w+)/g)].flatMap(([, field]) =>
		nodesBefore(example, name).map((node) => [node, field] as const),
	);
	const fromOthers = [...text.matchAll(/\$\('([^']+)'\)\.(?:item|first\(\))\.json\.(\w+)/g)].map(
		([, node = '', field]) => [node, field] as const,
	);
	return [...fromInput, ...fromOthers].flatMap(([node, field = '']) =>
		columnsOf(example, node)?.includes(field) === false ? [`${name} reads ${field} of ${node}`] : [],
	);
}

const noteOf = ({ parameters }: INode) => String(parameters.content);

/** The heading of the first note. */
const titleOf = ({ workflow }: Example) =>
	workflow.nodes.filter(isNote).map((node) => noteOf(node).split('\n')[0]?.replace(/^## /, ''))[0] ?? '';

describe.each(EXAMPLES.map((example) => [example.file, example] as const))('%s', (_, example) => {
	const { workflow } = example;
	const notes = workflow.nodes.filter(isNote).map(noteOf);

	test('has only nodes that are known, each connected to outputs and inputs that exist', () => {
		expect(structureProblems(workflow)).toEqual([]);
	});

	test('has only parameters that the editor would show, with choices that it offers', () => {
		const problems = workflow.nodes.flatMap((node) => {
			const description = DESCRIPTIONS[node.type];
			return description
				? parameterProblems(node, description).map((problem) => `${node.name}: ${problem}`)
				: [];
		});
		expect(problems).toEqual([]);
	});

	test('leaves credentials unset, and can be read without one: what reaches outside has a sample', () => {
		expect(workflow.nodes.filter(({ credentials }) => credentials).map(({ name }) => name)).toEqual([]);
		const outside = workflow.nodes.filter(({ type }) => PORTS[type]?.outside);
		expect(outside.filter(({ name }) => pinned(example, name).length === 0)).toEqual([]);
	});

	test('reads only columns that the nodes put out', () => {
		expect(workflow.nodes.flatMap((node) => unknownFields(example, node))).toEqual([]);
	});

	test("fits n8n's template library", () => {
		expect(templateProblems(example)).toEqual([]);
	});

	test('uses nothing that n8n 3.0 removes or changes', () => {
		expect(removedIn3(example)).toEqual([]);
	});

	test('calls no host but stand-ins', () => {
		const hosts = [...JSON.stringify(workflow).matchAll(/https?:\/\/([^/"'\\ ]+)/g)].map(
			([, host]) => host ?? '',
		);
		expect(hosts.filter((host) => !/(^|\.)example(\.com)?$/.test(host))).toEqual([]);
	});

	test('has notes that explain it, and that name only what is there', () => {
		expect(notes.join('\n')).toContain('**Set up**');
		const names = new Set([...workflow.nodes.map(({ name }) => name), 'Set up', 'all others']);
		const fields = new Set(
			workflow.nodes.flatMap(({ parameters }) => JSON.stringify(parameters).match(/\w+/g)),
		);
		const unknown = notes
			.flatMap(boldIn)
			.filter((bold) => !names.has(bold) && !isEditorName(bold) && !fields.has(bold.split(':')[0] ?? ''));
		expect(unknown).toEqual([]);
	});
});

const RAW = 'https://raw.githubusercontent.com/company-radar/n8n-nodes-company-radar/main/examples/';

describe('The page about the examples', () => {
	const [contents = '', ...entries] = textOf('examples/README.md').split(/^### /m);

	test('says how to import an example in every version of n8n, from 3.0 on too', () => {
		expect(contents).toContain('Import from File');
		expect(contents).toContain('paste it onto the canvas');
	});

	test('has an entry for each of them, and no other', () => {
		const titles = entries.map((entry) => entry.split('\n')[0]);
		expect(titles.sort()).toEqual(EXAMPLES.map(titleOf).sort());
	});

	test.each(EXAMPLES)('describes $file in a sentence, and names its credentials', (example) => {
		const entry = entries.find((text) => text.startsWith(`${titleOf(example)}\n`)) ?? '';
		expect(entry.split('\n\n')[1]?.split(' [File]')[0]).toMatch(/^\p{Lu}.{20,}\.$/su);
		expect(entry).toMatch(/^Credentials: .+/m);
	});

	test.each(EXAMPLES)('links $file, to read and to import, with its picture', (example) => {
		const { file } = example;
		const entry = entries.find((text) => text.startsWith(`${titleOf(example)}\n`)) ?? '';
		expect(localLinksIn(entry)).toEqual([
			`./${file}`,
			`../docs/pictures/examples/${file.replace('.json', '.png')}`,
		]);
		expect(entry).toContain(`(${RAW}${file})`);
		const anchor = anchorsIn(`### ${titleOf(example)}`)[0];
		expect(localLinksIn(contents)).toContain(`#${anchor}`);
	});
});

describe('The checks themselves', () => {
	const radar = (parameters: INode['parameters'], more: Partial<INode> = {}): INode => ({
		id: '1',
		name: 'Radar',
		type: ACTION,
		typeVersion: 1,
		position: [0, 0],
		parameters,
		...more,
	});
	const start: INode = {
		...radar({}),
		id: '2',
		name: 'Start',
		type: 'n8n-nodes-base.manualTrigger',
		position: [1, 0],
	};
	const create = { resource: 'radar', operation: 'create', domain: 'example.com' };
	const check = (parameters: INode['parameters']) =>
		parameterProblems(radar(parameters), DESCRIPTIONS[ACTION]!).join('\n');
	const linked = (to: string, output: number, nodes: INode[]): WorkflowJson => ({
		nodes,
		connections: {
			Start: { main: [...Array(output).fill([]), [{ node: to, type: 'main', index: 0 }]] },
		},
	});

	test('take right parameters', () => {
		expect(check(create)).toBe('');
	});

	test.each([
		['a name that does not exist', { ...create, domian: 'x' }, 'domian: there is no such parameter'],
		['a field that is not shown', { ...create, keyword: 'x' }, 'keyword: is not shown with these settings'],
		[
			'a choice that is not offered',
			{ ...create, companyRadarType: 'x' },
			"companyRadarType: there is no choice 'x'",
		],
		[
			'an option that does not exist',
			{ ...create, options: { x: 1 } },
			'options.x: there is no such parameter',
		],
		[
			'an option that is not shown',
			{ ...create, additionalFields: { fullName: 'x' } },
			'additionalFields.fullName: is not shown with these settings',
		],
		[
			'a row with a wrong name',
			{ ...create, additionalFields: { customFields: { fields: [{ nme: 'x' }] } } },
			'additionalFields.customFields.fields.nme: there is no such parameter',
		],
		['a required field that is empty', { ...create, domain: '' }, 'Parameter "Company Domain" is required.'],
		['an operation that does not exist', { ...create, operation: 'x' }, "operation: there is no choice 'x'"],
	])('find %s', (_, parameters, problem) => {
		expect(check(parameters as INode['parameters'])).toContain(problem);
	});

	const note = (content: string, more: INode['parameters'] = {}): INode => ({
		...radar({ content, width: 440, height: 300, color: 1, ...more }),
		type: 'n8n-nodes-base.stickyNote',
	});
	const GOOD =
		'## Radars\nCreates a radar for each company in your list, and says what it costs.\n\n**Set up**\n1. Choose the credential.\n2. Unpin the samples.';
	const template = (nodes: INode[], more: Partial<Example['workflow']> = {}): Example => ({
		file: 'planted.json',
		workflow: {
			name: 'Radars',
			nodes,
			connections: {},
			settings: { executionOrder: 'v1' },
			...more,
		},
	});

	test('take a right template', () => {
		expect(templateProblems(template([note(GOOD)]))).toEqual([]);
	});

	test.each([
		['a note that is clipped', template([note(GOOD, { height: 120 })]), 'Radar: is clipped'],
		['a first note of another color', template([note(GOOD, { color: 4 })]), 'is not yellow'],
		['a first note without steps', template([note('## Radars\nCreates radars.')]), 'no steps to set up'],
		['a short description', template([note('## Radars\nCreates radars.')]), 'does not describe it'],
		[
			'what was chosen from a list',
			template([note(GOOD), radar({ radarId: { __rl: true, mode: 'list', value: 'r1' } })]),
			'Radar: has the ID r1',
		],
		[
			'an ID of the author',
			template([note(GOOD), radar({ radarId: { __rl: true, mode: 'id', value: 'r1' } })]),
			'Radar: has the ID r1',
		],
		[
			'a credential',
			template([note(GOOD), radar({}, { credentials: { companyRadarApi: { id: '1', name: 'Mine' } } })]),
			'Radar: has a credential',
		],
		['the ID of an n8n', template([note(GOOD)], { meta: { instanceId: 'x' } }), 'meta: belongs to the n8n'],
		['the old order', template([note(GOOD)], { settings: {} }), "n8n's first version"],
	])('find %s', (_, planted, problem) => {
		expect(templateProblems(planted).join('\n')).toContain(problem);
	});

	test.each([
		['$getPairedItem', radar({ domain: '={{ $getPairedItem("x") }}' }), 'Radar: $getPairedItem'],
		[
			'Always Output Data with an error output',
			radar({}, { alwaysOutputData: true, onError: 'continueErrorOutput' }),
			'Radar: Always Output Data on 2 outputs',
		],
		[
			'Execute Workflow for each item',
			radar({ mode: 'each' }, { type: 'n8n-nodes-base.executeWorkflow' }),
			'Radar: Execute Workflow for each item',
		],
	])('find %s', (_, node, problem) => {
		expect(removedIn3(template([node]))).toEqual([problem]);
	});

	test.each([
		[
			'a target that does not exist',
			linked('Nobody', 0, [start]),
			'Start → Nobody: one of these nodes does not exist',
		],
		[
			'an output that does not exist',
			linked('Radar', 1, [start, radar({})]),
			'Start → Radar: Start has no output 1',
		],
		['a node that stands alone', { nodes: [start], connections: {} }, 'Start: is not connected'],
		[
			'a type that is not known',
			linked('Radar', 0, [start, radar({}, { type: 'x.y' })]),
			'Radar: unknown type x.y',
		],
	])('find %s', (_, workflow, problem) => {
		expect(structureProblems(workflow)).toContain(problem);
	});
});
