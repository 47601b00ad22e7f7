import { randomUUID } from 'node:crypto';

import Ajv from 'ajv';
import { HookContext, WorkflowExecute } from 'n8n-core';
import type { IDataObject, INode } from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';

import schema from '../../../nodes/CompanyRadarVisitorTrigger/__schema__/v1.0.0.json';
import { CompanyRadarVisitorTrigger } from '../../../nodes/CompanyRadarVisitorTrigger/CompanyRadarVisitorTrigger.node';
import { seal } from '../../../nodes/CompanyRadarVisitorTrigger/visitor/seal';
import { VisitorState, visitorStateOf } from '../../../nodes/CompanyRadarVisitorTrigger/visitor/state';
import { clock } from '../../../nodes/shared/concurrency/clock';
import { RunResult } from '../harness';
import { additionalDataFor } from '../harness/additionalData';
import { runData } from '../harness/engine';
import { TestNodeTypes } from '../harness/nodeTypes';
import { processedItems, type ProcessedItems } from '../harness/processedItems';
import { useSandbox } from '../support/sandbox';

const TRIGGER = 'Visiting Company';

const service = useSandbox();
let store: ProcessedItems;

beforeAll(async () => {
	store = await processedItems();
});
beforeEach(() => store.clear());

/** Companies for addresses that end in 1 and 2, none for one that ends in 11 (sandbox/reveal.ts). */
const COMPANY = '93.184.216.1';
const ANOTHER = '93.184.216.2';
const NONE = '93.184.216.11';

/** A workflow with the trigger, as one process of n8n has it. */
class Host {
	private readonly id = randomUUID();

	constructor(
		private readonly parameters: IDataObject = {},
		private readonly settings: Partial<INode> = {},
	) {}

	/** The execution that a page view of this address starts. */
	async visit(address: string, { path = '/pricing', apiKey = service.credential.apiKey } = {}) {
		const visit = {
			page: `https://www.example.com${path}`,
			path,
			referrer: null,
			campaign: {
				utm_source: 'mail',
				utm_medium: null,
				utm_campaign: null,
				utm_term: null,
				utm_content: null,
			},
			address: seal(address, apiKey),
		};
		return await this.run({ visit }, 'webhook');
	}

	/** Whether a page view of this address would start an execution. */
	mayStart(address: string): boolean {
		return this.state.traffic.mayStart(address, clock.now());
	}

	/** Loses what the process remembers; n8n's table stays. */
	restart(): void {
		Object.assign(this.state, new VisitorState());
	}

	private get state(): VisitorState {
		const { workflow, node } = this.load();
		return visitorStateOf({ getWorkflow: () => workflow, getNode: () => node });
	}

	/** What n8n calls first when the workflow is published. */
	async publish(): Promise<boolean> {
		const { workflow, node } = this.load();
		const additionalData = additionalDataFor(service.credential, { id: this.id }, 'trigger');
		const context = new HookContext(workflow, node, additionalData, 'trigger', 'activate');
		return await new CompanyRadarVisitorTrigger().webhookMethods.default.checkExists.call(context);
	}

	async run(json: IDataObject, mode: 'webhook' | 'manual'): Promise<RunResult> {
		const { workflow, node } = this.load();
		const data = runData([{ node, data: { main: [[{ json }]] }, source: null }]);
		const engine = new WorkflowExecute(
			additionalDataFor(service.credential, { id: this.id }, mode),
			mode,
			data,
		);
		return new RunResult(await engine.processRunExecutionData(workflow));
	}

	private load(): { workflow: Workflow; node: INode } {
		const node: INode = {
			id: 'trigger',
			name: TRIGGER,
			type: 'n8n-nodes-company-radar.companyRadarVisitorTrigger',
			typeVersion: 1,
			position: [0, 0],
			webhookId: 'hook',
			parameters: {
				allowedWebsites: 'example.com',
				spendingLimit: 5,
				...this.parameters,
			} as INode['parameters'],
			credentials: { companyRadarApi: { id: '1', name: 'Company Radar' } },
			...this.settings,
		};
		const workflow = new Workflow({
			id: this.id,
			nodes: [node],
			connections: {},
			active: true,
			nodeTypes: new TestNodeTypes(),
			settings: { executionOrder: 'v1' },
		});
		return { workflow, node };
	}
}

const { now } = clock;
afterEach(() => void (clock.now = now));

/** Lets time pass everywhere. */
function passHours(hours: number): void {
	const before = clock.now;
	clock.now = () => before() + hours * 3_600_000;
	service.control.clock({ advance: hours * 3600 });
}

const lookups = () => service.requests().filter((request) => request.endsWith('/v1/company-reveal')).length;

describe('A visit', () => {
	it('gives the company with the page, and no address', async () => {
		const [company] = (await new Host().visit(COMPANY)).json(TRIGGER);
		expect(company).toMatchObject({
			summary: expect.stringMatching(/ looked at \/pricing$/),
			page: 'https://www.example.com/pricing',
			utm_source: 'mail',
			charged_usd: 0.05,
		});
		expect(JSON.stringify(company)).not.toContain(COMPANY);
		const validate = new Ajv({ strict: false }).compile({ ...schema, additionalProperties: false });
		expect([validate(company), validate.errors]).toEqual([true, null]);
	});

	it('gives the address if the user wants it', async () => {
		const host = new Host({ options: { includeIpAddress: true } });
		expect((await host.visit(COMPANY)).json(TRIGGER)).toMatchObject([{ ip: COMPANY }]);
	});

	it('gives nothing without a match, and is not looked up again', async () => {
		const host = new Host();
		for (let visits = 0; visits < 2; visits++) expect((await host.visit(NONE)).json(TRIGGER)).toEqual([]);
		expect(lookups()).toBe(1);
	});

	it('gives a company once, whatever address it comes from', async () => {
		const host = new Host();
		const reported = [];
		for (const address of [COMPANY, COMPANY, '95.184.216.1']) {
			reported.push((await host.visit(address)).json(TRIGGER).length);
		}
		expect([reported, lookups()]).toEqual([[1, 0, 0], 2]);
	});

	it('after a restart is looked up again as soon as without one', async () => {
		const host = new Host();
		await host.visit(COMPANY);
		passHours(23);
		host.restart();
		expect(host.mayStart(COMPANY)).toBe(true);
		await host.visit(COMPANY);
		expect(lookups()).toBe(1);
		passHours(2);
		expect(host.mayStart(COMPANY)).toBe(true);
		await host.visit(COMPANY);
		expect(lookups()).toBe(2);
		passHours(2);
		expect(host.mayStart(COMPANY)).toBe(false);
	});

	it('gives the first company that is not excluded, or nothing', async () => {
		const [first] = (await new Host().visit('93.184.216.13')).json(TRIGGER);
		const excluding = new Host({ exclude: { companies: String(first?.domain) } });
		const [second] = (await excluding.visit('93.184.216.13')).json(TRIGGER);
		expect(second?.domain).not.toBe(first?.domain);
		expect(second?.other_domains).toBe(first?.domain);
	});

	it('gives nothing once the limit is reached', async () => {
		const host = new Host({ spendingLimit: 0.1 });
		const reported = [];
		for (const address of [COMPANY, ANOTHER, '93.184.216.3']) {
			reported.push((await host.visit(address)).json(TRIGGER).length);
		}
		expect([reported, lookups()]).toEqual([[1, 1, 0], 2]);
	});

	it('is dropped when the API key was changed meanwhile', async () => {
		expect((await new Host().visit(COMPANY, { apiKey: 'old' })).json(TRIGGER)).toEqual([]);
		expect(lookups()).toBe(0);
	});
});

describe('Monthly Budget', () => {
	const BUDGET = { spendingLimit: 5, options: { monthlyBudget: 0.12 } };
	const addresses = Array.from({ length: 10 }, (_, index) => `9${index}.184.216.1`);

	it('gives nothing once it is reached, and says what is used and until when', async () => {
		const host = new Host(BUDGET);
		const visits = [];
		for (const address of addresses.slice(0, 3)) visits.push(await host.visit(address));
		expect([visits[2]?.json(TRIGGER), visits[2]?.error, lookups()]).toEqual([[], undefined, 2]);
		expect(visits[2]?.hints(TRIGGER)).toEqual([
			expect.stringMatching(
				/^The monthly budget of \$0\.12 is reached\. \$0\.10 used in \d{4}-\d\d, \$0\.02 left; the next month begins on \d{4}-\d\d-01 at 00:00 UTC\./,
			),
		]);
	});

	it('is kept by visits at the same time, and by another process', async () => {
		const [host, other] = [new Host(BUDGET), new Host(BUDGET)];
		await host.visit(addresses[0] ?? '');
		await Promise.all([
			...addresses.slice(1, 5).map(async (address) => await host.visit(address)),
			...addresses.slice(5).map(async (address) => await other.visit(address)),
		]);
		expect(lookups()).toBe(2);
	});

	it('and Spending Limit per Day: the one that is reached first counts', async () => {
		const host = new Host({ ...BUDGET, spendingLimit: 0.05 });
		for (const address of addresses.slice(0, 3)) await host.visit(address);
		expect(lookups()).toBe(1);
	});

	it('looks nobody up where the account cannot be read', async () => {
		const timestamp = new Date().toISOString();
		const body = { status: 'success', timestamp, data: { balance_remaining_usd: 5 } };
		service.control.addFaults({ kind: 'status', status: 200, body, path: '/v1/account', count: 9 });
		const visit = await new Host(BUDGET).visit(COMPANY);
		expect(visit.error?.message).toBe(
			"The monthly budget can't be checked, because the account couldn't be read",
		);
		expect(JSON.stringify(visit.run)).not.toContain(COMPANY);
		expect(lookups()).toBe(0);
	});
});

describe('A lookup that fails', () => {
	it('says why without the address, and page views start nothing more for a minute', async () => {
		const host = new Host();
		service.control.addFaults({
			kind: 'status',
			status: 402,
			path: '/v1/company-reveal',
		});
		const failed = await host.visit(COMPANY);
		expect(failed.error?.message).toBe('The account balance is too low');
		expect(JSON.stringify(failed.run)).not.toContain(COMPANY);
		expect((await host.visit(ANOTHER)).json(TRIGGER)).toEqual([]);
		expect(lookups()).toBe(1);
	});
});

describe('Publishing', () => {
	it('asks the service nothing', async () => {
		expect(await new Host().publish()).toBe(true);
		expect(service.requests()).toEqual([]);
	});

	it.each([
		[{}, { alwaysOutputData: true }, "'Always Output Data' must be off in the settings of this trigger"],
		[{ allowedWebsites: 'localhost' }, {}, "'Allowed Websites'"],
	])('refuses what would run wrong: %j %j', async (parameters, settings, message) => {
		await expect(new Host(parameters, settings).publish()).rejects.toThrow(message);
	});
});

describe('Execute step', () => {
	it('gives the line to paste with a sample, and asks the service nothing', async () => {
		const execution = await new Host().run({}, 'manual');
		const [sample] = execution.json(TRIGGER);
		expect(sample).toMatchObject({
			snippet: '<script async src="http://localhost/webhook/hook/visitor.js"></script>',
			sample: true,
			name: 'Blue Harbor',
		});
		expect(execution.hints(TRIGGER).join()).toContain('a sample');
		expect(service.requests()).toEqual([]);
	});

	it('refuses what publishing would refuse', async () => {
		const execution = await new Host({ allowedWebsites: 'localhost' }).run({}, 'manual');
		expect(execution.error?.message).toContain("'Allowed Websites'");
	});

	it('names every invalid field at once when the workflow runs', async () => {
		const host = new Host({
			allowedWebsites: 'localhost',
			spendingLimit: -1,
			exclude: { ipAddresses: '8.8.8.0/40', pages: 'help' },
			options: { againAfterHours: 48, cooldownHours: 24 },
		});
		expect((await host.visit(COMPANY)).error?.message).toBe(
			"These fields need another value: 'Allowed Websites', 'Spending Limit per Day (USD)', 'IP Addresses', 'Pages', 'Cooldown (Hours)'",
		);
	});
});
