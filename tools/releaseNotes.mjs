// Usage: node tools/releaseNotes.mjs <tag>
// Prints what the changelog says about the version of package.json; fails if the tag names another one, or it says nothing.
import { readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const read = (file) => readFileSync(path.join(root, file), 'utf8');

const { version } = JSON.parse(read('package.json'));
const [tag] = process.argv.slice(2);
const [, ...sections] = read('CHANGELOG.md').split(/^## /m);
const section = sections.find((text) => /^[^\s]+/.exec(text)?.[0] === version);
const notes = section?.replace(/^.*\n/, '').trim();

if (tag !== `v${version}`) {
	console.error(`The tag is ${tag}, but package.json has version ${version}: the tag must be v${version}.`);
	process.exitCode = 1;
} else if (!notes) {
	console.error(`CHANGELOG.md has no entries under "## ${version}": move those of "Unreleased" there.`);
	process.exitCode = 1;
} else {
	console.log(notes);
}
