'use strict';
const { existsSync, realpathSync } = require('node:fs');
const path = require('node:path');
const { ProgramError, runNode } = require('./runNode');

const QUIET = ['--no-audit', '--no-fund', '--no-update-notifier'];
const PING = ['ping', '--fetch-retries=1', '--fetch-retry-mintimeout=3000', '--fetch-timeout=20000'];
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

async function runNpm(args, { node = process.execPath, env, ...options }) {
	try {
		return await runNode(node, [npmCli(), ...args, ...QUIET], { ...options, env: npmEnvironment(env) });
	} catch (error) {
		const offline = error instanceof ProgramError && NO_CONNECTION.test(error.output);
		throw offline ? new NoNetworkError(options.what) : error;
	}
}

async function requireRegistry(options) {
	try {
		await runNpm(PING, options);
	} catch (error) {
		// A mirror may not know how to answer a ping: then the installation itself shows whether it can be reached.
		if (error instanceof NoNetworkError || options.signal?.aborted) throw error;
	}
}

module.exports = { requireRegistry, runNpm, NoNetworkError };
