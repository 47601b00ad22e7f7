// Usage: node tools/bootstrap.mjs [command] [arguments]
// Installs the development tools if they are missing, then runs the command, if any, with them. Plain Node, no dependencies.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** The tools need a newer Node than the nodes do. */
function requireNode() {
	const { devEngines } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
	const [neededMajor, neededMinor] = devEngines.runtime.version.match(/\d+/g).map(Number);
	const [major, minor] = process.versions.node.split('.').map(Number);
	if (major > neededMajor || (major === neededMajor && minor >= neededMinor)) return;
	console.error(
		`Node.js ${neededMajor}.${neededMinor} or later is needed; this is ${process.version}. Install a newer one and run the command again.`,
	);
	process.exit(1);
}

async function install() {
	// Loaded late: an old Node would fail on it before the message that it's too old.
	const { ensureInstalled } = (await import('./shared/clone.js')).default;
	const interrupted = new AbortController();
	const stop = (signal) => interrupted.abort(signal);
	for (const signal of SIGNALS) process.on(signal, stop);
	try {
		await ensureInstalled(root, { log: (line) => console.error(line), signal: interrupted.signal });
	} catch (error) {
		if (!interrupted.signal.aborted) console.error(error.message);
		process.exit(interrupted.signal.aborted ? 130 : 1);
	}
	for (const signal of SIGNALS) process.off(signal, stop);
}

function run([command, ...args]) {
	const bins = path.join(root, 'node_modules', '.bin');
	const child = spawn(command === 'node' ? process.execPath : command, args, {
		cwd: root,
		env: { ...process.env, PATH: `${bins}${path.delimiter}${process.env.PATH}` },
		stdio: 'inherit',
		shell: process.platform === 'win32' && command !== 'node',
	});
	for (const signal of SIGNALS) {
		process.on(signal, () => {
			const reachesTheChildByItself = signal === 'SIGINT' && process.stdin.isTTY;
			if (!reachesTheChildByItself) child.kill(signal);
		});
	}
	child.once('error', (error) => {
		console.error(`${command} could not be started: ${error.message}`);
		process.exit(127);
	});
	child.once('exit', (code, signal) => {
		for (const name of SIGNALS) process.removeAllListeners(name);
		if (signal) process.kill(process.pid, signal);
		else process.exit(code);
	});
}

requireNode();
await install();
if (process.argv.length > 2) run(process.argv.slice(2));
