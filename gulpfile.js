const { execFile } = require('node:child_process');
const { mkdir, readFile, readdir, rm, writeFile } = require('node:fs/promises');
const path = require('node:path');
const { promisify } = require('node:util');
const { build: bundle } = require('esbuild');
const { dest, parallel, series, src, watch: watchFiles } = require('gulp');
const { n8n } = require('./package.json');

const run = promisify(execFile);

/** n8n brings these along itself. */
const PROVIDED_BY_N8N = ['n8n-workflow', 'luxon'];

async function clean() {
	await rm('dist', { recursive: true, force: true });
}

async function typecheck() {
	const tsc = require.resolve('typescript/bin/tsc');
	try {
		await run(process.execPath, [tsc, '-p', 'tsconfig.build.json']);
	} catch (error) {
		throw new Error(error.stdout || error.message);
	}
}

/** Compiles everything into one file, so that the nodes share one instance of their common code. */
async function compile() {
	const entries = [...n8n.credentials, ...n8n.nodes];
	const source = (entry) => `./${path.posix.relative('dist', entry).replace(/\.js$/, '')}`;
	const { metafile } = await bundle({
		stdin: {
			contents: entries.map((entry) => `export * from '${source(entry)}';`).join('\n'),
			resolveDir: __dirname,
		},
		outfile: 'dist/bundle.js',
		bundle: true,
		external: PROVIDED_BY_N8N,
		platform: 'node',
		target: 'node20',
		format: 'cjs',
		legalComments: 'none',
		plugins: [tldsInOneString],
		metafile: true,
		logLevel: 'warning',
	});
	delete require.cache[require.resolve('./dist/bundle.js')];
	const classes = require('./dist/bundle.js');
	await Promise.all(entries.map(async (entry) => await writeEntry(entry, classes)));
	await writeFile('dist/THIRD_PARTY_NOTICES.txt', await notices(Object.keys(metafile.inputs)));
}

/** V8 reads one string in a fraction of the time that 1,440 take. */
const tldsInOneString = {
	name: 'tldsInOneString',
	setup: ({ onLoad }) =>
		onLoad({ filter: /[\\/]tlds[\\/]index\.json$/ }, async ({ path: file }) => {
			const text = JSON.parse(await readFile(file, 'utf8')).join(' ');
			return { contents: `export default ${JSON.stringify(text)}.split(' ');` };
		}),
};

/** n8n loads every node when it starts, for its description. So the bundle is loaded with the first call of a function. */
async function writeEntry(entry, classes) {
	const name = path.basename(entry).split('.')[0];
	const folder = path.posix.dirname(entry);
	const bundled = path.posix.relative(folder, 'dist/bundle.js');
	const members = Object.entries(new classes[name]());
	const repeated = repeatedLists(members);
	const fields = members.map(([key, value]) => `${key} = ${sourceOf(value, `.${key}`, repeated)};`);
	const lines = [
		'let loaded;',
		`const load = () => (loaded ??= new (require('${bundled}').${name})());`,
		...repeated.map((list, index) => `const list${index} = ${list};`),
		`exports.${name} = class ${name} {`,
		...fields,
		'};',
	];
	await mkdir(folder, { recursive: true });
	await writeFile(entry, lines.join('\n'));
}

/** JSON of the lists that occur more than once, such as the options of a field that several operations have. */
function repeatedLists(value) {
	const counts = new Map();
	JSON.stringify(value, (_, inner) => {
		if (Array.isArray(inner)) {
			const json = JSON.stringify(inner);
			counts.set(json, (counts.get(json) ?? 0) + 1);
		}
		return inner;
	});
	return [...counts.keys()].filter((json) => json.length > 100 && counts.get(json) > 1);
}

/** JavaScript of a value of which every function loads the bundle. */
function sourceOf(value, place, repeated) {
	if (typeof value === 'function') return `function (...args) { return load()${place}.apply(this, args); }`;
	if (typeof value !== 'object' || value === null) return JSON.stringify(value);
	const index = repeated.indexOf(JSON.stringify(value));
	if (index !== -1) return `list${index}`;
	if (Array.isArray(value)) return `[${value.map((inner) => sourceOf(inner, place, repeated)).join(',')}]`;
	const members = Object.entries(value)
		.filter(([, inner]) => inner !== undefined)
		.map(([key, inner]) => `${JSON.stringify(key)}:${sourceOf(inner, `${place}.${key}`, repeated)}`);
	return `{${members.join(',')}}`;
}

/** The licence text of every package that the bundle contains. */
async function notices(inputs) {
	const folders = new Set(
		inputs.map((input) => /^(node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1]).filter(Boolean),
	);
	const texts = await Promise.all(
		[...folders].sort().map(async (folder) => {
			const { name, version, license } = JSON.parse(
				await readFile(path.join(folder, 'package.json'), 'utf8'),
			);
			const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
			if (!file) throw new Error(`${name} ships no licence file, so it cannot be bundled`);
			return `${name} ${version} (${license})\n\n${(await readFile(path.join(folder, file), 'utf8')).trim()}\n`;
		}),
	);
	return `This package contains the following third-party software.\n\n${texts.join('\n---\n\n')}`;
}

const icons = () => src('icons/*.svg', { encoding: false }).pipe(dest('dist/icons'));
const codex = () => src('nodes/**/*.node.json').pipe(dest('dist/nodes'));
const schemas = () => src('nodes/**/__schema__/**/*.json').pipe(dest('dist/nodes'));

const files = parallel(compile, icons, codex, schemas);

/** Without the type-check, for a quick start of the demo. */
const quick = series(clean, files);

const build = series(clean, parallel(typecheck, files));

/** Where the n8n of `npm run dev` has the package. */
const install = () =>
	src('dist/**/*', { encoding: false }).pipe(dest(path.join(process.env.INSTALLED_PACKAGE, 'dist')));

/** The type-check comes last, so that the editor does not wait for it. */
function watch() {
	watchFiles(['nodes/**/*', 'credentials/**/*', 'icons/*.svg'], series(quick, install, typecheck));
}

module.exports = { build, quick, watch, default: build };
