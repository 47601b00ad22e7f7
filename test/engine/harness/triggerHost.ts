import { EventEmitter } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import { parse as parseForm } from 'node:querystring';

import { HookContext, PollContext, WebhookContext, WorkflowExecute } from 'n8n-core';
import type {
	ExecutionError,
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
import { RunResult, watched } from './';
import { TestNodeTypes } from './nodeTypes';

export const TRIGGER = 'Company Radar Trigger';

export const TYPE = 'n8n-nodes-company-radar.companyRadarTrigger';

interface LoadedNode {
	nodeType: INodeType;
	clock: typeof clock;
}

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
	constructor(private readonly trigger: INodeType) {
		super();
	}

	override getByName(type: string) {
		return type === TYPE ? this.trigger : super.getByName(type);
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

/** What n8n's server does around a trigger node, with the contexts and the engine of n8n-core. */
export class TriggerHost {
	/** Every production execution so far. */
	readonly executions: RunResult[] = [];

	/** Every execution of a delivery to the test URL so far. */
	readonly testExecutions: RunResult[] = [];

	/** What n8n has saved of the workflow's static data. */
	savedStaticData: IDataObject = {};

	/** Called before an execution is created: throw, and it is not. */
	beforeStart: () => void = () => undefined;

	private readonly workflowId = randomUUID();

	private loaded = freshNode();

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

	/** Listens on loopback for production and test deliveries. */
	async listen(): Promise<void> {
		this.server = createServer((request, response) => {
			const chunks: Buffer[] = [];
			request.on('data', (chunk: Buffer) => chunks.push(chunk));
			request.on('end', () => {
				const url = new URL(request.url ?? '/', 'http://localhost');
				const text = Buffer.concat(chunks).toString();
				const handled = this.deliver(text, url.searchParams, url.pathname.includes('webhook-test'));
				this.pending.push(
					handled.then(({ status, body }) => {
						response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
					}),
				);
			});
		});
		await new Promise<void>((resolve) => this.server?.listen(0, '127.0.0.1', resolve));
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
	private get nodeName(): string {
		return this.options.node?.name ?? TRIGGER;
	}

	get node(): INode {
		const node = this.workflow.getNode(this.nodeName);
		if (!node) throw new Error('The workflow has no trigger');
		return node;
	}

	/** n8n's log. */
	get logger(): PollContext['logger'] {
		return this.pollContext.logger;
	}

	get webhookUrl(): string {
		return this.hookContext('trigger', 'activate').getNodeWebhookUrl('default') ?? '';
	}

	get testUrl(): string {
		return this.hookContext('manual', 'manual').getNodeWebhookUrl('default') ?? '';
	}

	/** Switches the workflow on as n8n does: the lifecycle methods, and at the same time one poll. */
	async activate(activation: WorkflowActivateMode = 'activate'): Promise<void> {
		const { credential, parameters } = this.options;
		const failure = await watched(
			credential,
			async () =>
				await this.publish(activation).then(
					() => undefined,
					(error: ExecutionError) => ({ error }),
				),
			// n8n shows the message of a failure, and says nothing of a success.
			(failed) => ({
				tasks: failed ? [{ error: { message: failed.error.message } as ExecutionError }] : [{}],
				isPart: true,
				parameters,
			}),
		);
		if (failure) throw failure.error;
	}

	private async publish(activation: WorkflowActivateMode): Promise<void> {
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
		this.stopAtNextWait();
		this.loaded = freshNode(uptimeSeconds);
		this.build();
	}

	/** The process does nothing more once it waits, as if it were killed then. */
	stopAtNextWait(): void {
		this.loaded.clock.sleep = async () => await new Promise(() => undefined);
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

	/** A request to the webhook of the node. */
	async deliver(
		text: string,
		query = new URLSearchParams(),
		isTest = false,
		contentType: string | undefined = 'application/json',
	): Promise<{ status: number; body: unknown }> {
		const mode: WorkflowExecuteMode = isTest ? 'manual' : 'webhook';
		let sent: unknown;
		const response = Object.assign(new EventEmitter(), {
			statusCode: 200,
			destroyed: false,
			status(code: number) {
				response.statusCode = code;
				return response;
			},
			json(body: unknown) {
				sent = body;
				return response;
			},
		});
		const additionalData = {
			...this.additionalData(mode),
			httpRequest: {
				body: parsedByN8n(text, contentType),
				rawBody: Buffer.from(text),
				query: Object.fromEntries(query),
				headers: { 'content-type': contentType },
				params: {},
			},
			httpResponse: response,
		} as unknown as IWorkflowExecuteAdditionalData;
		// Each delivery sees the static data as it was saved.
		const workflow = this.workflowWith(structuredClone(this.savedStaticData));
		const context = new WebhookContext(
			workflow,
			this.node,
			additionalData,
			mode,
			this.webhookData(isTest),
			[],
			null,
		);
		const result = await this.loaded.nodeType.webhook?.call(context);
		const items = result?.workflowData?.[0];
		if (items) this.start(items, mode, response);
		// n8n answers when the execution is made.
		response.emit('finish');
		const { statusCode: status } = response;
		return { status, body: sent ?? result?.webhookResponse ?? { message: 'Workflow was started' } };
	}

	/** Executes the step in the editor, in a delivery for which it does not listen. */
	async executeStep(): Promise<RunResult> {
		const { credential, parameters } = this.options;
		const step = async () => await this.run([{ json: {} }], 'manual');
		return await watched(credential, step, (result) => ({ tasks: [result.task(this.nodeName)], parameters }));
	}

	/** Presses Stop on every execution that is under way; n8n's workflow timeout does the same. */
	stop(): void {
		for (const execution of this.underWay) execution.cancel();
	}

	/** The Retry button on a failed or crashed execution. */
	async retry(items: INodeExecutionData[]): Promise<RunResult> {
		return await this.run(items, 'retry');
	}

	/** What came out of the trigger in all executions that did not fail. */
	outputs(): IDataObject[] {
		const successful = this.executions.filter(
			(execution) => !execution.error && execution.ran(this.nodeName),
		);
		return successful.flatMap((execution) => execution.json(this.nodeName));
	}

	async run(items: INodeExecutionData[], mode: WorkflowExecuteMode): Promise<RunResult> {
		this.beforeStart();
		return await this.execute(items, mode);
	}

	private start(
		items: INodeExecutionData[],
		mode: WorkflowExecuteMode,
		response: { status(code: number): { json(body: unknown): unknown } },
	): void {
		try {
			this.beforeStart();
			this.pending.push(this.execute(items, mode));
		} catch {
			response.status(500).json({ message: 'There was a problem executing the workflow' });
		}
	}

	private async execute(items: INodeExecutionData[], mode: WorkflowExecuteMode): Promise<RunResult> {
		const additionalData = this.additionalData(mode);
		const data = runData([{ node: this.node, data: { main: [items] }, source: null }]);
		const engine = new WorkflowExecute(additionalData, mode, data);
		const workflow = this.options.queueMode
			? this.workflowWith(structuredClone(this.savedStaticData), (this.worker ??= freshNode()))
			: this.workflow;
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
		const [webhook] = this.loaded.nodeType.description.webhooks ?? [];
		if (!webhook) return false;
		const method = this.workflow.expression.getSimpleParameterValue(
			this.node,
			webhook.httpMethod,
			mode === 'manual' ? 'manual' : 'internal',
			{},
		);
		return method !== '';
	}

	private build(activation: WorkflowActivateMode = 'activate'): void {
		this.workflow = this.workflowWith(structuredClone(this.savedStaticData));
		this.pollContext = new PollContext(
			this.workflow,
			this.node,
			this.additionalData('trigger'),
			'trigger',
			activation,
			this.emit,
		);
	}

	private save(): void {
		this.savedStaticData = JSON.parse(JSON.stringify(this.workflow.staticData)) as IDataObject;
	}

	private workflowWith(staticData: IDataObject, { nodeType } = this.loaded): Workflow {
		return new Workflow({
			id: this.workflowId,
			name: 'Test',
			nodes: [
				{
					id: 'trigger',
					name: TRIGGER,
					type: TYPE,
					typeVersion: 1,
					position: [0, 0],
					webhookId: `hook-${this.workflowId}`,
					parameters: this.options.parameters as INode['parameters'],
					credentials: { companyRadarApi: { id: '1', name: 'Company Radar' } },
					...this.options.node,
				},
				{
					id: 'next',
					name: 'Next',
					type: 'n8n-nodes-base.noOp',
					typeVersion: 1,
					position: [200, 0],
					parameters: {},
				},
				...(this.options.otherNodes ?? []),
			],
			connections: { [this.nodeName]: { main: [[{ node: 'Next', type: 'main', index: 0 }]] } },
			active: this.isActive,
			nodeTypes: new TriggerNodeTypes(nodeType),
			staticData,
			settings: { executionOrder: 'v1', timezone: 'Europe/Berlin' },
		});
	}

	private additionalData(mode: WorkflowExecuteMode): IWorkflowExecuteAdditionalData {
		const base = this.options.webhookBaseUrl ?? this.baseUrl;
		return {
			...additionalDataFor(this.options.credential, { id: this.workflowId }, mode),
			executionId: randomUUID(),
			webhookBaseUrl: `${base}/webhook`,
			webhookTestBaseUrl: `${base}/webhook-test`,
		};
	}

	private webhookData(isTest: boolean): IWebhookData {
		const [webhookDescription] = this.loaded.nodeType.description.webhooks ?? [];
		return { webhookDescription, isTest, node: this.nodeName } as unknown as IWebhookData;
	}

	private hookContext(mode: WorkflowExecuteMode, activation: WorkflowActivateMode): HookContext {
		return new HookContext(
			this.workflow,
			this.node,
			this.additionalData(mode),
			mode,
			activation,
			this.webhookData(mode === 'manual'),
		);
	}
}

/** n8n's body parser: other types of content have an empty body. */
const parsedByN8n = (text: string, contentType: string | undefined): unknown => {
	if (contentType === 'text/plain') return text;
	if (contentType === 'application/x-www-form-urlencoded') return parseForm(text);
	if (contentType !== 'application/json') return {};
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return {};
	}
};
