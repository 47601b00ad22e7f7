import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ExecutionStatusList } from 'n8n-workflow';
import { loopback } from '../shared/loopback';
import { until } from '../shared/until';
import { unpackExecution, type Execution, type PackedExecution } from './execution';

const LOOK_AGAIN_MS = 150;
const RUNNING = new Set(['new', 'running', 'waiting', 'unknown']);

export interface Owner {
	email: string;
	password: string;
}

export interface CredentialInput {
	name: string;
	/** Credential type: `companyRadarApi`. */
	type: string;
	data: Record<string, unknown>;
}

/** A workflow as the editor exports it. */
export interface WorkflowInput {
	name: string;
	nodes: unknown[];
	connections: Record<string, unknown>;
	settings?: Record<string, unknown>;
	/** The samples of nodes, by their names. */
	pinData?: Record<string, unknown>;
}

export interface SavedWorkflow extends WorkflowInput {
	id: string;
	versionId: string;
	active: boolean;
}

export interface PublicationStatus {
	status: string;
	triggers: Array<{ errorMessage: string | null }>;
}

export interface ExecutionSummary {
	id: string;
	workflowId: string;
	status: string;
	mode: string;
}

/** A node type's description; the members that checks look at. */
export interface NodeTypeDescription {
	name: string;
	displayName: string;
	properties: Array<{ name: string }>;
}

export class RestError extends Error {
	constructor(
		what: string,
		readonly status: number,
		detail: string,
	) {
		super(`n8n answered ${status} to ${what}: ${detail}`);
	}
}

/** n8n's REST as its editor uses it, on behalf of one user. */
export class N8nRest {
	private cookie = '';
	private readonly browserId = randomUUID();

	constructor(readonly url: string) {}

	/** Any call of the editor's; `path` is below `/rest`. Resolves with the answer's `data`. */
	async request<T = unknown>(method: string, path: string, body?: unknown): Promise<T> {
		return (await this.send<{ data: T }>(method, path, body)).data;
	}

	/** A call that n8n answers with server-sent events; resolves with their data when the last one has come. */
	async events<T>(path: string, body: object): Promise<T[]> {
		const lines = (await this.send<string>('POST', path, body)).split('\n');
		const data = lines.filter((line) => line.startsWith('data: '));
		return data.map((line) => JSON.parse(line.slice('data: '.length)) as T);
	}

	private async send<Body>(method: string, path: string, body: unknown): Promise<Body> {
		const { status, headers, data } = await loopback.request<Body>({
			method,
			url: `${this.url}/rest${path}`,
			headers: { 'browser-id': this.browserId, cookie: this.cookie },
			data: body,
		});
		if (status >= 400) throw new RestError(`${method} ${path}`, status, JSON.stringify(data));
		const session = (headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0]);
		if (session.length > 0) this.cookie = session.join('; ');
		return data;
	}

	/** Whether somebody has made the owner's account already. */
	async hasOwner(): Promise<boolean> {
		const { userManagement } = await this.request<{ userManagement: { showSetupOnFirstLoad: boolean } }>(
			'GET',
			'/settings',
		);
		return !userManagement.showSetupOnFirstLoad;
	}

	/** Makes the owner's account on a fresh n8n, and logs in. */
	async setUpOwner(owner: Owner): Promise<void> {
		await this.request('POST', '/owner/setup', { ...owner, firstName: 'Demo', lastName: 'User' });
	}

	async logIn({ email, password }: Owner): Promise<void> {
		await this.request('POST', '/login', { emailOrLdapLoginId: email, password });
	}

	async createCredential(credential: CredentialInput): Promise<{ id: string }> {
		return await this.request('POST', '/credentials', credential);
	}

	/** What the editor does on saving a credential: runs its test and gives the result in words. */
	async testCredential(
		credential: CredentialInput & { id: string },
	): Promise<{ status: 'OK' | 'Error'; message: string }> {
		return await this.request('POST', '/credentials/test', { credentials: credential });
	}

	async createWorkflow(workflow: WorkflowInput): Promise<SavedWorkflow> {
		return await this.request('POST', '/workflows', { settings: {}, ...workflow });
	}

	async activate({ id, versionId }: Pick<SavedWorkflow, 'id' | 'versionId'>): Promise<SavedWorkflow> {
		return await this.request('POST', `/workflows/${id}/activate`, { versionId });
	}

	/** Resolves when it is published, which n8n does in the background after its answer. */
	async publish(workflow: Pick<SavedWorkflow, 'id' | 'versionId' | 'name'>): Promise<void> {
		await this.activate(workflow);
		await until(`${workflow.name} is published`, () => this.isPublished(workflow));
	}

	async isPublished({ id, name }: Pick<SavedWorkflow, 'id' | 'name'>): Promise<boolean> {
		const { status, triggers } = await this.publication(id);
		if (['failed', 'partial'].includes(status)) throw new Error(`${name}: ${triggers[0]?.errorMessage}`);
		return status === 'published';
	}

	/** How far n8n is with publishing it. */
	async publication(id: string): Promise<PublicationStatus> {
		return await this.request('GET', `/workflows/${id}/publication-status`);
	}

	async deactivate({ id }: Pick<SavedWorkflow, 'id'>): Promise<SavedWorkflow> {
		return await this.request('POST', `/workflows/${id}/deactivate`, {});
	}

	/** Presses "Execute workflow", from the trigger of that name; resolves with the execution's id. */
	async runManually({ id }: Pick<SavedWorkflow, 'id'>, trigger: string): Promise<string> {
		const started = await this.request<{ executionId?: string }>('POST', `/workflows/${id}/run`, {
			triggerToStartFrom: { name: trigger },
		});
		if (!started.executionId)
			throw new Error('The workflow waits for a test webhook call in place of running.');
		return started.executionId;
	}

	async execution(id: string): Promise<Execution> {
		return unpackExecution(await this.request<PackedExecution>('GET', `/executions/${id}`));
	}

	/** Waits until an execution has ended, well or not. */
	async executionEnd(id: string, signal?: AbortSignal): Promise<Execution> {
		for (;;) {
			const execution = await this.execution(id);
			if (!RUNNING.has(execution.status)) return execution;
			await sleep(LOOK_AGAIN_MS, undefined, { signal });
		}
	}

	/** The newest executions, at most 100. */
	async executions(filter: { workflowId?: string; status?: string[] } = {}): Promise<ExecutionSummary[]> {
		// Without a status, n8n reads two lists: one that moves between them meanwhile is in both or in neither.
		const oneList = { status: ExecutionStatusList, ...filter };
		const query = new URLSearchParams({ filter: JSON.stringify(oneList), limit: '100' });
		const { results } = await this.request<{ results: ExecutionSummary[] }>('GET', `/executions?${query}`);
		return results;
	}

	/** Every node type that the editor offers. */
	async nodeTypes(): Promise<NodeTypeDescription[]> {
		const { data } = await loopback.get<NodeTypeDescription[]>(`${this.url}/types/nodes.json`, {
			headers: { cookie: this.cookie },
		});
		return data;
	}
}
