import { deepEqual, ok } from 'node:assert/strict';

import { simplifyUpdate } from '../../../../nodes/shared/updates/simplifyUpdate';
import type { SimplifiedUpdate } from '../../../../nodes/shared/updates/updateColumns';
import type { Sandbox } from '../../../../sandbox';
import type { Radar } from '../../../../sandbox/types';
import { QUESTIONS } from '../../../../tools/exampleResults';
import type { Execution } from '../../../../tools/n8n-host/execution';
import type { SavedWorkflow } from '../../../../tools/n8n-host/rest';
import { loopback } from '../../../../tools/shared/loopback';
import { until } from '../../../../tools/shared/until';
import { createRadar, type Stage } from '../../stage';
import type { Changes } from '../example';
import type { Met } from '../met';
import { COMPANIES, mailsIn, type Spreadsheet, type StandIns, type Turn } from '../standIns';
import type { Row, Tables } from '../tables';

export interface World extends StandIns {
	sandbox: Sandbox;
	tables: Tables;
}

/** An example that is ready to run, and where. */
export interface Ready {
	saved: SavedWorkflow;
	from: string;
	world: World;
	stage: Stage;
}

/** Runs by their example, in their order. */
export type Runs = Readonly<Record<string, readonly Run[]>>;

export type Ended = Pick<Execution, 'status' | 'error' | 'runs'>;

/** What can be seen after a run. Each part is a text, a pattern, a function that says whether it fits, or made of such. */
interface Outcome {
	/** The texts in Slack; none if left out. */
	slack?: unknown[];
	channels?: unknown[];
	/** Subjects, receivers and texts of emails; none if left out. */
	mails?: unknown[];
	/** The domains or keywords of the active radars. */
	radars?: unknown[];
	/** What the node Result says. */
	result?: unknown[];
	/** What nodes put out. */
	output?: Record<string, unknown[]>;
	/** The bodies that came to endpoints: `POST slack.com/api/chat.postMessage`. */
	sent?: Record<string, unknown[]>;
	sheets?: Record<string, unknown[]>;
	/** The rows of data tables. */
	rows?: Record<string, unknown>;
}

/** An example that runs: what goes in, and what can be seen after it. */
export interface Run extends Pick<Changes, 'parameters' | 'settings'> {
	/** What it meets besides what it is for. */
	meets?: readonly Met[];
	/** The node that starts it; the only one with a sample if left out. */
	from?: string;
	/** What it starts with, in place of what the start finds. */
	starts?: Row[];
	/** The radar service is as the run before left it, not fresh. */
	keeps?: true;
	radars?: Array<Partial<Radar>>;
	/** What the last of these radars finds. */
	finds?: Array<Parameters<Sandbox['control']['pushFindings']>[0] & object>;
	balance?: number;
	/** How requests to the radar service fail. */
	fault?: { status: number; method?: string };
	/** Rows of sheets, the headings first. */
	sheets?: Record<string, Parameters<Spreadsheet['fill']>[1]>;
	/** Rows that are added to data tables. */
	rows?: Record<string, Row[]>;
	/** What the chat model does. */
	turns?: readonly Turn[];
	/** Requests to apps that fail: `GET api.hubapi.com/contacts?limit=1`. */
	down?: RegExp;
	/** What else there is before it. */
	before?(world: World): unknown;
	/** What a user does if it isn't only "Execute workflow". */
	execute?(ready: Ready): Promise<Ended>;
	/** The error that it ends with. */
	fails?: RegExp;
	/** It may depend on the first update. */
	then: Outcome | ((update: SimplifiedUpdate) => Outcome);
}

/** Brings everything to where the run starts from; resolves with the first update. */
export async function prepare(run: Run, world: World): Promise<SimplifiedUpdate | undefined> {
	const { services, spreadsheet, model, hubspot, salesforce, sandbox, tables } = world;
	const { keeps, radars = [], finds = [], balance, fault, sheets = {}, rows = {}, turns = [], down } = run;
	const { control } = sandbox;
	services.requests.length = 0;
	services.statusOf = ({ method, address, query }) =>
		down?.test(`${method} ${address}?${decodeURIComponent(query.toString())}`) ? 404 : 200;
	model.turns = [...turns];
	Object.assign(hubspot, { companies: COMPANIES, contacts: [] });
	salesforce.contacts = [];
	if (!keeps) control.reset();
	for (const radar of radars) await createRadar(sandbox, radar);
	const [update] = finds.flatMap((wanted) => control.pushFindings(wanted));
	if (balance !== undefined) control.balance(balance);
	if (fault) control.addFaults({ kind: 'status', count: 9, ...fault });
	for (const [sheet, cells] of Object.entries(sheets)) spreadsheet.fill(sheet, structuredClone(cells));
	for (const [table, added] of Object.entries(rows)) await tables.insert(table, added);
	await run.before?.(world);
	return update && simplifyUpdate(update);
}

/** The bodies of messages to Slack. A question has blocks in place of a text. */
const messages = ({ services }: World) =>
	services
		.sent('POST slack.com/api/chat.postMessage')
		.map(({ body }) => body as { channel: string; text?: string; blocks?: unknown });

/** What a node put out, in all its runs. */
const outputOf = ({ runs }: Ended, node: string): Row[] =>
	(runs[node] ?? []).flatMap(({ outputs }) => (outputs[0] ?? []).map(({ json }) => json));

const LOOKS: { [Part in keyof Outcome]-?: (world: World, ended: Ended, name: string) => unknown } = {
	slack: (world) => messages(world).map(({ text, blocks }) => text ?? JSON.stringify(blocks)),
	channels: (world) => messages(world).map(({ channel }) => channel),
	mails: ({ services }) =>
		mailsIn(services).map(({ subject, to, text }) => [subject, to, text.replaceAll('\r', '')]),
	radars: ({ sandbox }) =>
		sandbox.control
			.radars()
			.filter(({ radar_status: status }) => status === 'active')
			.map(({ domain, keyword }) => domain ?? keyword),
	result: (_, ended) => outputOf(ended, 'Result').map(({ result }) => result),
	output: (_, ended, node) => outputOf(ended, node),
	sent: ({ services }, _, endpoint) => services.sent(endpoint).map(({ body }) => body),
	sheets: ({ spreadsheet }, _, sheet) => spreadsheet.rows(sheet),
	rows: async ({ tables }, _, table) => await tables.rows(table),
};

/** Whether something is as expected: it may have more members. */
function fits(seen: unknown, expected: unknown): boolean {
	if (expected instanceof RegExp) return expected.test(String(seen));
	if (typeof expected === 'function') return Boolean(expected(seen));
	if (typeof expected !== 'object' || expected === null) return Object.is(seen, expected);
	if (typeof seen !== 'object' || seen === null) return false;
	const members = Object.entries(expected).every(([name, value]) => fits((seen as Row)[name], value));
	return members && (!Array.isArray(expected) || (seen as unknown[]).length === expected.length);
}

/** What can be seen of the parts that the run speaks of, and whether it is as expected. */
export async function look(run: Run, world: World, ended: Ended, update: SimplifiedUpdate | undefined) {
	const wanted = typeof run.then === 'function' ? run.then(update as SimplifiedUpdate) : run.then;
	const seen: Row = {};
	let isRight = true;
	for (const [part, expected] of Object.entries({ slack: [], mails: [], ...wanted })) {
		const isNamed = !Array.isArray(expected);
		for (const [name, value] of isNamed ? Object.entries(expected) : [['', expected] as const]) {
			const actual = await LOOKS[part as keyof Outcome](world, ended, name);
			seen[isNamed ? name : part] = actual;
			isRight &&= fits(actual, value);
		}
	}
	return { seen: JSON.stringify(seen), ok: isRight };
}

/** n8n ignores programs that only preview a link. */
const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };

export type Answer = 'true' | 'false';

/** Once an execution waits, with nothing changed, presses a button of its question in Slack; resolves with its end. */
export async function answer(
	id: string,
	press: Answer,
	before: Radar[],
	{ world, stage: { host } }: Ready,
): Promise<Ended> {
	const { rest } = host;
	await until('n8n waits for a person', async () => (await rest.execution(id)).status === 'waiting');
	deepEqual(world.sandbox.control.radars(), before);
	const question = JSON.stringify(messages(world)[0]);
	const [, address] = new RegExp(`"url":"([^"]+approved=${press}[^"]*)"`).exec(question) ?? [];
	ok(address, `No button in ${question}`);
	await loopback.get(address, { headers: BROWSER });
	return await rest.executionEnd(id);
}

/** Starts it, and answers. */
export const answers =
	(press: Answer): Run['execute'] =>
	async (ready) => {
		const { saved, from, world, stage } = ready;
		const before = world.sandbox.control.radars();
		return await answer(await stage.host.rest.runManually(saved, from), press, before, ready);
	};

/** Whether a question is what the page about the examples says, with the buttons there. */
export const asShown = (example: string) => (asked: string) => {
	const { text = '', buttons = [] } = QUESTIONS[example] ?? {};
	return [text, ...buttons].every((shown) => shown !== '' && asked.includes(shown));
};
