import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { compileCommands } from '../../tools/n8n-host/container/compiled';
import { type Host, startHost } from '../../tools/n8n-host/host';
import { ROOT } from '../../tools/pack';
import { ProgramError, runNode } from '../../tools/shared/runNode';
import { development } from './development';
import { compared, type E2eContext, type Finding, type Section } from './section';

/**
 * Instead of an engine: it keeps its arguments, says that it runs n8n by answering at the port that it should publish, and
 * runs no command.
 */
const STAND_IN = `
const { appendFileSync } = require('node:fs');
const args = process.argv.slice(2);
appendFileSync(process.env.ARGUMENTS, JSON.stringify(args) + '\\n');
const port = args[args.indexOf('--publish') + 1].split(':')[1];
if (port) require('node:http').createServer((_, response) => response.end()).listen(port, '127.0.0.1');
if (args.includes('--network')) process.exitCode = Number(process.env.EXIT_CODE);
`;
const FAILING = 'process.exitCode = 1;';

interface Outcome {
	code: number;
	/** What the engine was called with, in short. */
	calls: string[];
}

async function demo(engines: { docker: string; podman: string }, exitCode: number): Promise<Outcome> {
	const folder = await mkdtemp(path.join(tmpdir(), 'company-radar-engines-'));
	try {
		for (const [name, script] of Object.entries(engines)) {
			await writeFile(path.join(folder, name), `#!${process.execPath}\n${script}`);
			await chmod(path.join(folder, name), 0o755);
		}
		const kept = path.join(folder, 'arguments');
		const env = {
			...process.env,
			PATH: `${folder}${path.delimiter}${process.env.PATH}`,
			ARGUMENTS: kept,
			EXIT_CODE: String(exitCode),
		};
		const args = ['--import', 'tsx', 'tools/demo/main.ts', '--once', '--container', '--image', 'n8n'];
		const code = await new Promise<number>((resolve) => {
			execFile(process.execPath, args, { cwd: ROOT, env }, (error) => resolve(Number(error?.code ?? 0)));
		});
		const lines = (await readFile(kept, 'utf8')).split('\n').filter(Boolean);
		return { code, calls: lines.map((line) => inShort(JSON.parse(line) as string[])) };
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

function inShort(args: string[]): string {
	const [command = ''] = args;
	if (command !== 'run') return command;
	const beside = args.includes('--network') ? ' in its network' : '';
	return `run ${args.slice(args.indexOf('n8n')).join(' ')}${beside}`.replace(/:\d+\b/, ':<port>');
}

const STARTED = [
	'info',
	'run n8n',
	'run n8n tools/demo/main.js --once --n8n http://127.0.0.1:<port> in its network',
	'rm',
];

/** `npm run demo -- --container` with a stand-in for the engine, since a container can't be run everywhere. */
async function containerCommand(): Promise<Finding[]> {
	return [
		compared('--container with a stand-in for Docker', await demo({ docker: STAND_IN, podman: FAILING }, 0), {
			code: 0,
			calls: STARTED,
		}),
		compared(
			'--container with a stand-in for Podman, and a demo that fails',
			await demo({ docker: FAILING, podman: STAND_IN }, 1),
			{ code: 1, calls: STARTED },
		),
	];
}

const PORTS_FROM = 26_000;

/** What a command says of the n8n that it should use. */
async function outcomeOf(script: string, args: string[], host: Host, compiled: string): Promise<string> {
	const command = [path.join(compiled, script), ...args, '--n8n', host.url];
	const options = { cwd: compiled, env: process.env, what: script };
	// The Node of n8n, as in a container.
	return await runNode(host.installation.node, command, options).catch((error: unknown) => {
		if (error instanceof ProgramError) return error.message;
		throw error;
	});
}

/** What the demo and the section `operations` print. */
async function onHost(compiled: string, context: E2eContext): Promise<[string, string]> {
	const host = await startHost({ tarball: context.tarball, port: PORTS_FROM }, context);
	try {
		return [
			await outcomeOf('tools/demo/main.js', ['--once'], host, compiled),
			await outcomeOf('test/e2e/main.js', ['operations'], host, compiled),
		];
	} finally {
		await host.stop();
	}
}

/** The commands on an n8n that somebody else started. They are compiled, as for a container. */
export const runningN8n: Section = {
	name: 'runningN8n',
	risk: 'commands must work with an n8n that somebody else started, and load an edit into a running one',
	packages: ['chromium'],
	async run(context) {
		const compiled = await realpath(await mkdtemp(path.join(tmpdir(), 'company-radar-commands-')));
		try {
			await compileCommands(compiled);
			await symlink(path.join(ROOT, 'node_modules'), path.join(compiled, 'node_modules'), 'junction');
			const [demo, operations] = await onHost(compiled, context);
			const findings: Finding[] = [
				{ what: 'the demo with --n8n', seen: demo.split('\n').length + ' lines', ok: isComplete(demo) },
				{
					what: 'the operations with --n8n',
					seen: operations.trim().split('\n').at(-1) ?? '',
					ok: /\d+ as expected, 0 not/.test(operations),
				},
				...(await containerCommand()),
				// After it, since both start at n8n's usual port.
				await development(context),
			];
			if (findings.some(({ ok }) => !ok)) context.log([demo, operations].join('\n'));
			return findings;
		} finally {
			await rm(compiled, { recursive: true, force: true });
		}
	},
};

/** Each step has a line that ends with "yes". */
const isComplete = (printed: string) =>
	(printed.match(/ yes$/gm)?.length ?? 0) >= 5 && !/ no$/m.test(printed);
