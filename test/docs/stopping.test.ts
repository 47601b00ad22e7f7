import type { INode } from 'n8n-workflow';

import { RESOURCES } from '../../nodes/CompanyRadar/operations';
import { EXAMPLES } from './examples';
import { headingsIn, textOf } from './markdown';
import { ACTION, DESCRIPTIONS } from './workflow/nodeTypes';
import { isNote } from './workflow/structure';

/** All that a published workflow may be charged for. */
const CHARGED = [
	...RESOURCES.flatMap(({ name: resource, operations }) =>
		operations
			.filter(({ action }) => /charged\)/.test(action))
			.map(({ name: operation }) => `**${resource}: ${operation}**`),
	),
	'**Create When Published**',
	'**Company Radar Visitor Trigger**',
];

const FIRST_UNPUBLISH = /^Unpublish (?:the|every) workflows? /;

const missingIn = (text: string) => CHARGED.filter((name) => !text.includes(name));

/** The first step of a numbered list. */
const firstStepAfter = (heading: string, text: string) =>
	/^1\. (.+)$/m.exec(text.slice(text.indexOf(heading)))?.[1] ?? '';

const isDeactivation = ({ type, parameters }: INode) =>
	type === ACTION && parameters.operation === 'deactivate';

const STOPPING = EXAMPLES.filter(({ workflow }) => workflow.nodes.some(isDeactivation));

test('Some operations are charged, and some example deactivates radars', () => {
	expect(CHARGED).toEqual(expect.arrayContaining(['**Radar: Create**', '**Company: Reveal**']));
	expect(STOPPING).not.toEqual([]);
});

describe.each(STOPPING.map((example) => [example.file, example.workflow] as const))(
	'%s, which deactivates radars',
	(_, { nodes }) => {
		const notes = nodes.filter(isNote).map(({ parameters }) => String(parameters.content));

		test('starts each text about charges, its form and its steps with unpublishing', () => {
			const forms = nodes.flatMap(({ parameters }) => parameters.formDescription ?? []);
			const charges = notes.filter((note) => note.startsWith('## What is charged'));
			const texts = [...forms, ...charges.map((note) => note.split('\n')[1])];
			expect(texts.length).toBeGreaterThan(1);
			expect(texts.filter((text) => !FIRST_UNPUBLISH.test(String(text)))).toEqual([]);
		});

		test('names all that is charged in its first step', () => {
			const step = firstStepAfter('**Set up**', notes.find((note) => note.includes('**Set up**')) ?? '');
			expect(step).toMatch(FIRST_UNPUBLISH);
			expect(missingIn(step)).toEqual([]);
		});

		test('promises nothing about charges but those of its radars', () => {
			const texts = JSON.stringify(nodes);
			expect(texts).not.toMatch(/nothing (?:more |else )?is charged/i);
			expect(texts).toMatch(/these radars aren't charged again/i);
		});
	},
);

describe('The page about stopping', () => {
	const page = textOf('docs/stop-and-uninstall.md');

	test('names all that is charged in its first step, which is to unpublish', () => {
		expect(headingsIn(page)).toContain('Stop paying');
		const step = firstStepAfter('## Stop paying', page);
		expect(step).toMatch(FIRST_UNPUBLISH);
		expect(missingIn(step)).toEqual([]);
	});

	test('answers with unpublishing before deactivating', () => {
		const [answer = ''] = /^\*\*.+$/m.exec(page) ?? [];
		expect(answer.search(/unpublish/i)).toBeGreaterThan(-1);
		expect(answer.search(/unpublish/i)).toBeLessThan(answer.indexOf(', deactivate '));
	});
});

test('The note of each operation that deactivates says that workflows can create the radars again', () => {
	const notices = (DESCRIPTIONS[ACTION]?.properties ?? []).filter(
		({ name }) => name === 'deactivationNotice',
	);
	expect(notices.length).toBeGreaterThan(0);
	for (const { displayName } of notices) expect(displayName).toMatch(/unpublish/i);
});
