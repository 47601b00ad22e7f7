import type { INode } from 'n8n-workflow';

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

const notesOf = ({ workflow }: Example): string[] => workflow.nodes.filter(isNote).map(noteOf);

/** What an example does, and whatever in it isn't so. */
const RULES: Readonly<Record<string, (example: Example) => unknown[]>> = {
	'has only nodes that are known, each connected to outputs and inputs that exist': ({ workflow }) =>
		structureProblems(workflow),
	'has only parameters that the editor would show, with choices that it offers': ({ workflow }) =>
		workflow.nodes.flatMap((node) => {
			const description = DESCRIPTIONS[node.type];
			return description
				? parameterProblems(node, description).map((problem) => `${node.name}: ${problem}`)
				: [];
		}),
	'leaves credentials unset': ({ workflow }) => workflow.nodes.filter(({ credentials }) => credentials),
	'can be read without one: what reaches outside has a sample': (example) =>
		example.workflow.nodes.filter(
			({ type, name }) => PORTS[type]?.outside && pinned(example, name).length === 0,
		),
	'reads only columns that the nodes put out': (example) =>
		example.workflow.nodes.flatMap((node) => unknownFields(example, node)),
	"fits n8n's template library": templateProblems,
	'runs nothing that strangers wrote: Slack texts are escaped, and cells hold no formulas':
		hostileTextProblems,
	'uses nothing that n8n 3.0 removes or changes': removedIn3,
	'calls no host but stand-ins': ({ workflow }) =>
		[...JSON.stringify(workflow).matchAll(/https?:\/\/([^/"'\\ ]+)/g)]
			.map(([, host]) => host ?? '')
			.filter((host) => !/(^|\.)example(\.com)?$/.test(host) && !OTHER_HOSTS.includes(host)),
	'runs its sample once: the editor runs an evaluation again as long as rows are left': (example) =>
		example.workflow.nodes
			.flatMap(({ name }) => pinned(example, name))
			.filter(({ _rowsLeft: left }) => Number(left) > 0),
	'ends in what a person can read': resultProblems,
	'has notes that explain it': (example) =>
		notesOf(example).join('\n').includes('**Set up**') ? [] : ['no **Set up**'],
	'has notes that name only what is there': (example) => {
		const { nodes } = example.workflow;
		const names = new Set([...nodes.map(({ name }) => name), ...HEADINGS]);
		const values = JSON.stringify(nodes.filter((node) => !isNote(node)));
		return notesOf(example)
			.flatMap(boldIn)
			.filter((bold) => !names.has(bold) && !isEditorName(bold) && !values.includes(bold));
	},
};

describe.each(EXAMPLES.map((example) => [example.file, example] as const))('%s', (_, example) => {
	test.each(Object.entries(RULES))('%s', (__, problemsOf) => expect(problemsOf(example)).toEqual([]));
});

type Damage = (part: {
	radar: INode;
	slack: INode;
	main: INode;
	step: INode;
	workflow: Example['workflow'];
}) => void;

/** The smallest example with a changed part; each rule finds its own damage. */
function damaged(damage: Damage): Example {
	const example = structuredClone(EXAMPLES.find(({ file }) => file === 'new-hires-to-slack.json'));
	if (!example) throw new Error('There is no such example');
	const { workflow } = example;
	const find = (isIt: (node: INode) => boolean) => workflow.nodes.find(isIt)!;
	damage({
		workflow,
		radar: find(({ type }) => type === TRIGGER),
		slack: find(({ type }) => type.endsWith('.slack')),
		main: find(isNote),
		step: find((node) => isNote(node) && node.parameters.color === 7),
	});
	return example;
}

test.each<[problem: string, damage: Damage]>([
	['delivry: there is no such parameter', ({ radar }) => (radar.parameters.delivry = 'x')],
	["delivery: there is no choice 'x'", ({ radar }) => (radar.parameters.delivery = 'x')],
	['options.x: there is no such parameter', ({ radar }) => (radar.parameters.options = { x: 1 })],
	['keyField: there is no such parameter', ({ radar }) => (radar.parameters.keyField = 'x')],
	['one of these nodes does not exist', ({ radar }) => (radar.name = 'Nobody')],
	['unknown type x.y', ({ slack }) => (slack.type = 'x.y')],
	['is not connected', ({ workflow }) => (workflow.connections = {})],
	['is clipped', ({ main }) => (main.parameters.height = 120)],
	['is not yellow', ({ main }) => (main.parameters.color = 4)],
	['its first note has', ({ main }) => (main.parameters.content = '## Radars\nCreates radars.')],
	['starts with no verb', ({ workflow }) => (workflow.name = 'New hires with Company Radar')],
	['another title', ({ workflow }) => (workflow.name = 'Send all to Slack with Company Radar')],
	["n8n's first version", ({ workflow }) => (workflow.settings = {})],
	['belongs to the n8n', ({ workflow }) => void Object.assign(workflow, { meta: {} })],
	['is not in one step', ({ slack }) => (slack.position = [9000, 0])],
	['is around no node', ({ step }) => (step.position = [9000, 0])],
	['overlaps', ({ slack, radar }) => (slack.position = [...radar.position])],
	['only the first note is yellow', ({ step }) => (step.parameters.color = 1)],
	['has a webhook ID', ({ radar }) => (radar.webhookId = 'w1')],
	['has a credential', ({ slack }) => (slack.credentials = { slackApi: { id: '1', name: 'Mine' } })],
	['channelId is not in Settings', ({ slack }) => (slack.parameters.channelId = '#sales')],
	['has the ID r1', ({ radar }) => (radar.parameters.radarId = { __rl: true, mode: 'list', value: 'r1' })],
	['is not escaped for Slack', ({ slack }) => (slack.parameters.text = '={{ $json.summary }}')],
	['formulas in cells would run', ({ slack }) => (slack.type = 'n8n-nodes-base.googleSheets')],
	['$getPairedItem', ({ slack }) => (slack.parameters.text = '={{ $getPairedItem("x") }}')],
	[
		'reads sumary of',
		({ slack, radar }) => (slack.parameters.text = `={{ $('${radar.name}').item.json.sumary }}`),
	],
	['service.test', ({ slack }) => (slack.parameters.text = 'https://service.test/')],
	['nothing to read', ({ slack, workflow }) => (workflow.pinData = { [slack.name]: [{ json: {} }] })],
	['no **Set up**', ({ main }) => (main.parameters.content = '')],
	['Sell Now', ({ main }) => (main.parameters.content = '**Sell Now**')],
])('a rule finds: %s', (problem, damage) => {
	const found = Object.values(RULES).flatMap((problemsOf) => problemsOf(damaged(damage)));
	expect(JSON.stringify(found)).toContain(JSON.stringify(problem).slice(1, -1));
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
