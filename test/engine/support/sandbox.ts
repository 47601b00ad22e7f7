import type { IDataObject } from 'n8n-workflow';

import { CREATE_TAG_FIELD, DEFINITION_FIELD } from '../../../nodes/shared/api/assumptions';
import { clock } from '../../../nodes/shared/host/clock';
import {
	startSandbox,
	validateEvent,
	validateExchange,
	type Control,
	type Sandbox,
	type SandboxOptions,
} from '../../../sandbox';
import { loopback } from '../../../tools/shared/loopback';
import { processedItems } from '../harness/processedItems';
import { SaidAndDone } from './saidAndDone';
import { runNode, runWorkflow, type RunOptions, type RunResult, type WorkflowJson } from '../harness';

type NodeOptions = Partial<RunOptions> & Parameters<typeof runNode>[2];

/** A sandbox for the tests of a file, as at its start before each test. */
export class TestService {
	private sandbox?: Sandbox;

	constructor(
		private readonly options: SandboxOptions,
		private readonly requestsPerSecond: number,
	) {}

	async start(): Promise<void> {
		this.sandbox = await startSandbox(this.options);
	}

	async stop(): Promise<void> {
		await this.sandbox?.stop();
	}

	get running(): Sandbox {
		if (!this.sandbox) throw new Error('The sandbox runs only within tests');
		return this.sandbox;
	}

	get control(): Control {
		return this.running.control;
	}

	get credential(): { apiKey: string; baseUrl: string; requestsPerSecond: number } {
		const { apiKey, baseUrl } = this.running;
		return { apiKey, baseUrl, requestsPerSecond: this.requestsPerSecond };
	}

	/** Runs the action node. What is not given is a single empty item and the credential of this sandbox. */
	async run(
		parameters: IDataObject,
		items: IDataObject[] = [{}],
		options: Partial<NodeOptions> = {},
	): Promise<RunResult> {
		return await runNode(parameters, items, { credential: this.credential, ...options });
	}

	async runWorkflow(json: WorkflowJson, options: Partial<RunOptions> = {}): Promise<RunResult> {
		return await runWorkflow(json, { credential: this.credential, ...options });
	}

	/** Sends a body to the service as others with the account do. */
	async post<Answer = IDataObject>(path: string, body: object): Promise<Answer> {
		const { baseUrl, apiKey } = this.running;
		const headers = { 'x-api-key': apiKey };
		return (await loopback.post<Answer>(`${baseUrl}${path}`, body, { headers })).data;
	}

	/** `METHOD path` of each request so far. */
	requests(): string[] {
		return this.control.log().map(({ method, path }) => `${method} ${path}`);
	}

	/** Bodies of the requests so far to this path, without the tags and fingerprints of creates. */
	bodies(path: string): IDataObject[] {
		return this.control
			.log()
			.filter((entry) => entry.path === path && entry.requestBody !== '')
			.map(({ requestBody }) => JSON.parse(requestBody, withoutOwn) as IDataObject);
	}
}

/** Custom fields that hold nothing else are left out. */
function withoutOwn(name: string, value: unknown): unknown {
	if (name === CREATE_TAG_FIELD || name === DEFINITION_FIELD) return undefined;
	return name === 'custom_fields' && Object.keys(Object(value) as object).length === 0 ? undefined : value;
}

/** Whether the test leaves the service as the document has it. */
function isAsDocumented(control: Control): boolean {
	const { echoKey, radars, bulk, updates } = control.settings();
	return (
		!echoKey &&
		radars.listCursor === 'text' &&
		updates.nextCursor === 'text' &&
		updates.arrayName === 'updates' &&
		bulk.resultsField === 'results'
	);
}

/**
 * Starts a sandbox for the file's tests, and checks every request, answer and event against the OpenAPI document, and every
 * statement against the sandbox's books. At 1000 requests per second, with `unlimited`, no request waits for the clock of the computer.
 */
export function useSandbox(options: SandboxOptions = {}, requestsPerSecond = 10): TestService {
	const service = new TestService(options, requestsPerSecond);
	const { deadline } = clock;
	let saidAndDone: SaidAndDone;
	beforeAll(async () => {
		await service.start();
		// A machine that is too busy to answer in time is no fault of the service.
		clock.deadline = (milliseconds) => deadline(20 * milliseconds);
	});
	beforeEach(async () => {
		service.running.renew();
		// Every n8n has this table.
		(await processedItems()).clear();
		saidAndDone = new SaidAndDone(service.running);
	});
	afterEach(() => saidAndDone.end());
	afterEach(() => {
		for (const entry of service.control.log()) {
			const { request, response } = validateExchange(entry);
			const problems = [...request, ...(isAsDocumented(service.control) ? response : [])];
			expect({ call: `${entry.method} ${entry.path}`, problems }).toMatchObject({ problems: [] });
		}
		for (const { event } of service.control.deliveries()) expect(validateEvent(event)).toEqual([]);
	});
	afterAll(async () => await service.stop());
	return service;
}
