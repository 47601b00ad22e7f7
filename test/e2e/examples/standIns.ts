import type { E2eContext, Finding } from '../section';
import { onStage, type Stage } from '../stage';
import { type Respond, Services, type ServiceRequest } from './services';

export const company = (companyId: number, domain: string, isTarget: boolean) => ({
	companyId,
	properties: {
		domain: { value: domain },
		hs_is_target_account: { value: String(isTarget) },
		hubspot_owner_id: { value: '77' },
	},
});

export const COMPANIES = [
	company(501, 'cedar.example', true),
	company(502, 'birch.example', false),
	company(504, 'blueharbor.example', false),
];

/** A CRM with two companies and one contact, as the HubSpot node asks for them. */
class HubSpot {
	companies = COMPANIES;
	/** What a search for contacts finds. */
	contacts: object[] = [];

	readonly respond: Respond = ({ method, address }) => {
		if (method === 'PATCH') return { id: '2101' };
		if (address.endsWith('/contacts/search')) return { results: this.contacts, total: this.contacts.length };
		if (address.endsWith('/objects/contacts')) return { id: '2201' };
		if (address.endsWith('/deals/v1/deal')) return { dealId: 7001 };
		if (address.includes('/engagements')) return { engagement: { id: 9001, type: 'TASK' } };
		if (address.includes('/contact/vid/')) {
			return {
				vid: 2101,
				properties: {
					firstname: { value: 'Priya' },
					lastname: { value: 'Nair' },
					email: { value: 'priya.nair@cedar.example' },
				},
			};
		}
		const [, domain] = /\/domains\/([^/]+)\/companies$/.exec(address) ?? [];
		if (domain)
			return { results: this.companies.filter(({ properties }) => properties.domain.value === domain) };
		if (method === 'POST' && address.endsWith('/companies')) return { companyId: 503 };
		const found = this.companies.find(({ companyId }) => address.endsWith(`/companies/${companyId}`));
		return found ?? (method === 'GET' ? { companies: this.companies } : {});
	};
}

/** A CRM with one contact and one account, as the Salesforce node asks for them. */
class Salesforce {
	/** The website of the account. */
	account = 'birch.example';
	/** What a query for contacts finds. */
	contacts: object[] = [];

	readonly respond: Respond = ({ method, address, query }) => {
		if (address.endsWith('/query')) return { records: this.records(query.get('q') ?? ''), done: true };
		if (method === 'GET') return { Id: '2101', FirstName: 'Priya', LastName: "O'Nair", AccountId: '001OLD' };
		return { id: address.endsWith('/contact') ? '2201' : '00T1', success: true, errors: [] };
	};

	private records(soql: string): object[] {
		if (soql.includes('FROM Contact')) return this.contacts;
		return soql.includes(`'https://${this.account}'`) ? [{ Id: '001NEW', Name: 'Birch' }] : [];
	}
}

type Cell = string | number | boolean;

const COLUMNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Where a range begins: `Companies!B3`, `Companies!3:4`, `Companies`. */
function startOf(range: string): { sheet: string; row: number; column: number } {
	const [, sheet = '', column = 'A', row = '1'] = /^'?([^'!]+)'?(?:!([A-Z])?(\d+)?)?/.exec(range) ?? [];
	return { sheet, row: Number(row) - 1, column: COLUMNS.indexOf(column) };
}

/** A spreadsheet in memory, with what the Google Sheets node asks of the service. */
export class Spreadsheet {
	private readonly sheets = new Map<string, Cell[][]>();

	/** Puts a sheet in, its headings first. */
	fill(sheet: string, rows: Cell[][]): void {
		this.sheets.set(sheet, rows);
	}

	rows(sheet: string): Cell[][] {
		return this.sheets.get(sheet) ?? [];
	}

	readonly respond: Respond = ({ method, address, body }) => {
		const [, range = ''] = address.split('/values/');
		if (address.endsWith('/values:batchUpdate')) {
			const { data } = body as { data: Array<{ range: string; values: Cell[][] }> };
			for (const { range, values } of data) this.write(range, values);
		} else if (method === 'PUT') this.write(range, (body as { values: Cell[][] }).values);
		else if (range) {
			const values = this.rows(startOf(range).sheet);
			return values.length > 0 ? { values } : {};
		}
		return {
			sheets: [...this.sheets.keys()].map((title, sheetId) => ({ properties: { sheetId, title } })),
		};
	};

	private write(range: string, values: Cell[][]): void {
		const { sheet, row, column } = startOf(range);
		const rows = this.rows(sheet);
		for (const [index, cells] of values.entries())
			(rows[row + index] ??= []).splice(column, cells.length, ...cells);
	}
}

interface Message {
	role: string;
	content: unknown;
}

export interface Completion {
	messages: Message[];
	tools?: Array<{ function: { name: string } }>;
}

type Act = { tool: string; input: object } | string;

/** What a chat model is to do: use a tool, or say something. It may depend on what the model reads. */
export type Turn = Act | ((messages: Message[]) => Act);

const textOf = (content: unknown) => (typeof content === 'string' ? content : JSON.stringify(content));

/** What the tools answered, oldest first. */
export const toolAnswers = (messages: Message[]): string[] =>
	messages.filter(({ role }) => role === 'tool').map(({ content }) => textOf(content));

function messageOf(act: Act, id: string) {
	if (typeof act === 'string') return { role: 'assistant', content: act };
	const { tool: name, input } = act;
	const call = { name, arguments: JSON.stringify(input) };
	return {
		role: 'assistant',
		content: null,
		tool_calls: [{ index: 0, id, type: 'function', function: call }],
	};
}

/** A chat model whose turns are laid down. */
export class Model {
	/** The turns to come. */
	turns: Turn[] = [];

	/** What it was asked, oldest first. */
	readonly asked: Completion[] = [];

	readonly respond = ({ body }: Pick<ServiceRequest, 'body'>) => {
		const completion = body as Completion;
		this.asked.push(completion);
		const turn = this.turns.shift() ?? 'Nothing.';
		const act = typeof turn === 'function' ? turn(completion.messages) : turn;
		const message = messageOf(act, `call-${this.asked.length}`);
		const finish = 'tool_calls' in message ? 'tool_calls' : 'stop';
		return {
			id: 'completion',
			object: 'chat.completion',
			created: 0,
			model: 'stand-in',
			choices: [{ index: 0, message, finish_reason: finish }],
			usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
		};
	};
}

export interface StandIns {
	services: Services;
	hubspot: HubSpot;
	model: Model;
	salesforce: Salesforce;
	spreadsheet: Spreadsheet;
}

/** Accepts each message and answers with its text, as Slack does, and has one channel. */
const slack: Respond = ({ address, body }) => ({
	ok: true,
	...(address.endsWith('/conversations.list')
		? { channels: [{ id: 'C0SALES', name: 'sales' }] }
		: { ts: '1.0', message: { text: (body as { text?: string }).text } }),
});

/** Whom an enrichment tool finds. One has no email. */
const PEOPLE = [
	{ name: 'Mara Lindt', title: 'Head of Sales', email: 'mara.lindt@cedar.example' },
	{ name: 'Ola Berg', title: 'VP Sales', email: null },
];

/** Everything outside n8n that the examples call, but the radar service. `more` has further hosts. */
async function startStandIns(more: Readonly<Record<string, Respond>> = {}): Promise<StandIns> {
	const hubspot = new HubSpot();
	const model = new Model();
	const salesforce = new Salesforce();
	const spreadsheet = new Spreadsheet();
	const services = await Services.start({
		...more,
		'api.hubapi.com': hubspot.respond,
		'api.openai.com': model.respond,
		'example.my.salesforce.com': salesforce.respond,
		'sheets.googleapis.com': spreadsheet.respond,
		'slack.com': slack,
		'enrichment.example': ({ query }) => ({ people: query.get('domain') === 'cedar.example' ? PEOPLE : [] }),
		'outreach.example': () => ({ added: 1 }),
		'www.googleapis.com': () => ({ id: '18c0ffee' }),
	});
	return { services, hubspot, model, salesforce, spreadsheet };
}

/** A stage whose n8n reaches the stand-ins in place of what they stand for. */
export async function withStandIns(
	context: E2eContext,
	run: (stage: Stage, standIns: StandIns) => Promise<Finding[]>,
	{ hosts, env }: { hosts?: Readonly<Record<string, Respond>>; env?: Record<string, string> } = {},
): Promise<Finding[]> {
	const standIns = await startStandIns(hosts);
	try {
		const settings = { ...standIns.services.env, ...env };
		return await onStage(context, async (stage) => await run(stage, standIns), settings);
	} finally {
		await standIns.services.stop();
	}
}

export interface Mail {
	subject?: string;
	to?: string;
	text: string;
	head: string;
	[name: string]: unknown;
}

/** Quoted-printable (RFC 2045 section 6.7): long lines are folded with an equals sign, other letters are bytes. */
const unquoted = (text: string) =>
	text
		.replace(/=\r?\n/g, '')
		.replace(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString('utf8'));

/** The parts of an email as a mail program shows it: headers, an empty line, the text. */
function mailIn(raw: string): Mail {
	const [head = '', ...paragraphs] = Buffer.from(raw, 'base64')
		.toString('utf8')
		.split(/\r?\n\r?\n/);
	const text = paragraphs.join('\n\n').trim();
	const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1];
	return {
		head,
		subject: header('subject'),
		to: header('to'),
		text: header('content-transfer-encoding') === 'quoted-printable' ? unquoted(text) : text,
	};
}

/** The emails that Gmail got, sent or as drafts. */
export const mailsIn = ({ requests }: Pick<Services, 'requests'>): Mail[] =>
	requests
		.filter(({ address }) => address.startsWith('www.googleapis.com/gmail/'))
		.map(({ body }) => body as { raw?: string; message?: { raw: string } })
		.map(({ raw, message }) => mailIn(raw ?? message?.raw ?? ''));
