const { execFile } = require('node:child_process');
const { readFile, readdir, rm, writeFile } = require('node:fs/promises');
const path = require('node:path');
const { promisify } = require('node:util');
const { build: bundle } = require('esbuild');
const { dest, parallel, series, src, watch: watchFiles } = require('gulp');

const run = promisify(execFile);
const VENDOR = 'nodes/shared/vendor';

async function clean() {
	await rm('dist', { recursive: true, force: true });
}

/** Type-checks and compiles file by file, so that both nodes share one instance of every common module. */
async function compile() {
	const tsc = require.resolve('typescript/bin/tsc');
	try {
		await run(process.execPath, [tsc, '-p', 'tsconfig.build.json']);
	} catch (error) {
		throw new Error(error.stdout || error.message);
	}
}

/** Replaces the compiled vendor files, which only re-export a library, by ones that contain it. */
async function vendor() {
	const files = (await readdir(VENDOR)).filter((file) => file.endsWith('.ts'));
	const { metafile } = await bundle({
		entryPoints: files.map((file) => path.join(VENDOR, file)),
		outdir: path.join('dist', VENDOR),
		bundle: true,
		minify: true,
		platform: 'node',
		target: 'node20',
		format: 'cjs',
		legalComments: 'none',
		metafile: true,
		logLevel: 'warning',
	});
	await writeFile('dist/THIRD_PARTY_NOTICES.txt', await notices(Object.keys(metafile.inputs)));
}

/** The licence text of every package that the vendor files contain. */
async function notices(inputs) {
	const folders = new Set(
		inputs.map((input) => /^(node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1]).filter(Boolean),
	);
	const texts = await Promise.all(
		[...folders].sort().map(async (folder) => {
			const { name, version, license } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
			const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
			if (!file) throw new Error(`${name} ships no licence file, so it cannot be bundled`);
			return `${name} ${version} (${license})\n\n${(await readFile(path.join(folder, file), 'utf8')).trim()}\n`;
		}),
	);
	return `This package contains the following third-party software.\n\n${texts.join('\n---\n\n')}`;
}

const icons = () => src('icons/*.svg', { encoding: false }).pipe(dest('dist/icons'));
const codex = () => src('nodes/**/*.node.json').pipe(dest('dist/nodes'));

const build = series(clean, compile, parallel(vendor, icons, codex));

function watch() {
	watchFiles(['nodes/**/*', 'credentials/**/*', 'icons/*.svg'], { ignoreInitial: false }, build);
}

module.exports = { build, watch, default: build };
