import { execFile, spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

import type { Host } from '../../../tools/n8n-host/host';

const MOST_BYTES = 1_000_000_000;

/** n8n's database, also while n8n runs or is dead. */
export interface Database {
	/** One statement that gives rows. */
	query<Row>(statement: string): Promise<Row[]>;
}

/** Asks a program line by line, so that it starts once. It ends with this process. */
function lineByLine(program: string, args: string[]): (line: string) => Promise<string> {
	const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
	const streams = [child, child.stdin, child.stdout] as Array<{ ref?(): void; unref?(): void }>;
	const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
	for (const stream of streams) stream.unref?.();
	let last: Promise<unknown> = Promise.resolve();
	const ask = async (line: string) => {
		for (const stream of streams) stream.ref?.();
		child.stdin.write(`${line}\n`);
		const { value = '{ "error": "the program ended" }' } = await answers.next();
		for (const stream of streams) stream.unref?.();
		return value;
	};
	return async (line) => {
		const answer = last.then(async () => await ask(line));
		last = answer;
		return await answer;
	};
}

const asked = new Map<string, (line: string) => Promise<string>>();

/** The file in the user folder of a host. */
export function sqliteOf({ installation, userFolder }: Host): Database {
	const file = path.join(userFolder, '.n8n/database.sqlite');
	const script = path.join(__dirname, 'sqliteQuery.mjs');
	const ask = asked.get(file) ?? lineByLine(installation.node, [script, file]);
	asked.set(file, ask);
	const query = async <Row>(statement: string) => {
		const rows = JSON.parse(await ask(JSON.stringify(statement))) as Row[] | { error: string };
		if (!Array.isArray(rows)) throw new Error(`${statement}: ${rows.error}`);
		return rows;
	};
	return { query };
}

/** Makes an n8n with SQLite fail to create executions, as on a full disk, until the function is called that it resolves with. */
export async function refuseExecutions({ query }: Database): Promise<() => Promise<void>> {
	await query(
		`CREATE TRIGGER full_disk BEFORE INSERT ON execution_entity
		BEGIN SELECT RAISE(FAIL, 'database or disk is full'); END`,
	);
	return async () => void (await query('DROP TRIGGER full_disk'));
}

/** Counts the writes of n8n's table of processed items in SQLite for a workflow; resolves with a function that tells how many there were. */
export async function countRowWrites(
	{ query }: Database,
	workflowId: string,
): Promise<() => Promise<number>> {
	const name = `written_${workflowId}`;
	await query(`CREATE TABLE "${name}" (count INTEGER)`);
	await query(`INSERT INTO "${name}" VALUES (0)`);
	for (const event of ['INSERT', 'UPDATE']) {
		await query(
			`CREATE TRIGGER "${name}_${event}" AFTER ${event} ON processed_data WHEN NEW."workflowId" = '${workflowId}'
			BEGIN UPDATE "${name}" SET count = count + 1; END`,
		);
	}
	return async () => (await query<{ count: number }>(`SELECT count FROM "${name}"`))[0]?.count ?? 0;
}

/** A PostgreSQL on loopback whose user n8n needs no password. */
export function postgresOn(port: number): Database {
	const connection = ['-h', '127.0.0.1', '-p', String(port), '-U', 'n8n', '-d', 'postgres', '-q', '-A', '-t'];
	return {
		query: async <Row>(statement: string) => {
			const args = [...connection, '-c', `SELECT json_agg(rows) FROM (${statement}) rows`];
			const { stdout } = await promisify(execFile)('psql', args, { maxBuffer: MOST_BYTES });
			return (JSON.parse(stdout.trim() || '[]') as Row[] | null) ?? [];
		},
	};
}
