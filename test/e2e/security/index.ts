import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { Host } from '../../../tools/n8n-host/host';
import type { ExecutionSummary } from '../../../tools/n8n-host/rest';
import { settings } from '../../../tools/n8n-host/settings';
import { runNode } from '../../../tools/shared/runNode';
import { compared, type Finding, type Section } from '../section';
import { onStage, type Stage } from '../stage';
import { events } from './events';
import { runAll } from './runs';
import { filesWith, has } from './search';

/** The key is looked for wherever n8n keeps something, after runs that worked and that failed. */
export const security: Section = {
	name: 'security',
	risk: 'n8n writes logs, executions and errors to disk, and none may hold the key',
	run: async (context) => await onStage(context, prove, { N8N_LOG_LEVEL: 'debug' }),
};

async function prove(stage: Stage): Promise<Finding[]> {
	const wrongKey = randomUUID();
	const findings = [...(await runAll(stage, wrongKey)), ...(await events(stage))];
	const packed = await executionsAsSent(stage.host);
	const log = stage.host.log();
	const exported = await exportAll(stage.host);
	const secrets = [stage.sandbox.apiKey, wrongKey];
	return [
		...findings,
		searchFindsRadars(stage),
		...secrets.flatMap((secret) => traces(secret, packed, log, exported, stage)),
	];
}

/** Every execution as REST sends it to the editor. */
async function executionsAsSent({ rest }: Host): Promise<string[]> {
	const list: ExecutionSummary[] = await rest.executions();
	return await Promise.all(
		list.map(async ({ id }) => JSON.stringify(await rest.request('GET', `/executions/${id}`))),
	);
}

interface Exports {
	workflows: string;
	credentials: string;
	/** For the proof that the search would find the key. */
	decrypted: string;
}

/** Ends n8n, and lets its command line export what it has. */
async function exportAll(host: Host): Promise<Exports> {
	await host.kill('SIGTERM');
	const folder = path.join(host.userFolder, 'exports');
	mkdirSync(folder);
	const env = settings(host.installation, host.userFolder, host.ports);
	const run = async (what: string, ...more: string[]) => {
		const output = path.join(folder, `${what}${more.length}.json`);
		const args = [host.installation.n8n, `export:${what}`, '--all', `--output=${output}`, ...more];
		await runNode(host.installation.node, args, { cwd: folder, env, what: `Exporting ${what}` });
		return readFileSync(output, 'utf8');
	};
	return {
		workflows: await run('workflow'),
		credentials: await run('credentials'),
		decrypted: await run('credentials', '--decrypted'),
	};
}

/** Files in which n8n keeps what it knows, the database among them. */
const filesOf = ({ userFolder }: Host, secret: string) =>
	filesWith(
		path.join(userFolder, '.n8n'),
		secret,
		(file) => !file.includes(`${path.sep}node_modules${path.sep}`),
	);

function searchFindsRadars({ host, sandbox }: Stage): Finding {
	const [radar] = sandbox.control.radars();
	const { found } = filesOf(host, String(radar?.radar_id));
	return {
		what: 'The same search finds a radar of an execution in the database',
		seen: found.join(', '),
		ok: found.some((file) => file.startsWith('database.sqlite')),
	};
}

function traces(
	secret: string,
	executions: string[],
	log: string,
	{ workflows, credentials, decrypted }: Exports,
	{ sandbox, host }: Stage,
): Finding[] {
	const whose = secret === sandbox.apiKey ? 'The key' : 'The wrong key';
	const kept = filesOf(host, secret);
	return [
		compared(
			`${whose} in ${executions.length} executions as REST sends them`,
			executions.filter((each) => has(each, secret)).length,
			0,
		),
		compared(`${whose} in the database and ${kept.searched - 1} other files of n8n`, kept.found, []),
		compared(
			`${whose} in ${log.split('\n').length} lines of n8n's log at its finest`,
			has(log, secret),
			false,
		),
		compared(`${whose} in the exported workflows`, has(workflows, secret), false),
		compared(`${whose} in the exported credentials`, has(credentials, secret), false),
		compared(
			`${whose} in the credentials exported with --decrypted, for comparison`,
			has(decrypted, secret),
			true,
		),
	];
}
