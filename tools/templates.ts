import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { ExampleWorkflow } from './exampleResults';
import { libraryTemplate } from './libraryTemplate';
import { ROOT } from './pack';

/**
 * Writes what n8n's template library takes of each example into `library/`: `description.md`, and `workflow.json` without samples.
 * Usage: npm run templates
 */
function main(): void {
	const folder = path.join(ROOT, 'examples');
	const page = readFileSync(path.join(folder, 'README.md'), 'utf8');
	const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
		file.endsWith('.json'),
	);
	for (const file of files) {
		const example = JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as ExampleWorkflow;
		const { workflow, description } = libraryTemplate(file, example, page);
		const target = path.join(ROOT, 'library', file.replace(/\.json$/, ''));
		mkdirSync(target, { recursive: true });
		writeFileSync(path.join(target, 'workflow.json'), `${JSON.stringify(workflow, null, '\t')}\n`);
		writeFileSync(path.join(target, 'description.md'), description);
	}
	console.log(`${files.length} templates are in library/.`);
}

main();
