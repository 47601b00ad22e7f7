import { randomUUID } from 'node:crypto';

import { HookContext, WebhookContext, WorkflowExecute } from 'n8n-core';
import {
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type IWebhookData,
	type IWorkflowExecuteAdditionalData,
	type WorkflowActivateMode,
	type WorkflowExecuteMode,
	Workflow,
} from 'n8n-workflow';

import { CompanyRadarVisitorTrigger } from '../../../nodes/CompanyRadarVisitorTrigger/CompanyRadarVisitorTrigger.node';
import { VisitorState, visitorStateOf } from '../../../nodes/CompanyRadarVisitorTrigger/state';
import { RunResult, watched } from '../harness';
import { additionalDataFor } from '../harness/additionalData';
import { runData } from '../harness/engine';
import { TestNodeTypes } from '../harness/nodeTypes';
import type { TestService } from '../support/sandbox';

export const TRIGGER = 'Visiting Company';

const PERSON =
	'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

interface View {
	/** As the script sends it. */
	body?: unknown;
	headers?: Record<string, string>;
	/** Trusted proxies. */
	hops?: number;
}

/** A workflow with the visitor trigger, as one process of n8n has it, with the contexts and the engine of n8n-core. */
export class VisitorHost {
	/** What n8n has saved of the workflow's static data. */
	saved: IDataObject = {};

	/** Every execution so far. */
	readonly executions: RunResult[] = [];

	/** The items that started them. */
	readonly started: INodeExecutionData[][] = [];

	/** Whether n8n can't create executions, as on a full disk. */
	isFull = false;

	/** n8n's log. */
	readonly log: string[] = [];

	/** Further nodes of the workflow: name, type and parameters. */
	others: Array<[name: string, type: string, parameters?: IDataObject]> = [];

	private readonly id = randomUUID();

	constructor(
		private readonly service: TestService,
		public parameters: IDataObject = {},
		public settings: Partial<INode> = {},
	) {
		service.visitorHosts++;
	}

	/** Companies that came out of the trigger. */
	get companies(): IDataObject[] {
		return this.executions.flatMap((execution) => (execution.error ? [] : execution.json(TRIGGER)));
	}

	/** A page view from this address, as n8n's web server has it; resolves with what it started. */
	async view(address: string, { body, headers, hops = 1 }: View = {}): Promise<RunResult | undefined> {
		const { workflow, node, additionalData } = this.load('webhook');
		const forwarded = address === '' ? {} : { 'x-forwarded-for': address };
		const response = {
			headersSent: false,
			set: () => response,
			status: () => response,
			end: () => void (response.headersSent = true),
		};
		const request = {
			method: 'POST',
			headers: { 'user-agent': PERSON, origin: 'https://www.example.com', ...forwarded, ...headers },
			ip: address.split(',').at(-hops)?.trim(),
			app: { get: () => hops },
			body: JSON.stringify({ o: '', p: '/pricing', r: '', u: { utm_source: 'mail' }, ...(body as object) }),
		};
		Object.assign(additionalData, { httpRequest: request, httpResponse: response });
		const context = this.logged(
			new WebhookContext(workflow, node, additionalData, 'webhook', {} as IWebhookData, [], null),
		);
		const result = await new CompanyRadarVisitorTrigger().webhook.call(context);
		// n8n saves it before it creates an execution.
		if (workflow.staticData.__dataChanged)
			this.saved = JSON.parse(JSON.stringify(workflow.staticData)) as IDataObject;
		const items = result.workflowData?.[0];
		if (!items || this.isFull) return undefined;
		this.started.push(items);
		return await this.run(items, 'webhook');
	}

	/** The script, as a browser gets it. */
	script(): string {
		const { workflow, node, additionalData } = this.load('webhook');
		let script = '';
		const response = {
			status: () => response,
			set: () => response,
			type: () => response,
			send: (text: string) => void (script = text),
		};
		Object.assign(additionalData, { httpRequest: { method: 'GET', headers: {} }, httpResponse: response });
		const description = new CompanyRadarVisitorTrigger().description.webhooks?.[0];
		const data = { webhookDescription: description, node: TRIGGER } as unknown as IWebhookData;
		void new CompanyRadarVisitorTrigger().webhook.call(
			new WebhookContext(workflow, node, additionalData, 'webhook', data, [], null),
		);
		return script;
	}

	/** An execution, such as one that n8n retries. */
	async run(items: INodeExecutionData[], mode: WorkflowExecuteMode): Promise<RunResult> {
		const { workflow, node, additionalData } = this.load(mode);
		const data = runData([{ node, data: { main: [items] }, source: null }]);
		const result = new RunResult(
			await new WorkflowExecute(additionalData, mode, data).processRunExecutionData(workflow),
		);
		if (mode !== 'manual') this.executions.push(result);
		return result;
	}

	async executeStep(): Promise<RunResult> {
		const step = async () => await this.run([{ json: {} }], 'manual');
		return await watched(this.service.credential, step, (result) => ({
			tasks: [result.task(TRIGGER)],
			isPart: this.isRestarted || this.service.visitorHosts > 1,
		}));
	}

	private isRestarted = false;

	/** Loses what the process remembers; what n8n has saved stays. */
	restart(): void {
		this.isRestarted = true;
		Object.assign(this.state, new VisitorState());
	}

	get state(): VisitorState {
		const { workflow, node } = this.load('webhook');
		return visitorStateOf({ getWorkflow: () => workflow, getNode: () => node });
	}

	/** What n8n calls first when the workflow is published. */
	async publish(activation: WorkflowActivateMode = 'activate'): Promise<boolean> {
		const { workflow, node, additionalData } = this.load('trigger');
		const context = this.logged(new HookContext(workflow, node, additionalData, 'trigger', activation));
		return await new CompanyRadarVisitorTrigger().webhookMethods.default.checkExists.call(context);
	}

	private logged<Context extends object>(context: Context): Context {
		return Object.defineProperty(context, 'logger', {
			value: { warn: (message: string) => this.log.push(message) },
		});
	}

	private load(mode: WorkflowExecuteMode): {
		workflow: Workflow;
		node: INode;
		additionalData: IWorkflowExecuteAdditionalData;
	} {
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
		const next: INode = {
			...node,
			id: 'next',
			name: 'Next',
			type: 'n8n-nodes-base.noOp',
			credentials: {},
			...NO_SETTINGS,
		};
		const workflow = new Workflow({
			id: this.id,
			nodes: [
				node,
				next,
				...this.others.map(([name, type, parameters = {}]) => ({
					...next,
					id: name,
					name,
					type,
					parameters: parameters as INode['parameters'],
				})),
			],
			connections: {
				[TRIGGER]: {
					main: [0, 1].map((output) => (output === 0 ? [{ node: 'Next', type: 'main', index: 0 }] : [])),
				},
			} as never,
			active: true,
			nodeTypes: new TestNodeTypes(),
			staticData: structuredClone(this.saved),
			settings: { executionOrder: 'v1' },
		});
		return {
			workflow,
			node,
			additionalData: additionalDataFor(
				// Of a plan with a high limit: what is tested here is not the pace.
				{ ...this.service.credential, requestsPerSecond: 1000 },
				{ id: this.id },
				mode,
			),
		};
	}
}

const NO_SETTINGS = {
	onError: undefined,
	retryOnFail: undefined,
	executeOnce: undefined,
	alwaysOutputData: undefined,
};
