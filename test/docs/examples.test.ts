import type { IDataObject, INode } from 'n8n-workflow';

import type { WorkflowJson } from '../engine/harness';
import { EXAMPLES, nodesBefore, pinned, type Example } from './examples';
import { boldIn, localLinksIn, PAGES, textOf } from './markdown';
import { isEditorName } from './names';
import { lastNodes, resultOf, type ExampleWorkflow } from '../../tools/exampleResults';
import { libraryTemplate, pictureOf } from '../../tools/libraryTemplate';
import { ACTION, DESCRIPTIONS, PORTS, TRIGGER, VISITOR_TRIGGER } from './workflow/nodeTypes';
import { parameterProblems } from './workflow/parameters';
import { isNote, structureProblems } from './workflow/structure';
import { HEADINGS, hostileTextProblems, removedIn3, templateProblems } from './workflow/template';

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

/** Texts of three words or more, which a person reads. */
function sentencesIn(value: unknown): string[] {
	if (typeof value === 'string') return value.split(/\s+/).length >= 3 ? [value] : [];
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(sentencesIn) : [];
}

/** What is wrong with the results of an example; the e2e section `examples` looks at those that have no sample. */
function resultProblems(example: Example): string[] {
	const results = lastNodes(example.workflow);
	if (results.length === 0) return ['it ends in nothing'];
	return results
		.filter(({ name }) => pinned(example, name).some((item) => sentencesIn(item).length === 0))
		.map(({ name }) => `${name}: its sample has nothing to read`);
}

/** The only address of a service: its own node can't do what the example needs. */
const OTHER_HOSTS = ['api.hubapi.com'];

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

	test('runs nothing that strangers wrote: Slack texts are escaped, and cells hold no formulas', () => {
		expect(hostileTextProblems(example)).toEqual([]);
	});

	test('uses nothing that n8n 3.0 removes or changes', () => {
		expect(removedIn3(example)).toEqual([]);
	});

	test('calls no host but stand-ins', () => {
		const hosts = [...JSON.stringify(workflow).matchAll(/https?:\/\/([^/"'\\ ]+)/g)].map(
			([, host]) => host ?? '',
		);
		const unknown = hosts.filter((host) => !/(^|\.)example(\.com)?$/.test(host));
		expect(unknown.filter((host) => !OTHER_HOSTS.includes(host))).toEqual([]);
	});

	test('ends in what a person can read', () => {
		expect(resultProblems(example)).toEqual([]);
	});

	test('has notes that explain it, and that name only what is there', () => {
		expect(notes.join('\n')).toContain('**Set up**');
		const names = new Set([...workflow.nodes.map(({ name }) => name), ...HEADINGS]);
		const values = JSON.stringify(workflow.nodes.filter((node) => !isNote(node)));
		const unknown = notes
			.flatMap(boldIn)
			.filter((bold) => !names.has(bold) && !isEditorName(bold) && !values.includes(bold));
		expect(unknown).toEqual([]);
	});
});

const RAW = 'https://raw.githubusercontent.com/company-radar/n8n-nodes-company-radar/main/examples/';

/** Files in one folder do the same job, from other sources. */
const jobOf = ({ file }: Example) => file.split('/')[0]?.replace('.json', '') ?? '';

const JOBS = [...new Set(EXAMPLES.map(jobOf))];
const MOST_JOBS = 25;

describe('The page about the examples', () => {
	const page = textOf('examples/README.md');
	const rows = page.split('\n').filter((line) => line.startsWith('| ') && line.includes(RAW));

	test('says how to import an example in every version of n8n, from 3.0 on too', () => {
		expect(page).toContain('**Import > From File**');
		expect(page).toContain('paste it onto the canvas');
	});

	test(`has a row for each job, and at most ${MOST_JOBS}`, () => {
		expect(JOBS.length).toBeLessThanOrEqual(MOST_JOBS);
		expect(rows).toHaveLength(JOBS.length);
	});

	test('says for each how many minutes it takes and what it costs', () => {
		const cells = rows.map((row) => row.split(/(?<!\\)\|/).slice(4, 6));
		expect(
			cells.filter(([minutes, cost]) => !/^ *\d+( each)? *$/.test(`${minutes}`) || !cost?.trim()),
		).toEqual([]);
	});

	test.each(JOBS)('links the files of %s, to read, to import and to see', (job) => {
		const files = EXAMPLES.filter((example) => jobOf(example) === job).map(({ file }) => file);
		const row = rows.find((line) => line.includes(`${RAW}${files[0]}`)) ?? '';
		const local = files.flatMap((file) => [`./${file}`, `../docs/pictures/examples/${pictureOf(file)}.png`]);
		expect(localLinksIn(row).sort()).toEqual(local.sort());
		for (const file of files) expect(row).toContain(`(${RAW}${file})`);
	});
});

describe.each(PAGES)('%s', (page) => {
	const quotes = [...textOf(page).matchAll(/^> \*\*#\S+\*\* · (.+)$/gm)].map(([, quote = '']) => quote);

	test('quotes messages as an example sends them', () => {
		const messages = EXAMPLES.map(
			({ workflow }) => resultOf(workflow as ExampleWorkflow).text.split('\n')[0],
		);
		expect(quotes.filter((quote) => !messages.includes(quote))).toEqual([]);
	});
});

test('the README begins with a message', () => {
	expect(textOf('README.md')).toMatch(/^# .+\n\n.+\n\n.+ you get:\n\n> \*\*#\w+\*\* · /);
});

describe.each(EXAMPLES.map((example) => [example.file, example] as const))(
	'%s in the library',
	(file, example) => {
		const { workflow, description } = libraryTemplate(file, example.workflow, textOf('examples/README.md'));

		test('has no samples, and does not speak of them', () => {
			expect(workflow).not.toHaveProperty('pinData');
			expect(JSON.stringify(workflow)).not.toMatch(/unpin|samples are pinned/i);
			expect(workflow.nodes.map(({ name }) => name)).toEqual(example.workflow.nodes.map(({ name }) => name));
		});

		test('has a description with the disclaimer, its picture, the result, all headings and what is charged', () => {
			const [title, disclaimer = ''] = description.split('\n\n');
			expect(title).toBe(`# ${example.workflow.name}`);
			expect(description).toContain(`/docs/pictures/examples/${pictureOf(file)}.png)`);
			expect(disclaimer).toContain('community node');
			const [line = ''] = resultOf(example.workflow as ExampleWorkflow).text.split('\n');
			expect(description).toContain(line);
			const headings = [...description.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
			expect(headings).toEqual([...HEADINGS, 'What is charged']);
			expect(description).not.toMatch(/unpin|samples are pinned/i);
		});
	},
);

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
		type: 'n8n-nodes-base.scheduleTrigger',
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
		['a choice that is not offered', { ...create, radarType: 'x' }, "radarType: there is no choice 'x'"],
		[
			'an option that does not exist',
			{ ...create, options: { x: 1 } },
			'options.x: there is no such parameter',
		],
		[
			'an option that is not shown',
			{ ...create, fullName: 'x' },
			'fullName: is not shown with these settings',
		],
		[
			'a row with a wrong name',
			{ ...create, additionalFields: { customFields: { fields: [{ nme: 'x' }] } } },
			'additionalFields.customFields.fields.nme: there is no such parameter',
		],
		['an operation that does not exist', { ...create, operation: 'x' }, "operation: there is no choice 'x'"],
	])('find %s', (_, parameters, problem) => {
		expect(check(parameters as INode['parameters'])).toContain(problem);
	});

	const note = (content: string, more: INode['parameters'] = {}): INode => ({
		...radar({ content, width: 440, height: 900, color: 1, ...more }),
		type: 'n8n-nodes-base.stickyNote',
	});
	const GOOD = [
		'## Send new hires to Slack',
		"**Who's it for**",
		`Teams who ${'read about new hires '.repeat(12)}`,
		'',
		'**How it works**',
		`It posts ${'a message for each of them '.repeat(12)}`,
		'',
		'**Set up**',
		'1. Choose the credential.',
		'2. Publish the workflow.',
		'',
		'**Requirements**',
		'A key.',
		'',
		'**Customize**',
		'Change the channel.',
	].join('\n');
	const template = (nodes: INode[], more: Partial<Example['workflow']> = {}): Example => ({
		file: 'planted.json',
		workflow: {
			name: 'Send new hires to Slack with Company Radar',
			nodes,
			connections: {},
			settings: { executionOrder: 'v1' },
			...more,
		},
	});

	test('take a right template', () => {
		expect(templateProblems(template([note(GOOD)]))).toEqual([]);
	});

	/** A node at (0, 0), and a step around it. */
	const inStep = (node: Partial<INode>, step: INode['parameters'] = {}): INode[] => [
		note(GOOD),
		{
			...note('## 1. Work', { color: 7, width: 300, height: 300, ...step }),
			name: 'Step',
			position: [-40, -100],
		},
		{ ...radar({}), name: 'Work', position: [0, 0], ...node },
	];

	test('take a step around its node', () => {
		expect(templateProblems(template(inStep({})))).toEqual([]);
	});

	test.each([
		['a note that is clipped', template([note(GOOD, { height: 120 })]), 'Radar: is clipped'],
		['a first note of another color', template([note(GOOD, { color: 4 })]), 'is not yellow'],
		['a first note without steps', template([note(GOOD.replace('1. ', ''))]), 'no steps to set up'],
		['a short first note', template([note('## Radars\nCreates radars.')]), 'its first note has 4 words'],
		[
			'a first note without a heading',
			template([note(GOOD.replace('**Customize**', ''))]),
			'has the headings',
		],
		[
			'a first note with another title',
			template([note(GOOD)], { name: 'Send all to Slack with Company Radar' }),
			'another title',
		],
		[
			'a title without a verb',
			template([note(GOOD)], { name: 'New hires with Company Radar' }),
			'starts with no verb',
		],
		[
			'a title without its app',
			template([...inStep({}), radar({}, { type: 'n8n-nodes-base.gmail' })]),
			"its title doesn't name Gmail",
		],
		[
			'a title in title case',
			template([note(GOOD)], { name: 'Send New Hires with Company Radar' }),
			'not in sentence case',
		],
		['a node outside of the steps', template(inStep({ position: [280, 0] })), 'Work: is not in one step'],
		['a step around nothing', template(inStep({ position: [280, 0] })), 'Step: is around no node'],
		['a node on a text', template(inStep({ position: [0, -90] })), 'Work: covers the text of its step'],
		[
			'a node on another',
			template([...inStep({}), { ...radar({}), name: 'Over', position: [60, 120] }]),
			'Work: overlaps Over',
		],
		[
			'a node on a wide one',
			template([
				...inStep({ type: '@n8n/n8n-nodes-langchain.agent' }),
				{ ...radar({}), name: 'Over', position: [220, 0] },
			]),
			'Work: overlaps Over',
		],
		['a second yellow note', template(inStep({}, { color: 1 })), 'Step: only the first note is yellow'],
		['a webhook ID', template(inStep({ webhookId: 'w1' })), 'Work: has a webhook ID'],
		[
			'a channel in the node',
			template(inStep({ parameters: { channelId: { value: '#sales' } } })),
			'channelId is not in Settings',
		],
		[
			'a limit in the node',
			template(inStep({ parameters: { conditions: { conditions: [{ rightValue: 5 }] } } })),
			'the limit 5 is not in Settings',
		],
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
		[
			'a large workflow',
			template([
				...inStep({}),
				...Array.from({ length: 12 }, (_, index) => radar({}, { name: `Radar ${index}` })),
			]),
			'it has 13 nodes, and no reason',
		],
		['the old order', template([note(GOOD)], { settings: {} }), "n8n's first version"],
	])('find %s', (_, planted, problem) => {
		expect(templateProblems(planted).join('\n')).toContain(problem);
	});

	test.each([
		['a Slack text', 'slack', { text: '={{ $json.summary }}' }, 'Radar: its text is not escaped for Slack'],
		[
			'a Slack question that is escaped once',
			'slack',
			{
				message: `={{ ($json.text).replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign]) }}`,
			},
			'Radar: its text is not escaped for Slack',
		],
		[
			'a Slack question',
			'slack',
			{ message: '={{ $json.summary }}' },
			'Radar: its text is not escaped for Slack',
		],
		['a cell', 'googleSheets', { operation: 'append', options: {} }, 'Radar: formulas in cells would run'],
	])('find %s that strangers can misuse', (_, type, parameters, problem) => {
		const node = radar(parameters as INode['parameters'], { type: `n8n-nodes-base.${type}` });
		expect(hostileTextProblems(template([node]))).toEqual([problem]);
	});

	const ending = (sample: IDataObject, back?: string): Example => {
		const slack = { ...radar({}), name: 'Post', type: 'n8n-nodes-base.slack' };
		const loop = { ...radar({}), name: 'Loop', type: 'n8n-nodes-base.splitInBatches' };
		const to = (node: string) => ({ main: [[{ node, type: 'main' as const, index: 0 }]] });
		return template([start, loop, slack], {
			connections: { Start: to('Loop'), Loop: to('Post'), ...(back ? { Post: to(back) } : {}) },
			pinData: { Post: [{ json: sample }] },
		});
	};

	test('take a result that a person can read, at the end or at the end of a loop', () => {
		expect(resultProblems(ending({ message: { text: 'Elena joined us' } }))).toEqual([]);
		expect(resultProblems(ending({ message: { text: 'Elena joined us' } }, 'Loop'))).toEqual([]);
	});

	test.each([undefined, 'Loop'])('find a result that only says ok', (back) => {
		expect(resultProblems(ending({ ok: true }, back))).toEqual(['Post: its sample has nothing to read']);
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
