import { match, ok } from 'node:assert/strict';

import { until } from '../../../../tools/shared/until';
import { McpClient } from '../clients';
import { TOKEN } from '../example';
import { type Completion, toolAnswers, type Turn } from '../standIns';
import { type Answer, answers, asShown, type Ready, type Run, type Runs } from './run';

const ROUND = { company_name: 'Quickmill', company_domain: 'quickmill.example', round: 'Series A' };
const ROUNDS = [4_500_000, 1000].map((amount) => ({ content: { ...ROUND, amount_usd: amount } }));

/** The model drafts an email about a funding round, and a person answers in Slack, where the question shows the whole draft. */
const draft = (press: Answer, mails: unknown[], text = 'Well done.', shown = text): Run => ({
	radars: [{ radar_type: 'industry_funding_rounds' }],
	finds: ROUNDS,
	turns: [text],
	execute: answers(press),
	then: ({ summary }) => ({
		slack: [(asked: string) => asked.includes(shown) && asShown('signals-to-approved-email')(asked)],
		sent: {
			'POST api.openai.com/v1/chat/completions': [
				({ messages: [message] }: Completion) => String(message?.content).includes(summary),
			],
		},
		mails,
	}),
});

const UNKNOWN_AMOUNT = { radar_type: 'industry_funding_rounds', amount_usd: null, summary: 'A round' };

export const BUTTON_RUNS: Runs = {
	'signals-to-approved-email': [
		draft('true', [['Congratulations, Quickmill', /./, 'Well done.']]),
		{ ...draft('false', [], '', 'The chat model wrote no text'), meets: ['an empty input'] },
		{ meets: ['an invalid row'], starts: [{ ...ROUND, ...UNKNOWN_AMOUNT }], then: {} },
	],
};

/** What a person reads in the end, which radars there are then, and what was asked in Slack and answered there. */
interface Chat extends Omit<Run, 'then'> {
	says?: RegExp;
	watched?: string[];
	press?: Answer;
	asks?: (asked: string) => boolean;
}

const typed = (chatInput?: string) => [{ sessionId: 'session', action: 'sendMessage', chatInput }];

const chat = ({ says, watched = [], press, asks = isHarmless, ...more }: Chat): Run => ({
	starts: typed('Watch these'),
	...(press && { execute: answers(press) }),
	...more,
	then: {
		output: { Agent: says ? [{ output: says }] : [] },
		radars: watched,
		slack: press ? [asks] : [],
	},
});

/** Nothing that Slack would run. */
const isHarmless = (asked: string) => !/<[!@#h]/.test(asked);

const READ_BACK: Turn = (messages) => toolAnswers(messages).join();
const use = (tool: string, input: object = {}): Turn => ({ tool, input });
const propose = (company_domain?: string): Turn[] => [
	use('Create_Radar', { toolParameters: { company_domain }, hitlParameters: {} }),
	READ_BACK,
];

const DOMAIN = 'blueharbor.example';
const asks = asShown('approve-new-radars');

const REQUESTS: readonly Chat[] = [
	{
		meets: ['what starts it'],
		...{ turns: propose(DOMAIN), asks, press: 'true', watched: [DOMAIN], says: /blueharbor\.example/ },
	},
	{ turns: propose(`<!channel> <https://evil.example|${DOMAIN}>`), press: 'false', says: /^/ },
	{
		meets: ['an invalid row'],
		...{ turns: propose(), press: 'true', says: /'Company Domain' is empty/ },
	},
	{
		meets: ['a failed row'],
		...{ turns: propose(DOMAIN), press: 'true', balance: 0, says: /The account balance is too low/ },
	},
	{ meets: ['an empty input'], starts: typed(), fails: /^No prompt specified$/ },
];

const FOUND: Partial<Run> = {
	radars: [{ radar_type: 'company_new_hires', domain: DOMAIN }],
	finds: [{}],
};

const QUESTIONS: readonly Chat[] = [
	{
		meets: ['what starts it'],
		...FOUND,
		...{ turns: [use('Read_Updates'), READ_BACK], watched: [DOMAIN], says: /blueharbor\.example/ },
	},
	{ meets: ['an empty input'], turns: [use('Read_Updates'), 'Nothing.'], says: /^Nothing\.$/ },
	{
		meets: ['an invalid row'],
		turns: [use('Read_Account', { nonsense: 1 }), READ_BACK],
		says: /Balance: \$/,
	},
	{
		meets: ['an invalid row'],
		turns: Array.from({ length: 9 }, () => use('Read_Account')),
		fails: /^Max iterations \(6\) reached/,
	},
	{
		meets: ['a failed row'],
		...{ turns: [use('Read_Account'), READ_BACK], fault: { status: 401 }, says: /The API key was rejected/ },
	},
];

/** Publishes the server, and asks it what an MCP client asks. */
async function useServer({ saved, world: { sandbox }, stage: { host } }: Ready) {
	const { rest, installation } = host;
	const address = `${host.url}/mcp/company-radar`;
	await rest.publish(saved);
	const refused = await McpClient.connect(installation, address, 'another token').catch(String);
	ok(typeof refused === 'string', 'A client with another token was let in');
	const client = await McpClient.connect(installation, address, TOKEN);
	const names = (await client.tools()).map(({ name }) => name).sort();
	match(names.join(), /^List_Active_Radars,Read_Account,Read_Updates$/);
	match(await client.call('List_Active_Radars', { nonsense: 1, limit: 'x' }), /blueharbor\.example/);
	match(await client.call('Create_Radar', { domain: DOMAIN }).catch(String), /Tool not found/);
	sandbox.control.addFaults({ kind: 'status', status: 401, count: 1 });
	match(await client.call('Read_Account', {}).catch(String), /The API key was rejected/);
	await client.close();
	const kept = async () => (await rest.executions({ workflowId: saved.id }))[0]?.id;
	await until('n8n keeps the execution', async () => (await kept()) !== undefined);
	const ended = await rest.executionEnd(String(await kept()));
	await rest.deactivate(saved);
	return ended;
}

const CLIENT: Run = {
	...FOUND,
	from: 'MCP Server',
	meets: ['what starts it', 'what must not start it', 'a failed row', 'an invalid row'],
	execute: useServer,
	then: { radars: [DOMAIN] },
};

export const AGENT_RUNS: Runs = {
	'approve-new-radars': REQUESTS.map(chat),
	'mcp-server': [...QUESTIONS.map(chat), CLIENT],
};
