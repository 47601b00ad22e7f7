const { execFile } = require('node:child_process');
const { cp, mkdir, readFile, readdir, rm, writeFile } = require('node:fs/promises');
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
	try {
		await run('npm', ['run', '--silent', 'typecheck'], { shell: process.platform === 'win32' });
	} catch (error) {
		throw new Error(error.stdout || error.message);
	}
}

/** Compiles the nodes into one file, so that they share one instance of their common code, and each credential into its own. */
async function compile() {
	const common = {
		bundle: true,
		external: PROVIDED_BY_N8N,
		platform: 'node',
		// Some libraries only bundle as ES modules.
		mainFields: ['module', 'main'],
		target: 'node20',
		format: 'cjs',
		legalComments: 'none',
		plugins: [suffixesInOneString],
		metafile: true,
		logLevel: 'warning',
	};
	const contents = n8n.nodes.map((entry) => `export * from './${sourceOf(entry)}';`).join('\n');
	const results = await Promise.all([
		bundle({ ...common, stdin: { contents, resolveDir: __dirname }, outfile: 'dist/bundle.js' }),
		...n8n.credentials.map(
			async (entry) => await bundle({ ...common, entryPoints: [sourceOf(entry)], outfile: entry }),
		),
		...n8n.nodes.map(writeEntry),
	]);
	const inputs = results.flatMap((result) => Object.keys(result?.metafile.inputs ?? {}));
	await writeFile('dist/THIRD_PARTY_NOTICES.txt', await notices(inputs));
}

const sourceOf = (entry) => path.posix.relative('dist', entry).replace(/\.js$/, '.ts');

/** Where package.json says that n8n finds a node. */
async function writeEntry(entry) {
	const name = path.basename(entry).split('.')[0];
	const folder = path.posix.dirname(entry);
	await mkdir(folder, { recursive: true });
	await writeFile(
		entry,
		`exports.${name} = require('${path.posix.relative(folder, 'dist/bundle.js')}').${name};\n`,
	);
}

/** Writes the descriptions to dist/types: n8n reads these when it starts, and loads the bundle when a node is first used. */
async function metadata() {
	await run(process.execPath, [require.resolve('n8n-core/bin/generate-metadata')]);
}

/** V8 reads one string in a fraction of the time that 9,777 take. */
const suffixesInOneString = {
	name: 'suffixesInOneString',
	setup: ({ onLoad }) =>
		onLoad({ filter: /[\\/]psl[\\/]data[\\/]rules\.json$/ }, async ({ path: file }) => {
			const text = JSON.parse(await readFile(file, 'utf8')).join(' ');
			return { contents: `export default ${JSON.stringify(text)}.split(' ');` };
		}),
};

/** Data inside of packages that has a licence of its own. */
const DATA = {
	psl: 'Its rules are the Public Suffix List, https://publicsuffix.org/list/, which is subject to the Mozilla Public License 2.0, https://mozilla.org/MPL/2.0/.\n',
};

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
			const text = (await readFile(path.join(folder, file), 'utf8')).trim();
			return [`${name} ${version} (${license})\n`, `${text}\n`, ...(DATA[name] ? [DATA[name]] : [])].join(
				'\n',
			);
		}),
	);
	return `This package contains the following third-party software.\n\n${texts.join('\n---\n\n')}`;
}

const icons = () => src('icons/*.svg', { encoding: false }).pipe(dest('dist/icons'));
const codex = () => src('nodes/**/*.node.json').pipe(dest('dist/nodes'));
const schemas = () => src('nodes/**/__schema__/**/*.json').pipe(dest('dist/nodes'));

/** `npm run typecheck` checks the types, once for everything. */
const build = series(clean, parallel(compile, icons, codex, schemas), metadata);

/** Where the n8n of `npm run dev` has the package, unless that is this folder. */
async function install() {
	const { INSTALLED_PACKAGE: installed } = process.env;
	if (installed) await cp('dist', path.join(installed, 'dist'), { recursive: true });
}

/** The type-check comes last, so that the editor does not wait for it. */
function watch() {
	watchFiles(['nodes/**/*', 'credentials/**/*', 'icons/*.svg'], series(build, install, typecheck));
}

module.exports = { build, watch, default: build };
