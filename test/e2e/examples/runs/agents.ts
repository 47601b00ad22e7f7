import { deepEqual, match, ok } from 'node:assert/strict';

import type { SavedWorkflow } from '../../../../tools/n8n-host/rest';
import { until } from '../../../../tools/shared/until';
import type { Stage } from '../../stage';
import { McpClient } from '../clients';
import { TOKEN } from '../example';
import { type Completion, mailsIn, toolAnswers, type Turn } from '../standIns';
import {
	find,
	isAskedAsShown,
	onlyRequest,
	outputOf,
	pressButton,
	type Run,
	slackMessages,
	type World,
} from './run';

const ROUND = { company_name: 'Quickmill', company_domain: 'quickmill.example', round: 'Series A' };

/** The model drafts an email about a funding round, and a person answers in Slack, where the question shows the whole draft. */
function draft(answer: 'true' | 'false', says: string, text = 'Well done.', shown = text): Run {
	let summary = '';
	return {
		example: 'signals-to-approved-email',
		from: 'Signals',
		before: async (world) => {
			world.model.turns = [text];
			const radar = { radar_type: 'industry_funding_rounds' } as const;
			summary = (await find(world, radar, { ...ROUND, amount_usd: 4_500_000 })).summary;
			world.sandbox.control.pushFindings({ content: { ...ROUND, amount_usd: 1000 } });
		},
		execute: async (saved, world, { host: { rest } }) => {
			const id = await rest.runManually(saved, 'Signals');
			await until('n8n waits for a person', async () => (await rest.execution(id)).status === 'waiting');
			const question = JSON.stringify(world.services.sent('POST slack.com/api/chat.postMessage')[0]?.body);
			ok(question.includes(shown), question);
			isAskedAsShown(world, 'signals-to-approved-email');
			await pressButton(world, summary, answer);
			return await rest.executionEnd(id);
		},
		after: (world) => {
			const { body: asked } = onlyRequest(world, 'POST api.openai.com/v1/chat/completions');
			const [message] = (asked as Completion).messages;
			ok(String(message?.content).includes(summary), `The model was asked: ${message?.content}`);
			const mails = mailsIn(world.services).map(({ subject, text }) => [subject, text]);
			deepEqual(mails, answer === 'true' ? [['Congratulations, Quickmill', text]] : []);
			return says;
		},
	};
}

export const BUTTON_RUNS: readonly Run[] = [
	draft('true', 'a draft in Gmail, after a person approved it in Slack'),
	draft('false', 'no draft, after a person dropped it in Slack'),
	{
		example: 'signals-to-approved-email',
		from: 'Signals',
		meets: ['an invalid row'],
		starts: [{ ...ROUND, radar_type: 'industry_funding_rounds', amount_usd: null, summary: 'A round' }],
		after: ({ services }) => {
			deepEqual(services.requests, []);
			return 'nothing for a round of an unknown amount';
		},
	},
	{
		...draft('false', 'a word that the model wrote nothing', '', 'The chat model wrote no text'),
		meets: ['an empty input'],
	},
];

const DOMAIN = 'blueharbor.example';
/** What a person types into a chat, what the model then does, and what somebody presses in Slack if it asks there. */
interface Chat extends Pick<Run, 'meets' | 'fails'> {
	/** Nothing is typed where it is null. */
	says?: string | null;
	turns: Turn[];
	pressed?: 'true' | 'false';
	/** What the person reads in the end. */
	answer?: string;
	/** The domains of the radars at the end. */
	radars?: string[];
	spoil?(world: World): Promise<unknown> | void;
}

/** The execution, after somebody has pressed the button of a question that holds nothing that Slack would run. */
async function press(
	saved: SavedWorkflow,
	from: string,
	world: World,
	{ host: { rest } }: Stage,
	chat: Chat,
) {
	const id = await rest.runManually(saved, from);
	await until('n8n waits for a person', async () => (await rest.execution(id)).status === 'waiting');
	deepEqual(world.sandbox.control.radars(), []);
	const [question] = world.services.sent('POST slack.com/api/chat.postMessage');
	ok(!/<[!@#h]/.test(JSON.stringify(question?.body)), JSON.stringify(question?.body));
	if (chat.radars) isAskedAsShown(world, 'approve-new-radars');
	await pressButton(world, 'Create a radar', chat.pressed ?? 'false');
	return await rest.executionEnd(id);
}

const chat = (example: string, from: string, typed: Chat): Run => ({
	example,
	from,
	meets: typed.meets,
	fails: typed.fails,
	starts: [{ sessionId: 'session', action: 'sendMessage', chatInput: typed.says ?? 'Watch these' }],
	...(typed.says === null && { starts: [{ sessionId: 'session', action: 'sendMessage' }] }),
	before: async (world) => {
		world.sandbox.control.reset();
		await typed.spoil?.(world);
		world.model.turns = [...typed.turns];
	},
	...(typed.pressed && {
		execute: async (saved, world, stage) => await press(saved, from, world, stage, typed),
	}),
	after: (world, ended) => {
		const { answer, pressed, radars = [] } = typed;
		const [said] = outputOf(ended, 'Agent');
		ok(
			answer === undefined ? said === undefined : String(said?.output).includes(answer),
			JSON.stringify(said),
		);
		deepEqual(
			world.sandbox.control.radars().map(({ domain }) => domain),
			radars,
		);
		deepEqual(slackMessages(world).length, pressed ? 1 : 0);
		const asked = pressed
			? `asked in Slack, and ${pressed === 'true' ? 'approved' : 'declined'}`
			: 'not asked';
		return `${asked}: "${answer ?? 'no answer'}", and radars of: ${radars.join() || 'nobody'}`;
	},
});

const READ_BACK: Turn = (messages) => toolAnswers(messages).join();
const use = (tool: string, input: object = {}): Turn => ({ tool, input });
const propose = (toolParameters: object): Turn[] => [
	use('Create_Radar', { toolParameters, hitlParameters: {} }),
	READ_BACK,
];
const PROPOSAL = propose({ company_domain: DOMAIN });
const HOSTILE = propose({ company_domain: `<!channel> <https://evil.example|${DOMAIN}>` });

const REQUESTS: readonly Chat[] = [
	{ turns: PROPOSAL, pressed: 'true', radars: [DOMAIN], answer: DOMAIN, meets: ['what starts it'] },
	{ turns: PROPOSAL, pressed: 'false', answer: '' },
	{ turns: HOSTILE, pressed: 'false', answer: '' },
	{ turns: propose({}), pressed: 'true', answer: "'Company Domain' is empty", meets: ['an invalid row'] },
	{
		turns: propose({ company_domain: 'no domain' }),
		pressed: 'true',
		answer: 'has a space in it',
		meets: ['an invalid row'],
	},
	{
		turns: PROPOSAL,
		pressed: 'true',
		answer: 'The account balance is too low',
		spoil: ({ sandbox }) => void sandbox.control.balance(0),
		meets: ['a failed row'],
	},
	{ says: '', turns: ['Which companies?'], answer: 'Which companies?', meets: ['an empty input'] },
	{ says: null, turns: [], fails: /^No prompt specified$/, meets: ['an empty input'] },
];

const found = async (world: World) => await find(world, { radar_type: 'company_new_hires', domain: DOMAIN });

const QUESTIONS: readonly Chat[] = [
	{
		turns: [use('Read_Updates'), READ_BACK],
		spoil: found,
		radars: [DOMAIN],
		answer: DOMAIN,
		meets: ['what starts it'],
	},
	{ says: '', turns: ['What about?'], answer: 'What about?', meets: ['an empty input'] },
	{ turns: [use('Read_Updates'), 'Nothing.'], answer: 'Nothing.', meets: ['an empty input'] },
	{
		says: 'asdf',
		turns: [use('Read_Account', { nonsense: 1 }), READ_BACK],
		answer: 'Balance: $',
		meets: ['an invalid row'],
	},
	{
		turns: Array.from({ length: 9 }, () => use('Read_Account')),
		fails: /^Max iterations \(6\) reached/,
		meets: ['an invalid row'],
	},
	{
		turns: [use('Read_Account'), READ_BACK],
		answer: 'The API key was rejected',
		spoil: ({ sandbox }) => void sandbox.control.addFaults({ kind: 'status', status: 401, count: 9 }),
		meets: ['a failed row'],
	},
];

/** Publishes the server, and asks it what an MCP client asks. */
async function useServer(saved: SavedWorkflow, { sandbox }: World, { host }: Stage) {
	const { rest } = host;
	const address = `${host.url}/mcp/company-radar`;
	await rest.publish(saved);
	const refused = await McpClient.connect(host.installation, address, 'another token').catch(String);
	ok(typeof refused === 'string', 'A client with another token was let in');
	const client = await McpClient.connect(host.installation, address, TOKEN);
	const names = (await client.tools()).map(({ name }) => name).sort();
	deepEqual(names, ['List_Active_Radars', 'Read_Account', 'Read_Updates']);
	for (const input of [{}, { nonsense: 1, limit: 'x' }]) {
		const output = await client.call('List_Active_Radars', input);
		for (const { radar_id: id } of sandbox.control.radars()) ok(output.includes(id), output);
	}
	match(await client.call('Create_Radar', { domain: DOMAIN }).catch(String), /Tool not found/);
	sandbox.control.addFaults({ kind: 'status', status: 401, count: 1 });
	match(await client.call('Read_Account', {}).catch(String), /The API key was rejected/);
	await client.close();
	let id = '';
	await until('n8n keeps the execution', async () => {
		id = (await rest.executions({ workflowId: saved.id }))[0]?.id ?? '';
		return id !== '';
	});
	const ended = await rest.executionEnd(id);
	await rest.deactivate(saved);
	return ended;
}

export const AGENT_RUNS: readonly Run[] = [
	...REQUESTS.map((each) => chat('approve-new-radars', 'Request', each)),
	...QUESTIONS.map((each) => chat('mcp-server', 'Question', each)),
	{
		example: 'mcp-server',
		from: 'MCP Server',
		meets: ['what starts it', 'what must not start it', 'a failed row', 'an invalid row'],
		before: async (world) => void (await found(world)),
		execute: useServer,
		after: ({ sandbox }) => {
			deepEqual(sandbox.control.charges().length, sandbox.control.radars().length);
			return 'three tools listed and called by an MCP client, one without a use for its arguments, one that fails, none that is not there, and no client with another token; nothing charged';
		},
	},
];
