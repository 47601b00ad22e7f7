'use strict';
const { spawn, spawnSync } = require('node:child_process');
const path = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');

const END_WITH_PARENT = path.join(__dirname, 'endWithParent.js');
const onWindows = process.platform === 'win32';
const running = new Set();

class ProcessGroup {
	constructor(node, args, { cwd, env } = {}) {
		this.child = spawn(node, ['--require', END_WITH_PARENT, ...args], {
			cwd,
			env,
			stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
			detached: !onWindows,
		});
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

module.exports = { ProcessGroup };
