'use strict';
const { randomUUID } = require('node:crypto');
const { mkdir, readFile, rm, rmdir, stat, utimes, writeFile } = require('node:fs/promises');
const path = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');

const BEAT_MS = 2_000;
const ABANDONED_MS = 15_000;
const LOOK_AGAIN_MS = 300;

async function withLock(file, work, { onWait = () => {}, signal } = {}) {
	const token = randomUUID();
	await mkdir(path.dirname(file), { recursive: true });
	await take(file, token, onWait, signal);
	const beat = setInterval(() => utimes(file, new Date(), new Date()).catch(() => {}), BEAT_MS);
	try {
		return await work();
	} finally {
		clearInterval(beat);
		if ((await readFile(file, 'utf8').catch(() => '')) === token) await rm(file, { force: true });
	}
}

async function take(file, token, onWait, signal) {
	let beatSeen;
	let seenAt;
	while (!(await create(file, token))) {
		if (seenAt === undefined) onWait();
		const beat = await lastBeat(file);
		// Measured by this process's own clock: after a laptop slept, the owner's last beat is old but it is alive.
		if (seenAt === undefined || beat !== beatSeen) {
			beatSeen = beat;
			seenAt = performance.now();
		} else if (performance.now() - seenAt > ABANDONED_MS) {
			await removeAbandoned(file, beat);
		}
		await sleep(LOOK_AGAIN_MS, undefined, { signal });
	}
}

async function create(file, token) {
	try {
		await writeFile(file, token, { flag: 'wx' });
		return true;
	} catch (error) {
		if (error.code === 'EEXIST') return false;
		throw error;
	}
}

const lastBeat = async (file) => (await stat(file).catch(() => undefined))?.mtimeMs;

/** One waiting process at a time, and only if nobody took the lock over meanwhile. */
async function removeAbandoned(file, beat) {
	const guard = `${file}.removing`;
	if (
		!(await mkdir(guard).then(
			() => true,
			() => false,
		))
	)
		return;
	try {
		if ((await lastBeat(file)) === beat) await rm(file, { force: true });
	} finally {
		await rmdir(guard);
	}
}

module.exports = { withLock };
