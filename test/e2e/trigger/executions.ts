import { parse } from 'flatted';
import type { Database } from './database';

/** An execution of a workflow with the trigger, as n8n's database keeps it. */
export interface TriggerExecution {
	id: string;
	mode: string;
	/** `success`, `error`, `crashed`, `running`, `new`, ... */
	status: string;
	retryOf: string | null;
	/** `update_id`s that reached the trigger's execute(), where n8n kept them. */
	handed: string[];
	/** `update_id`s that the trigger put out. */
	output: string[];
	/** All that it put out. */
	items: Array<Item['json']>;
}

interface Row {
	id: number | string;
	mode: string;
	status: string;
	retryOf: string | null;
	data: string;
}

interface Item {
	json: Record<string, unknown> & {
		update_id?: string;
		/** What the trigger's webhook() and poll() pass on. */
		update?: { update_id?: string };
		/** What n8n's Webhook node puts out. */
		body?: { update_id?: string };
	};
}

interface Items {
	main?: Array<Item[] | null>;
}

interface Run {
	startTime: number;
	data?: Items;
}

interface RunData {
	executionData?: { nodeExecutionStack?: Array<{ data?: Items }> };
	resultData?: { runData?: Record<string, Run[]> };
}

/** The node after the trigger. */
export const NEXT = 'Next';

const jsonIn = (items: Items | undefined) => (items?.main ?? []).flatMap((output) => output ?? []);

const present = (ids: Array<string | undefined>) => ids.filter((id) => id !== undefined);

function read({ data, ...row }: Row): TriggerExecution {
	const { executionData, resultData } = (parse(data) as RunData | undefined) ?? {};
	const waiting = executionData?.nodeExecutionStack ?? [];
	const [runs = []] = Object.entries(resultData?.runData ?? {}).flatMap(([name, run]) =>
		name === NEXT ? [] : [run],
	);
	const items = runs.flatMap((run) => jsonIn(run.data)).map(({ json }) => json);
	return {
		...row,
		items,
		id: String(row.id),
		handed: present(waiting.flatMap((each) => jsonIn(each.data)).map(({ json }) => json.update?.update_id)),
		output: present(items.map(({ update_id: id }) => id)),
	};
}

const rowsOf = async (database: Database, workflowId: string): Promise<Row[]> =>
	await database.query<Row>(
		`SELECT e.id AS id, e.mode AS mode, e.status AS status, e."retryOf" AS "retryOf", d.data AS data
		FROM execution_entity e JOIN execution_data d ON d."executionId" = e.id
		WHERE e."workflowId" = '${workflowId}' ORDER BY e.id`,
	);

/** Every execution of a workflow, oldest first. */
export async function executionsOf(database: Database, workflowId: string): Promise<TriggerExecution[]> {
	return (await rowsOf(database, workflowId)).map(read);
}

/** When the node after the trigger started on each update, by `update_id`, in milliseconds since the epoch. */
export async function startsOf(database: Database, workflowId: string): Promise<Map<string, number>> {
	const starts = new Map<string, number>();
	for (const { data } of await rowsOf(database, workflowId)) {
		const { resultData } = (parse(data) as RunData | undefined) ?? {};
		for (const run of resultData?.runData?.[NEXT] ?? []) {
			for (const { json } of jsonIn(run.data)) {
				const id = json.update_id ?? json.body?.update_id ?? '';
				starts.set(id, Math.min(run.startTime, starts.get(id) ?? Number.POSITIVE_INFINITY));
			}
		}
	}
	return starts;
}

/** How many executions of a workflow there are in each status. */
export async function statusesOf(database: Database, workflowId: string): Promise<Record<string, number>> {
	const rows = await database.query<{ status: string; count: number }>(
		`SELECT status, COUNT(*) AS count FROM execution_entity WHERE "workflowId" = '${workflowId}' GROUP BY status`,
	);
	return Object.fromEntries(rows.map(({ status, count }) => [status, Number(count)]));
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

/** How often each id came, against how often it should: once. */
export function tally(expected: string[], actual: string[]) {
	const times = new Map<string, number>();
	for (const id of actual) times.set(id, (times.get(id) ?? 0) + 1);
	const wanted = new Set(expected);
	return {
		expected: wanted.size,
		lost: [...wanted].filter((id) => !times.has(id)).length,
		repeated: [...times.values()].reduce((sum, count) => sum + count - 1, 0),
		unexpected: [...times.keys()].filter((id) => !wanted.has(id)).length,
	};
}

/** What `tally` gives where everything came once. */
export const onceEach = (count: number) => ({ expected: count, lost: 0, repeated: 0, unexpected: 0 });
