import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');
const PAGE = readFileSync(path.join(ROOT, 'docs/contributing/architecture.md'), 'utf8');

/** The boxes of the diagram, and the first folder that a file is below. */
const BOXES: ReadonlyArray<readonly [string, string]> = [
	['nodes/CompanyRadar/operations/', 'operations'],
	['nodes/CompanyRadar/sync/', 'sync'],
	['nodes/CompanyRadar/radars/', 'radars'],
	['nodes/CompanyRadar/', 'action'],
	['nodes/CompanyRadarTrigger/', 'trigger'],
	['nodes/CompanyRadarVisitorTrigger/', 'visitor'],
	['credentials/', 'credentials'],
	['nodes/shared/run/', 'run'],
	['nodes/shared/form/', 'form'],
	['nodes/shared/money/', 'money'],
	['nodes/shared/client/', 'client'],
	['nodes/shared/updates/', 'updates'],
	['nodes/shared/values/', 'values'],
];

const boxOf = (file: string): string | undefined => BOXES.find(([folder]) => file.startsWith(folder))?.[1];

const sources = ['nodes', 'credentials'].flatMap((folder) =>
	readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.map((file) => path.join(folder, file)),
);

/** Arrows between boxes, as the imports draw them. */
function importedArrows(): string[] {
	const arrows = sources.flatMap((file) => {
		const text = readFileSync(path.join(ROOT, file), 'utf8');
		return [...text.matchAll(/ from '(\.{1,2}\/[^']+|\.{1,2})'/g)].map(([, target = '']) => {
			const imported = path.join(path.dirname(file), target);
			return [boxOf(file), boxOf(`${imported}/`)] as const;
		});
	});
	const between = arrows.filter(([from, to]) => from && to && from !== to);
	return [...new Set(between.map(([from, to]) => `${from} --> ${to}`))].sort();
}

test('the diagram shows the imports between folders, all of them and no other', () => {
	const [, diagram = ''] = /```mermaid\nflowchart([\s\S]*?)```/.exec(PAGE) ?? [];
	const drawn = [...diagram.matchAll(/^ *(\w+ --> \w+)$/gm)].map(([, arrow]) => arrow ?? '');
	expect(drawn.sort()).toEqual(importedArrows());
});

/** What each operation and each node declares for itself. */
const OF_EACH = [
	...['Input', 'Output', 'RawOutput', 'readInput', 'find', 'create', 'deactivate', 'getMany'],
	...['fields', 'readParameters', 'execute', 'webhook', 'preview'],
	// What to do about a wrong value of the kind that the file checks.
	'FIX',
];

const FILE_OF_EACH = [
	'index',
	'fields',
	'parameters',
	'execute',
	'webhook',
	'create',
	'deactivate',
	'getMany',
];

test('a file name stands for one thing in all nodes', () => {
	const seen = new Set(FILE_OF_EACH);
	const repeated = sources.filter((file) => {
		const name = path.basename(file, '.ts');
		const isKnown = seen.has(name) && !FILE_OF_EACH.includes(name);
		seen.add(name);
		return isKnown;
	});
	expect(repeated).toEqual([]);
});

test('a name at the top of a file stands for one thing in all nodes', () => {
	const filesOf = new Map<string, Set<string>>();
	for (const file of sources.filter((each) => !each.endsWith('openapi.ts'))) {
		const text = readFileSync(path.join(ROOT, file), 'utf8');
		const declared = /^(?:export )?(?:async )?(?:const|function\*?|class|interface|type) (\w+)/gm;
		for (const [, name = ''] of text.matchAll(declared))
			filesOf.set(name, (filesOf.get(name) ?? new Set()).add(file));
	}
	const shared = [...filesOf].filter(([name, files]) => files.size > 1 && !OF_EACH.includes(name));
	expect(shared.map(([name, files]) => `${name}: ${[...files].join(', ')}`)).toEqual([]);
});
