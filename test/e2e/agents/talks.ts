import { toolAnswers, type Turn } from '../examples/standIns';

export const LIST = 'List Radars';
export const CREATE = 'Create Radar';

/** A tool that watches the reviews of a company that the model names. */
export const createsRadars = (options: object) => ({
	resource: 'radar',
	operation: 'create',
	dryRun: false,
	radarType: 'company_reviews',
	domain: "={{ $fromAI('company_domain', 'The website of the company', 'string') }}",
	options,
});

/** What a model does in the chat of an agent with two tools, and what comes of it. There's a radar for cedar.example before. */
export interface Talk {
	what: string;
	/** Of the tool that creates. */
	options: { maximumRadars?: number; monthlyBudget?: number };
	turns: Turn[];
	/** What a person answers, in turn. */
	approve: boolean[];
	/** What the model reads from its tools, in turn. */
	reads: RegExp[];
	/** The companies with a radar in the end. */
	radars: string[];
}

export const create = (domain: string) => ({ tool: 'Create_Radar', input: { company_domain: domain } });

export const LIMITS = { maximumRadars: 1, monthlyBudget: 5 };

export const TALKS: readonly Talk[] = [
	{
		what: 'a free tool',
		options: {},
		turns: [{ tool: 'List_Radars', input: {} }],
		approve: [],
		reads: [/"domain":"cedar\.example"/],
		radars: ['cedar.example'],
	},
	{
		what: 'a paid tool that a sub-agent uses, declined',
		options: LIMITS,
		turns: [
			{
				tool: 'delegate_subagent',
				input: { subAgentId: 'inline', taskName: 'create', goal: 'Create the radar.' },
			},
			create('birch.example'),
			(messages) => toolAnswers(messages).join(),
		],
		approve: [false],
		reads: [/was not approved/],
		radars: ['cedar.example'],
	},
	{
		what: 'the budget reached by the first of two',
		options: { maximumRadars: 1, monthlyBudget: 2 },
		turns: [create('birch.example'), create('maple.example')],
		approve: [true, true],
		reads: [/"domain":"birch\.example"/, /monthly budget of \$2\.00.*the next month begins on/],
		radars: ['cedar.example', 'birch.example'],
	},
];
