'use strict';
const { spawn, spawnSync } = require('node:child_process');
const { setTimeout: sleep } = require('node:timers/promises');

const onWindows = process.platform === 'win32';
const running = new Set();

class ProcessGroup {
	constructor(command, args, options) {
		this.child = spawn(command, args, { ...options, detached: !onWindows });
		running.add(this);
		this.exited = new Promise((resolve) => {
			this.child.once('error', (error) => resolve({ code: null, signal: null, error }));
			this.child.once('exit', (code, signal) => resolve({ code, signal }));
		}).finally(() => {
			this.kill('SIGKILL');
			running.delete(this);
		});
	}

	kill(signal) {
		const { pid } = this.child;
		if (pid === undefined) return;
		if (onWindows) {
			spawnSync('taskkill', ['/pid', String(pid), '/T', '/F']);
			return;
		}
		try {
			process.kill(-pid, signal);
		} catch (error) {
			if (error.code !== 'ESRCH') throw error;
		}
	}

	async stop(graceMs = 10_000) {
		this.child.kill('SIGTERM');
		const patience = new AbortController();
		const tired = sleep(graceMs, undefined, { signal: patience.signal }).then(
			() => this.kill('SIGKILL'),
			() => undefined,
		);
		await this.exited;
		patience.abort();
		await tired;
	}
}

function killAllGroups() {
	for (const group of running) group.kill('SIGKILL');
}

process.once('exit', killAllGroups);

module.exports = { ProcessGroup, killAllGroups };
