import { randomUUID } from 'node:crypto';

import type { Host } from '../../../tools/n8n-host/host';
import type { ExecutionSummary } from '../../../tools/n8n-host/rest';
import { compared, type Finding, type Section } from '../section';
import { onStage, type Stage } from '../stage';
import { runAll } from './runs';
import { filesWith, has } from './search';

/** The key is looked for wherever n8n keeps something, after runs that worked and that failed. */
export const security: Section = {
	name: 'security',
	risk: 'n8n may write the key to a log, an execution or a file',
	run: async (context) => await onStage(context, prove, { N8N_LOG_LEVEL: 'debug' }),
};

async function prove(stage: Stage): Promise<Finding[]> {
	const wrongKey = randomUUID();
	const findings = await runAll(stage, wrongKey);
	const packed = await executionsAsSent(stage.host);
	const log = stage.host.log();
	await stage.host.kill('SIGTERM');
	const secrets = [stage.sandbox.apiKey, wrongKey];
	return [
		...findings,
		searchFindsRadars(stage),
		...secrets.map((secret) => traces(secret, packed, log, stage)),
	];
}

/** Every execution as REST sends it to the editor. */
async function executionsAsSent({ rest }: Host): Promise<string[]> {
	const list: ExecutionSummary[] = await rest.executions();
	return await Promise.all(
		list.map(async ({ id }) => JSON.stringify(await rest.request('GET', `/executions/${id}`))),
	);
}

function searchFindsRadars({ host, sandbox }: Stage): Finding {
	const [radar] = sandbox.control.radars();
	const { found } = filesWith(host, String(radar?.radar_id));
	return {
		what: 'The same search finds a radar of an execution in the database',
		seen: found.join(', '),
		ok: found.some((file) => file.startsWith('database.sqlite')),
	};
}

function traces(secret: string, executions: string[], log: string, { sandbox, host }: Stage): Finding {
	const whose = secret === sandbox.apiKey ? 'The key' : 'The wrong key';
	const kept = filesWith(host, secret);
	return compared(
		`${whose} in ${executions.length} executions as REST sends them, in the database and ${kept.searched - 1} other files of n8n, in ${log.split('\n').length} lines of its log at its finest`,
		[executions.filter((each) => has(each, secret)).length, kept.found, has(log, secret)],
		[0, [], false],
	);
}
