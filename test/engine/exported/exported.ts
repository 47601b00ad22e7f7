import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { WorkflowJson } from '../harness';
import { exportWorkflows } from './export';

/** Set to write those of this version again. */
export const EXPORTING = process.env.EXPORT_WORKFLOWS === '1';

if (EXPORTING) exportWorkflows();

export const readExported = <T>(file: string) =>
	JSON.parse(readFileSync(path.join(__dirname, file), 'utf8')) as T;

/** Workflows that versions of this package exported; each in the folder of its version. */
export const EXPORTED = readdirSync(__dirname, { withFileTypes: true })
	.filter((entry) => entry.isDirectory())
	.flatMap(({ name: version }) =>
		readdirSync(path.join(__dirname, version))
			.filter((file) => !file.endsWith('.expected.json'))
			.map((file) => `${version}/${path.basename(file, '.json')}`),
	)
	.map((name) => ({ name, workflow: readExported<WorkflowJson>(`${name}.json`) }));
