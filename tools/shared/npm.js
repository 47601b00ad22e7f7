'use strict';
const { existsSync, realpathSync } = require('node:fs');
const path = require('node:path');
const { text: textOf } = require('node:stream/consumers');
const { ProcessGroup } = require('./processGroup');

const PROGRESS_MS = 15_000;
const NO_CONNECTION =
	/\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|EIDLETIMEOUT)\b/;
/** What an outer `npm run` sets about its own project, and must not reach an npm that works on another folder. */
const OUTER_PROJECT = /^npm_(package|lifecycle)_|^npm_config_(local_prefix|ignore_scripts|node_gyp)$/i;

class NoNetworkError extends Error {
	constructor(what) {
		super(
			`${what}: the package registry cannot be reached. This step needs a network connection; connect and run the command again.`,
		);
		this.name = 'NoNetworkError';
	}
}

function npmCli() {
	const folders = (process.env.PATH ?? '').split(path.delimiter);
	const linked = folders.map((folder) => path.join(folder, 'npm')).find(existsSync);
	const beside = path.dirname(process.execPath);
	const found = [
		process.env.npm_execpath,
		linked && realpathSync(linked),
		path.join(beside, '../lib/node_modules/npm/bin/npm-cli.js'),
		path.join(beside, 'node_modules/npm/bin/npm-cli.js'),
	].find((file) => file && path.basename(file) === 'npm-cli.js' && existsSync(file));
	if (!found)
		throw new Error('npm was not found. Install it together with Node.js and run the command again.');
	return found;
}

function npmEnvironment(extra) {
	const own = Object.entries(process.env).filter(([name]) => !OUTER_PROJECT.test(name));
	return { ...Object.fromEntries(own), ...extra };
}

async function runNpm(args, { cwd, what, log = () => {}, env, node = process.execPath, signal }) {
	signal?.throwIfAborted();
	const started = Date.now();
	const group = new ProcessGroup(
		node,
		[npmCli(), ...args, '--no-audit', '--no-fund', '--no-update-notifier'],
		{
			cwd,
			env: npmEnvironment(env),
			stdio: ['ignore', 'pipe', 'pipe'],
		},
	);
	const [stdout, stderr] = [textOf(group.child.stdout), textOf(group.child.stderr)];
	const progress = setInterval(
		() => log(`${what}: at work for ${Math.round((Date.now() - started) / 1000)} s`),
		PROGRESS_MS,
	);
	const stop = () => group.stop();
	signal?.addEventListener('abort', stop);
	const { code, error } = await group.exited;
	signal?.removeEventListener('abort', stop);
	clearInterval(progress);
	signal?.throwIfAborted();
	if (error) throw error;
	if (code !== 0) throw failure(what, code, (await stdout) + (await stderr));
	return await stdout;
}

const PING = ['ping', '--fetch-retries=1', '--fetch-retry-mintimeout=3000', '--fetch-timeout=20000'];

async function requireRegistry(options) {
	try {
		await runNpm(PING, options);
	} catch (error) {
		// A mirror may not know how to answer a ping: then the installation itself shows whether it can be reached.
		if (error instanceof NoNetworkError || options.signal?.aborted) throw error;
	}
}

function failure(what, code, output) {
	if (NO_CONNECTION.test(output)) return new NoNetworkError(what);
	const lines = output.split('\n').filter((line) => line.trim() && !line.startsWith('npm warn'));
	return new Error(`${what}: npm ended with code ${code}.\n${lines.slice(-25).join('\n')}`);
}

module.exports = { requireRegistry, runNpm, NoNetworkError };
