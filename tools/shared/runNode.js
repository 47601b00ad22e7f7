'use strict';
const { text: textOf } = require('node:stream/consumers');
const { ProcessGroup } = require('./processGroup');

const PROGRESS_MS = 15_000;
const LINES_TOLD = 25;

class ProgramError extends Error {
	constructor(what, code, output) {
		const lines = output.split('\n').filter((line) => line.trim() && !line.startsWith('npm warn'));
		super(`${what} ended with code ${code}.\n${lines.slice(-LINES_TOLD).join('\n')}`);
		this.name = 'ProgramError';
		this.output = output;
	}
}

async function runNode(node, args, { cwd, env, what, log = () => {}, signal }) {
	signal?.throwIfAborted();
	const started = Date.now();
	const group = new ProcessGroup(node, args, { cwd, env });
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
	if (code !== 0) throw new ProgramError(what, code, (await stdout) + (await stderr));
	return await stdout;
}

module.exports = { runNode, ProgramError };
