import { readFileSync } from 'node:fs';
import path from 'node:path';

const guide = readFileSync(path.join(import.meta.dirname, 'CONTRIBUTING.md'), 'utf8');
const [, areas = ''] = /^Areas: (.*)\.$/m.exec(guide) ?? [];

/** What CONTRIBUTING.md asks of a subject. */
export default {
	rules: {
		'header-max-length': [2, 'always', 72],
		'subject-empty': [2, 'never'],
		'subject-full-stop': [2, 'never', '.'],
		'type-empty': [2, 'never'],
		'type-enum': [2, 'always', areas.replaceAll('`', '').split(', ')],
	},
};
