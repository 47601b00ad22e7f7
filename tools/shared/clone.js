'use strict';
const { createHash } = require('node:crypto');
const { readFileSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const { cacheFolder } = require('./cacheFolder');
const { withLock } = require('./lock');
const { requireRegistry, runNpm } = require('./npm');

const STAMP = 'node_modules/.installed-from-lock';
const WHAT = 'Installing the development tools';

const hash = (text) => createHash('sha256').update(text).digest('hex');

function read(file) {
	try {
		return readFileSync(file, 'utf8');
	} catch (error) {
		if (error.code === 'ENOENT') return undefined;
		throw error;
	}
}

function isInstalled(root) {
	const lock = read(path.join(root, 'package-lock.json'));
	if (lock === undefined) throw new Error('package-lock.json is missing: this is not a complete clone.');
	return read(path.join(root, STAMP)) === hash(lock) || installedByHand(root, lock);
}

/** npm keeps a list of what it put in node_modules: whoever ran `npm ci` or `npm install` need not wait for another. */
function installedByHand(root, lock) {
	const list = read(path.join(root, 'node_modules/.package-lock.json'));
	if (list === undefined) return false;
	const installed = JSON.parse(list).packages;
	return Object.entries(JSON.parse(lock).packages).every(
		([folder, wanted]) =>
			folder === '' || wanted.optional || wanted.devOptional || installed[folder]?.version === wanted.version,
	);
}

async function ensureInstalled(root, { log, signal }) {
	if (isInstalled(root)) return;
	const lockFile = path.join(cacheFolder(), `clone-${hash(root).slice(0, 12)}.lock`);
	const onWait = () => log(`${WHAT}: waiting for another process that does the same`);
	await withLock(lockFile, () => install(root, { log, signal }), { onWait, signal });
}

async function install(root, { log, signal }) {
	if (isInstalled(root)) return;
	log(WHAT);
	const options = { cwd: root, what: WHAT, log, signal };
	await requireRegistry(options);
	await runNpm(['ci'], options);
	writeFileSync(path.join(root, STAMP), hash(read(path.join(root, 'package-lock.json'))));
}

module.exports = { isInstalled, ensureInstalled };
