import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sameMembers, usd } from '../../tools/demo/checks';
import { table } from '../../tools/demo/table';
import { typeOf } from '../../tools/shared/nodeTypes';
import { NODES } from '../packageNodes';

const PACKAGE = typeOf('');
const FOLDER = path.join(__dirname, '../../tools/demo/workflows');
const descriptions = NODES.map(({ create }) => create().description);

interface WorkflowNode {
	type: string;
	parameters: Record<string, unknown>;
	credentials?: object;
}

describe('the workflows of the demo', () => {
	const nodes = readdirSync(FOLDER).flatMap((file) => {
		const { nodes: all } = JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8')) as {
			nodes: WorkflowNode[];
		};
		return all.filter(({ type }) => type.startsWith(PACKAGE)).map((node) => [file, node] as const);
	});

	it.each(nodes)('%s uses fields that the node has', (_file, { type, parameters, credentials }) => {
		const description = descriptions.find(({ name }) => type === typeOf(name));
		const names = description?.properties.map(({ name }) => name);
		expect(names).toEqual(expect.arrayContaining(Object.keys(parameters)));
		expect(Object.keys(credentials ?? {})).toEqual(description?.credentials?.map(({ name }) => name));
	});

	it('are one for each part of the main job', () => {
		const parts = nodes.map(([, { parameters }]) => {
			const { delivery, resource, operation, allowedWebsites } = parameters;
			return delivery ?? allowedWebsites ?? `${resource} ${operation}`;
		});
		expect(parts.sort()).toEqual([
			'account getSummary',
			'bulkRequest create',
			'company reveal',
			'localhost',
			'polling',
		]);
	});
});

describe('the checks of the demo', () => {
	it('name what is missing and what is too many', () => {
		expect(sameMembers('Radars', ['a', 'c'], ['a', 'b'])).toEqual([
			'Radars: b is missing',
			'Radars: c is too many',
		]);
		expect(sameMembers('Radars', ['a', 'a'], ['a'])).toEqual(['Radars, number: 2 in place of 1']);
		expect(sameMembers('Radars', ['b', 'a'], ['a', 'b'])).toEqual([]);
	});

	it('add up dollars exactly', () => {
		expect(usd([0.1, 0.2])).toBe(0.3);
	});

	it('show a table that fits: the widest column wraps', () => {
		expect(
			table(
				[
					['Step', 'What came', 'OK'],
					['Reveal', 'one two three four', 'yes'],
				],
				24,
			),
		).toBe(
			[
				'Step    What came    OK',
				'------  -----------  ---',
				'Reveal  one two      yes',
				'        three four',
			].join('\n'),
		);
	});

	it('show a table with even columns', () => {
		expect(
			table([
				['Step', 'OK'],
				['Reveal', 'yes'],
			]),
		).toBe('Step    OK\n------  ---\nReveal  yes');
	});
});
