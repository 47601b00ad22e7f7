import { parse } from 'flatted';
import { DateTime } from 'luxon';

import type { Database } from './database';

/** An execution of a workflow with the trigger, as n8n's database keeps it. */
export interface TriggerExecution {
	id: string;
	mode: string;
	/** `success`, `error`, `crashed`, `running`, `new`, ... */
	status: string;
	retryOf: string | null;
	/** `update_id`s that were handed over to the trigger's execute(), where n8n kept them. */
	handed: string[];
	/** `update_id`s that the trigger put out. */
	output: string[];
}

interface Row {
	id: number | string;
	mode: string;
	status: string;
	retryOf: string | null;
	data: string;
}

interface Items {
	main?: Array<Array<{ json: { update_id?: string; update?: { update_id?: string } } }> | null>;
}

interface RunData {
	executionData?: { nodeExecutionStack?: Array<{ node: { name: string }; data?: Items }> };
	resultData?: { runData?: Record<string, Array<{ data?: Items }>> };
}

export const TRIGGER = 'Company Radar Trigger';

const jsonIn = (items: Items | undefined) => (items?.main ?? []).flatMap((output) => output ?? []);

const present = (ids: Array<string | undefined>) => ids.filter((id) => id !== undefined);

function read({ data, ...row }: Row): TriggerExecution {
	const { executionData, resultData } = (parse(data) as RunData | undefined) ?? {};
	const waiting = (executionData?.nodeExecutionStack ?? []).filter(({ node }) => node.name === TRIGGER);
	const runs = resultData?.runData?.[TRIGGER] ?? [];
	return {
		...row,
		id: String(row.id),
		handed: present(waiting.flatMap((each) => jsonIn(each.data)).map(({ json }) => json.update?.update_id)),
		output: present(runs.flatMap((run) => jsonIn(run.data)).map(({ json }) => json.update_id)),
	};
}

/** Every execution of a workflow, oldest first. */
export async function executionsOf(database: Database, workflowId: string): Promise<TriggerExecution[]> {
	const rows = await database.query<Row>(
		`SELECT e.id AS id, e.mode AS mode, e.status AS status, e."retryOf" AS "retryOf", d.data AS data
		FROM execution_entity e JOIN execution_data d ON d."executionId" = e.id
		WHERE e."workflowId" = '${workflowId}' ORDER BY e.id`,
	);
	return rows.map(read);
}

/** How many executions of a workflow there are in each status. */
export async function statusesOf(database: Database, workflowId: string): Promise<Record<string, number>> {
	const rows = await database.query<{ status: string; count: number }>(
		`SELECT status, COUNT(*) AS count FROM execution_entity WHERE "workflowId" = '${workflowId}' GROUP BY status`,
	);
	return Object.fromEntries(rows.map(({ status, count }) => [status, Number(count)]));
}

/** When the last execution of a workflow ended, in milliseconds since the epoch. */
export async function lastEndOf(database: Database, workflowId: string): Promise<number> {
	const [row] = await database.query<{ end: string }>(
		`SELECT MAX("stoppedAt") AS "end" FROM execution_entity WHERE "workflowId" = '${workflowId}'`,
	);
	return DateTime.fromSQL(row?.end.replace('T', ' ') ?? '', { zone: 'utc' }).toMillis();
}

/** Ids of the executions of a workflow that were retried. */
export async function retriesOf(database: Database, workflowId: string): Promise<string[]> {
	const rows = await database.query<{ retryOf: string }>(
		`SELECT "retryOf" AS "retryOf" FROM execution_entity WHERE "workflowId" = '${workflowId}' AND "retryOf" IS NOT NULL`,
	);
	return rows.map(({ retryOf }) => String(retryOf));
}

export const outputOf = (executions: TriggerExecution[]): string[] =>
	executions.flatMap(({ output }) => output);
