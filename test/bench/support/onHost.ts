import type { Figure, BenchContext } from '../bench';
import { startSandbox, type Sandbox } from '../../../sandbox';
import { startHost } from '../../../tools/n8n-host/host';
import { sqliteOf, type Database } from '../../e2e/trigger/database';
import { credentialFor, type TriggerPlace } from '../../e2e/trigger/triggerWorkflow';

const FIRST_PORT = 21_400;

/** A workflow's place, with the sandbox that it talks to. */
export interface BenchPlace extends TriggerPlace {
	database: Database;
	sandbox: Sandbox;
}

/** A fresh n8n with SQLite and its default settings. */
export async function onHost(
	{ built, log }: BenchContext,
	run: (place: BenchPlace) => Promise<Figure[]>,
): Promise<Figure[]> {
	const sandbox = await startSandbox({ settings: { unlimited: true } });
	try {
		const host = await startHost({ tarball: built.tarball, port: FIRST_PORT }, { log });
		try {
			const credential = await credentialFor(host, sandbox);
			return await run({ rest: host.rest, database: sqliteOf(host), credential, sandbox });
		} finally {
			await host.stop();
		}
	} finally {
		await sandbox.stop();
	}
}
