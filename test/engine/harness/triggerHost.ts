import { EventEmitter, once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import { parse as parseForm } from 'node:querystring';
import { text } from 'node:stream/consumers';

import { HookContext, PollContext, WebhookContext, WorkflowExecute } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INode,
	INodeExecutionData,
	INodeType,
	IPollFunctions,
	IWebhookData,
	IWorkflowExecuteAdditionalData,
	WorkflowActivateMode,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';

import type { CompanyRadarTrigger } from '../../../nodes/CompanyRadarTrigger/CompanyRadarTrigger.node';
import type { clock } from '../../../nodes/shared/host/clock';
import { additionalDataFor } from './additionalData';
import { runData } from './engine';
import { RunResult } from './';
import { TestNodeTypes } from './nodeTypes';

export const TRIGGER = 'Company Radar Trigger';

export const TYPE = 'n8n-nodes-company-radar.companyRadarTrigger';

export interface LoadedNode {
	nodeType: INodeType;
	clock: typeof clock;
}

const NODE: INode = {
	id: 'trigger',
	name: TRIGGER,
	type: TYPE,
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
	credentials: { companyRadarApi: { id: '1', name: 'Company Radar' } },
};

export const NEXT: INode = {
	...NODE,
	id: 'next',
	name: 'Next',
	type: 'n8n-nodes-base.noOp',
	credentials: {},
};

const AN_HOUR = 3600;

/** The node in a module registry of its own: what a process loads that was started this many seconds ago. */
function freshNode(uptimeSeconds = AN_HOUR): LoadedNode {
	const loadedAt = performance.now();
	let node: LoadedNode | undefined;
	jest.isolateModules(() => {
		const module = jest.requireActual<{ CompanyRadarTrigger: typeof CompanyRadarTrigger }>(
			'../../../nodes/CompanyRadarTrigger/CompanyRadarTrigger.node',
		);
		const time = jest.requireActual<Pick<LoadedNode, 'clock'>>('../../../nodes/shared/host/clock');
		time.clock.now = () => uptimeSeconds * 1000 + performance.now() - loadedAt;
		node = { nodeType: new module.CompanyRadarTrigger(), ...time };
	});
	if (!node) throw new Error('The trigger node could not be loaded');
	return node;
}

class TriggerNodeTypes extends TestNodeTypes {
	constructor(
		private readonly type: string,
		private readonly trigger: INodeType,
	) {
		super();
	}

	override getByName(type: string) {
		return type === this.type ? this.trigger : super.getByName(type);
	}
}

export interface TriggerOptions {
	credential: ICredentialDataDecryptedObject;
	parameters: IDataObject;
	node?: Partial<INode>;
	/** Of the same workflow. */
	otherNodes?: INode[];
	/** Executions run in a process of their own, as in queue mode. */
	queueMode?: boolean;
	/** Of n8n's public address; by default the host's own on loopback. */
	webhookBaseUrl?: string;
}

/** What an answer of the node's webhook holds. */
class Answer extends EventEmitter {
	statusCode = 200;

	destroyed = false;

	headersSent = false;

	body: unknown;

	set = () => this;

	type = () => this;

	status(code: number) {
		this.statusCode = code;
		return this;
	}

	send(body: unknown) {
		this.body = body;
		return this;
	}

	json = (body: unknown) => this.send(body);

	end() {
		this.headersSent = true;
	}
}

/** What n8n's server does around a trigger node, with the contexts and the engine of n8n-core. */
export class TriggerHost {
	/** Every production execution so far. */
	readonly executions: RunResult[] = [];

	/** Every execution of a delivery to the test URL so far. */
	readonly testExecutions: RunResult[] = [];

	/** The items that deliveries started executions with. */
	readonly started: INodeExecutionData[][] = [];

	/** What n8n has saved of the workflow's static data. */
	savedStaticData: IDataObject = {};

	/** Called before an execution is created: throw, and it is not. */
	beforeStart: () => void = () => undefined;

	/** Warnings in n8n's log, and what is only said there. */
	readonly log: string[] = [];

	readonly infos: string[] = [];

	protected readonly workflowId = randomUUID();

	private loaded = this.load();

	private worker?: LoadedNode;

	private workflow!: Workflow;

	private pollContext!: PollContext;

	/** Executions that the poll has started. */
	private readonly emitted: Array<Promise<RunResult | null>> = [];

	private server?: Server;

	private baseUrl = '';

	private isActive = false;

	private pending: Array<Promise<unknown>> = [];

	private readonly underWay = new Set<ReturnType<WorkflowExecute['processRunExecutionData']>>();

	constructor(public options: TriggerOptions) {
		this.build();
	}

	/** The node as a process loads it. */
	protected load(uptimeSeconds?: number): LoadedNode {
		return freshNode(uptimeSeconds);
	}

	/** Listens on loopback for production and test deliveries. */
	async listen(): Promise<void> {
		this.server = createServer((request, response) => {
			const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
			const isTest = pathname.includes('webhook-test');
			const handled = text(request).then(async (body) => await this.deliver(body, searchParams, isTest));
			const answered = handled.then(({ status, body }) =>
				response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
			);
			this.pending.push(answered);
		});
		await once(this.server.listen(0, '127.0.0.1'), 'listening');
		this.baseUrl = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	async close(): Promise<void> {
		await this.settled();
		this.server?.closeAllConnections();
		await new Promise((resolve) => (this.server ? this.server.close(resolve) : resolve(undefined)));
	}

	/** Waits for all executions that deliveries have started. */
	async settled(): Promise<void> {
		while (this.pending.length > 0) await Promise.all(this.pending.splice(0));
	}

	/** The name that the user gave the node. */
	protected get nodeName(): string {
		return this.options.node?.name ?? TRIGGER;
	}

	get node(): INode {
		return this.nodeOf(this.workflow);
	}

	private nodeOf(workflow: Workflow): INode {
		const node = workflow.getNode(this.nodeName);
		if (!node) throw new Error('The workflow has no trigger');
		return node;
	}

	get webhookUrl(): string {
		return this.hookContext('trigger', 'activate').getNodeWebhookUrl('default') ?? '';
	}

	get testUrl(): string {
		return this.hookContext('manual', 'manual').getNodeWebhookUrl('default') ?? '';
	}

	/** Publishes the workflow as n8n does: the lifecycle methods, and at the same time one poll. */
	async activate(activation: WorkflowActivateMode = 'activate'): Promise<void> {
		this.isActive = true;
		this.build(activation);
		try {
			const phases = await Promise.allSettled([this.register('trigger', activation), this.poll()]);
			for (const phase of phases) if (phase.status === 'rejected') throw phase.reason;
		} catch (error) {
			this.isActive = false;
			throw error;
		} finally {
			this.save();
		}
	}

	async deactivate(): Promise<void> {
		if (this.listens('trigger')) {
			await this.loaded.nodeType.webhookMethods?.default?.delete.call(this.hookContext('trigger', 'update'));
		}
		this.isActive = false;
		this.save();
	}

	/** Registers the test webhook as the editor does when it listens. Resolves to false if the node does not listen. */
	async listenForTest(): Promise<boolean> {
		this.isActive = false;
		this.build();
		return await this.register('manual', 'manual');
	}

	/** Ends the process and starts another: memory is lost, what was saved is not. What waits goes on no more. */
	restart(uptimeSeconds?: number): void {
		this.loaded.clock.sleep = async () => await new Promise(() => undefined);
		this.loaded = this.load(uptimeSeconds);
		this.build();
	}

	/** Lets time pass for the process, whatever the computer's clock shows. */
	elapse(milliseconds: number): void {
		const { clock: time } = this.loaded;
		const { now } = time;
		time.now = () => now() + milliseconds;
	}

	/** Waits of the process take no time from now on. @param passed gets the time that each of them would have taken */
	skipWaits(passed: (milliseconds: number) => void = () => undefined): void {
		this.loaded.clock.sleep = async (milliseconds) => {
			this.elapse(milliseconds);
			passed(milliseconds);
			await Promise.resolve();
		};
	}

	/** Sets the computer's clock. */
	setComputerClock(ahead: number): void {
		this.loaded.clock.computerTime = () => Date.now() + ahead;
	}

	/** One tick of the poll times. Resolves to the execution when it has ended, or null if there is none. */
	async poll(): Promise<RunResult | null> {
		await this.loaded.nodeType.poll?.call(this.pollContext);
		const executions = await Promise.all(this.emitted.splice(0));
		return executions.at(-1) ?? null;
	}

	/** As n8n does it: saves the static data, creates the execution, and tells its end. */
	private readonly emit: IPollFunctions['__emit'] = ([items = []], _response, done) => {
		this.save();
		const execution = (async () => await this.run(items, 'trigger'))();
		void execution.then(
			({ run }) => done?.resolve(run),
			(error: Error) => done?.reject(error),
		);
		this.emitted.push(execution.catch(() => null));
	};

	/** A delivery of the service. */
	async deliver(
		body: string,
		query = new URLSearchParams(),
		isTest = false,
		contentType: string | undefined = 'application/json',
	): Promise<{ status: number; body: unknown }> {
		const request = {
			body: parsedByN8n(body, contentType),
			rawBody: Buffer.from(body),
			query: Object.fromEntries(query),
			headers: { 'content-type': contentType },
			params: {},
		};
		const { answer, webhookResponse } = await this.receive(request, isTest);
		const { statusCode: status } = answer;
		return { status, body: answer.body ?? webhookResponse ?? { message: 'Workflow was started' } };
	}

	/** A request to the webhook of the node, as n8n's web server has it. */
	protected async receive(httpRequest: object, isTest = false) {
		const mode: WorkflowExecuteMode = isTest ? 'manual' : 'webhook';
		const answer = new Answer();
		const data = { ...this.additionalData(mode), httpRequest, httpResponse: answer } as never;
		// Each delivery sees the static data as it was saved.
		const workflow = this.workflowWith(structuredClone(this.savedStaticData));
		const node = this.nodeOf(workflow);
		const context = new WebhookContext(workflow, node, data, mode, this.webhookData(isTest), [], null);
		const result = await this.loaded.nodeType.webhook?.call(this.logged(context));
		// n8n saves it before it creates an execution.
		if (workflow.staticData.__dataChanged) this.save(workflow);
		const items = result?.workflowData?.[0];
		const execution = items && this.start(items, mode, answer);
		// n8n answers when the execution is made.
		answer.emit('finish');
		return { answer, execution, webhookResponse: result?.webhookResponse as unknown };
	}

	/** Executes the step in the editor, in a delivery for which it does not listen. */
	async executeStep(): Promise<RunResult> {
		return await this.run([{ json: {} }], 'manual');
	}

	/** Presses Stop on every execution that is under way; n8n's workflow timeout does the same. */
	stop(): void {
		for (const execution of this.underWay) execution.cancel();
	}

	/** What came out of the trigger in all executions that did not fail. */
	outputs(): IDataObject[] {
		const successful = this.executions.filter(
			(execution) => !execution.error && execution.ran(this.nodeName),
		);
		return successful.flatMap((execution) => execution.json(this.nodeName));
	}

	/** An execution, such as one that n8n retries. */
	async run(items: INodeExecutionData[], mode: WorkflowExecuteMode): Promise<RunResult> {
		this.beforeStart();
		return await this.execute(items, mode);
	}

	private start(items: INodeExecutionData[], mode: WorkflowExecuteMode, answer: Answer) {
		try {
			this.beforeStart();
		} catch {
			answer.status(500).json({ message: 'There was a problem executing the workflow' });
			return undefined;
		}
		this.started.push(items);
		const execution = this.execute(items, mode);
		this.pending.push(execution);
		return execution;
	}

	private async execute(items: INodeExecutionData[], mode: WorkflowExecuteMode): Promise<RunResult> {
		const node = this.options.queueMode ? (this.worker ??= this.load()) : this.loaded;
		const workflow = this.workflowWith(structuredClone(this.savedStaticData), node);
		const data = runData([{ node: this.nodeOf(workflow), data: { main: [items] }, source: null }]);
		const engine = new WorkflowExecute(this.additionalData(mode), mode, data);
		const execution = engine.processRunExecutionData(workflow);
		this.underWay.add(execution);
		const result = new RunResult(await execution.finally(() => this.underWay.delete(execution)));
		(mode === 'manual' ? this.testExecutions : this.executions).push(result);
		return result;
	}

	private async register(mode: WorkflowExecuteMode, activation: WorkflowActivateMode): Promise<boolean> {
		const methods = this.loaded.nodeType.webhookMethods?.default;
		if (!methods || !this.listens(mode)) return false;
		const context = this.hookContext(mode, activation);
		try {
			if (!(await methods.checkExists.call(context))) await methods.create.call(context);
		} catch (error) {
			await methods.delete.call(context);
			throw error;
		}
		return true;
	}

	/** n8n evaluates the method; an empty one means that there is no webhook. */
	private listens(mode: WorkflowExecuteMode): boolean {
		const method = this.loaded.nodeType.description.webhooks?.[0]?.httpMethod ?? '';
		const { expression } = this.workflow;
		const evaluatedIn = mode === 'manual' ? 'manual' : 'internal';
		return expression.getSimpleParameterValue(this.node, method, evaluatedIn, {}) !== '';
	}

	private build(activation: WorkflowActivateMode = 'activate'): void {
		this.workflow = this.workflowWith(structuredClone(this.savedStaticData));
		const { node, workflow, emit } = this;
		const data = this.additionalData('trigger');
		this.pollContext = this.logged(new PollContext(workflow, node, data, 'trigger', activation, emit));
	}

	private save({ staticData } = this.workflow): void {
		this.savedStaticData = JSON.parse(JSON.stringify(staticData)) as IDataObject;
	}

	protected workflowWith(staticData: IDataObject, { nodeType } = this.loaded): Workflow {
		const { parameters, node, otherNodes = [] } = this.options;
		const { workflowId, isActive } = this;
		const trigger = {
			...NODE,
			webhookId: `hook-${workflowId}`,
			parameters: parameters as INode['parameters'],
			...node,
		};
		return new Workflow({
			id: workflowId,
			name: 'Test',
			nodes: [trigger, NEXT, ...otherNodes],
			connections: { [this.nodeName]: { main: [[{ node: 'Next', type: 'main', index: 0 }]] } },
			active: isActive,
			nodeTypes: new TriggerNodeTypes(trigger.type, nodeType),
			staticData,
			settings: { executionOrder: 'v1', timezone: 'Europe/Berlin' },
		});
	}

	private additionalData(mode: WorkflowExecuteMode): IWorkflowExecuteAdditionalData {
		const base = this.options.webhookBaseUrl ?? this.baseUrl;
		return {
			...additionalDataFor(this.options.credential, { id: this.workflowId }, mode),
			webhookBaseUrl: `${base}/webhook`,
			webhookTestBaseUrl: `${base}/webhook-test`,
		};
	}

	private webhookData(isTest: boolean): IWebhookData {
		const [webhookDescription] = this.loaded.nodeType.description.webhooks ?? [];
		return { webhookDescription, isTest, node: this.nodeName } as unknown as IWebhookData;
	}

	private hookContext(mode: WorkflowExecuteMode, activation: WorkflowActivateMode): HookContext {
		const data = this.webhookData(mode === 'manual');
		const { workflow, node } = this;
		return this.logged(new HookContext(workflow, node, this.additionalData(mode), mode, activation, data));
	}

	private logged<Context extends object>(context: Context): Context {
		const value = {
			warn: (message: string) => this.log.push(message),
			info: (message: string) => this.infos.push(message),
			debug: () => undefined,
		};
		return Object.defineProperty(context, 'logger', { value });
	}
}

const parsed = (body: string): unknown => {
	try {
		return JSON.parse(body) as unknown;
	} catch {
		return {};
	}
};

/** n8n's body parser: other types of content have an empty body. */
const parsedByN8n = (body: string, contentType: string | undefined): unknown => {
	if (contentType === 'text/plain') return body;
	if (contentType === 'application/x-www-form-urlencoded') return parseForm(body);
	return contentType === 'application/json' ? parsed(body) : {};
};
