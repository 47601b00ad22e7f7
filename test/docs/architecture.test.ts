import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');
const PAGE = readFileSync(path.join(ROOT, 'docs/contributing/architecture.md'), 'utf8');

/** The boxes of the diagram, and the first folder that a file is below. */
const BOXES: ReadonlyArray<readonly [string, string]> = [
	['nodes/CompanyRadar/operations/', 'operations'],
	['nodes/CompanyRadar/health/', 'health'],
	['nodes/CompanyRadar/sync/', 'sync'],
	['nodes/CompanyRadar/radars/', 'definitions'],
	['nodes/CompanyRadar/runner/', 'runner'],
	['nodes/CompanyRadar/', 'action'],
	['nodes/CompanyRadarTrigger/', 'trigger'],
	['nodes/CompanyRadarVisitorTrigger/', 'visitor'],
	['credentials/', 'credentials'],
	['nodes/shared/client/', 'client'],
	['nodes/shared/validation/', 'validation'],
	['nodes/shared/radars/', 'radars'],
	['nodes/shared/triggers/', 'triggers'],
	['nodes/shared/api/', 'api'],
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
