import { mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { compileCommands } from '../../tools/n8n-host/container/compiled';
import { startHost, type Host } from '../../tools/n8n-host/host';
import { ROOT } from '../../tools/pack';
import { ProgramError, runNode } from '../../tools/shared/runNode';
import { containerCommand } from './containerCommand';
import type { E2eContext, Finding, Section } from './section';

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

async function onHost(tarball: string | undefined, compiled: string, context: E2eContext): Promise<string[]> {
	const host = await startHost({ tarball, port: PORTS_FROM }, context);
	try {
		const demo = await outcomeOf('tools/demo/main.js', ['--once'], host, compiled);
		if (!tarball) return [demo];
		return [demo, await outcomeOf('test/e2e/main.js', ['operations'], host, compiled)];
	} finally {
		await host.stop();
	}
}

/** The commands on an n8n that somebody else started. They are compiled, as for a container. */
export const runningN8n: Section = {
	name: 'runningN8n',
	async run(context) {
		const compiled = await realpath(await mkdtemp(path.join(tmpdir(), 'company-radar-commands-')));
		try {
			await compileCommands(compiled);
			await symlink(path.join(ROOT, 'node_modules'), path.join(compiled, 'node_modules'), 'junction');
			const [demo = '', operations = ''] = await onHost(context.tarball, compiled, context);
			const [refused = ''] = await onHost(undefined, compiled, context);
			const findings: Finding[] = [
				{ what: 'the demo with --n8n', seen: demo.split('\n').length + ' lines', ok: isComplete(demo) },
				{
					what: 'the operations with --n8n',
					seen: operations.trim().split('\n').at(-1) ?? '',
					ok: /\d+ as expected, 0 not/.test(operations),
				},
				{
					what: 'with --n8n on an n8n without the package',
					seen: refused.trim().split('\n').at(-1) ?? '',
					ok: refused.includes("doesn't have this package"),
				},
			];
			findings.push(...(await containerCommand()));
			if (findings.some(({ ok }) => !ok)) context.log([demo, operations, refused].join('\n'));
			return findings;
		} finally {
			await rm(compiled, { recursive: true, force: true });
		}
	},
};

/** Each step has a line that ends with "yes". */
const isComplete = (printed: string) =>
	(printed.match(/ yes$/gm)?.length ?? 0) >= 5 && !/ no$/m.test(printed);
