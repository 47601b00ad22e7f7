import type { IDataObject, INode } from 'n8n-workflow';

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

	test('runs its sample once: the editor runs an evaluation again as long as rows are left', () => {
		const samples = workflow.nodes.flatMap(({ name }) => pinned(example, name));
		expect(samples.filter(({ _rowsLeft: left }) => Number(left) > 0)).toEqual([]);
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
		expect(page).toContain('**Import > From file**');
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
	const base = (type: string, parameters: object = {}, more: Partial<INode> = {}): INode =>
		radar(parameters as INode['parameters'], { ...more, type: `n8n-nodes-base.${type}` });
	const check = (more: object): string[] =>
		parameterProblems(
			radar({ resource: 'radar', operation: 'create', domain: 'example.com', ...more }),
			DESCRIPTIONS[ACTION]!,
		);

	const GOOD = [
		"## Send new hires to Slack\n**Who's it for**",
		`Teams who ${'read about new hires '.repeat(12)}\n\n**How it works**`,
		`It posts ${'a message for each of them '.repeat(12)}\n\n**Set up**`,
		'1. Choose the credential.\n2. Publish the workflow.\n\n**Requirements**\nA key.\n',
		'**Customize**\nChange the channel.',
	].join('\n');
	const note = (content: string, more: object = {}): INode =>
		base('stickyNote', { content, width: 440, height: 900, color: 1, ...more });
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
	const ofNote = (content: string, more: object = {}, workflow: Partial<Example['workflow']> = {}) =>
		templateProblems(template([note(content, more)], workflow));
	/** A node at (0, 0), a step around it, and more nodes. */
	const ofStep = (node: Partial<INode> = {}, step: object = {}, ...others: INode[]) => {
		const around = note('## 1. Work', { color: 7, width: 300, height: 300, ...step });
		const nodes = [{ ...around, name: 'Step', position: [-40, -100] as [number, number] }];
		return templateProblems(
			template([note(GOOD), ...nodes, radar({}, { name: 'Work', ...node }), ...others]),
		);
	};
	const over = (x: number, y: number) => radar({}, { name: 'Over', position: [x, y] });
	const many = Array.from({ length: 12 }, (_, index) => radar({}, { name: `Radar ${index}` }));
	const ofRadar = (parameters: object, more: Partial<INode> = {}) =>
		templateProblems(template([note(GOOD), radar(parameters as INode['parameters'], more)]));
	const chosen = (mode: string) => ({ radarId: { __rl: true, mode, value: 'r1' } });
	const hostile = (type: string, parameters: object) =>
		hostileTextProblems(template([base(type, parameters)]));
	const removed = (node: INode) => removedIn3(template([node]));

	const start = base('scheduleTrigger', {}, { id: '2', name: 'Start', position: [1, 0] });
	const linked = (node: string, output: number, nodes: INode[]): string[] => {
		const main = [...Array(output).fill([]), [{ node, type: 'main' as const, index: 0 }]];
		return structureProblems({ nodes, connections: { Start: { main } } });
	};
	const ending = (sample: IDataObject, back?: string) => {
		const to = (node: string) => ({ main: [[{ node, type: 'main' as const, index: 0 }]] });
		const nodes = [start, base('splitInBatches', {}, { name: 'Loop' }), base('slack', {}, { name: 'Post' })];
		const connections = { Start: to('Loop'), Loop: to('Post'), ...(back ? { Post: to(back) } : {}) };
		return resultProblems(template(nodes, { connections, pinData: { Post: [{ json: sample }] } }));
	};
	const READABLE = { message: { text: 'Elena joined us' } };

	test.each([
		['parameters', check({})],
		['a template', ofNote(GOOD)],
		['a step', ofStep()],
		['a result', ending(READABLE)],
		['a result of a loop', ending(READABLE, 'Loop')],
	])('take %s that is right', (_, problems) => expect(problems).toEqual([]));

	test.each<[problem: string, problems: string[]]>([
		['domian: there is no such parameter', check({ domian: 'x' })],
		['keyword: is not shown with these settings', check({ keyword: 'x' })],
		["radarType: there is no choice 'x'", check({ radarType: 'x' })],
		['options.x: there is no such parameter', check({ options: { x: 1 } })],
		['fullName: is not shown with these settings', check({ fullName: 'x' })],
		[
			'options.customFields.fields.nme: there is no such parameter',
			check({ options: { customFields: { fields: [{ nme: 'x' }] } } }),
		],
		["operation: there is no choice 'x'", check({ operation: 'x' })],
		['Radar: is clipped', ofNote(GOOD, { height: 120 })],
		['is not yellow', ofNote(GOOD, { color: 4 })],
		['no steps to set up', ofNote(GOOD.replace('1. ', ''))],
		['its first note has 4 words', ofNote('## Radars\nCreates radars.')],
		['has the headings', ofNote(GOOD.replace('**Customize**', ''))],
		['another title', ofNote(GOOD, {}, { name: 'Send all to Slack with Company Radar' })],
		['starts with no verb', ofNote(GOOD, {}, { name: 'New hires with Company Radar' })],
		['not in sentence case', ofNote(GOOD, {}, { name: 'Send New Hires with Company Radar' })],
		['meta: belongs to the n8n', ofNote(GOOD, {}, { meta: { instanceId: 'x' } } as object)],
		["n8n's first version", ofNote(GOOD, {}, { settings: {} })],
		["its title doesn't name Gmail", ofStep({}, {}, base('gmail'))],
		['Work: is not in one step', ofStep({ position: [280, 0] })],
		['Step: is around no node', ofStep({ position: [280, 0] })],
		['Work: covers the text of its step', ofStep({ position: [0, -90] })],
		['Work: overlaps Over', ofStep({}, {}, over(60, 120))],
		['Work: overlaps Over', ofStep({ type: '@n8n/n8n-nodes-langchain.agent' }, {}, over(220, 0))],
		['Step: only the first note is yellow', ofStep({}, { color: 1 })],
		['Work: has a webhook ID', ofStep({ webhookId: 'w1' })],
		['channelId is not in Settings', ofStep({ parameters: { channelId: { value: '#sales' } } })],
		[
			'the limit 5 is not in Settings',
			ofStep({ parameters: { conditions: { conditions: [{ rightValue: 5 }] } } }),
		],
		['it has 13 nodes, and no reason', ofStep({}, {}, ...many)],
		['Radar: has the ID r1', ofRadar(chosen('list'))],
		['Radar: has the ID r1', ofRadar(chosen('id'))],
		['Radar: has a credential', ofRadar({}, { credentials: { companyRadarApi: { id: '1', name: 'Mine' } } })],
		['Radar: its text is not escaped for Slack', hostile('slack', { text: '={{ $json.summary }}' })],
		[
			'Radar: its text is not escaped for Slack',
			hostile('slack', {
				message: `={{ ($json.text).replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign]) }}`,
			}),
		],
		['Radar: its text is not escaped for Slack', hostile('slack', { message: '={{ $json.summary }}' })],
		['Radar: formulas in cells would run', hostile('googleSheets', { operation: 'append', options: {} })],
		['Post: its sample has nothing to read', ending({ ok: true })],
		['Post: its sample has nothing to read', ending({ ok: true }, 'Loop')],
		['Radar: $getPairedItem', removed(radar({ domain: '={{ $getPairedItem("x") }}' }))],
		[
			'Radar: Always Output Data on 2 outputs',
			removed(radar({}, { alwaysOutputData: true, onError: 'continueErrorOutput' })),
		],
		['Radar: Execute Workflow for each item', removed(base('executeWorkflow', { mode: 'each' }))],
		['Start → Nobody: one of these nodes does not exist', linked('Nobody', 0, [start])],
		['Start → Radar: Start has no output 1', linked('Radar', 1, [start, radar({})])],
		['Start: is not connected', structureProblems({ nodes: [start], connections: {} })],
		['Radar: unknown type x.y', linked('Radar', 0, [start, radar({}, { type: 'x.y' })])],
	])('find: %s', (problem, problems) => expect(problems.join('\n')).toContain(problem));
});
