import type { IDataObject, INode } from 'n8n-workflow';

import { CompanyRadarVisitorTrigger } from '../../../nodes/CompanyRadarVisitorTrigger/CompanyRadarVisitorTrigger.node';
import { VisitorState, visitorStateOf } from '../../../nodes/CompanyRadarVisitorTrigger/state';
import { clock } from '../../../nodes/shared/host/clock';
import type { RunResult } from '../harness';
import { NEXT, TriggerHost } from '../harness/triggerHost';
import type { TestService } from '../support/sandbox';

export const TRIGGER = 'Visiting Company';

const NODE = { name: TRIGGER, type: 'n8n-nodes-company-radar.companyRadarVisitorTrigger', webhookId: 'hook' };

const PERSON =
	'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

interface View {
	/** As the script sends it. */
	body?: unknown;
	headers?: Record<string, string>;
	/** Trusted proxies. */
	hops?: number;
}

/** A further node of the workflow. */
export type Other = readonly [name: string, type: string, parameters?: object];

/** A workflow with the visitor trigger. Its process is that of the test. */
export class VisitorHost extends TriggerHost {
	constructor(service: TestService, parameters: IDataObject = {}, settings: Partial<INode> = {}) {
		// Of a plan with a high limit: what is tested here is not the pace.
		const credential = { ...service.credential, requestsPerSecond: 1000 };
		const node = { ...NODE, ...settings };
		super({ credential, parameters: {}, node, webhookBaseUrl: 'http://localhost' });
		this.parameters = parameters;
	}

	set parameters(parameters: IDataObject) {
		this.options.parameters = { allowedWebsites: 'example.com', spendingLimit: 5, ...parameters };
	}

	/** Further nodes of the workflow. */
	set others(others: Other[]) {
		this.options.otherNodes = others.map(([name, type, parameters = {}]) => ({
			...NEXT,
			id: name,
			name,
			type,
			parameters: parameters as INode['parameters'],
		}));
	}

	protected override load() {
		return { nodeType: new CompanyRadarVisitorTrigger(), clock };
	}

	/** A page view from this address; resolves with what it started. */
	async view(address: string, { body, headers, hops = 1 }: View = {}): Promise<RunResult | undefined> {
		const forwarded = address === '' ? {} : { 'x-forwarded-for': address };
		const { execution } = await this.receive({
			method: 'POST',
			headers: { 'user-agent': PERSON, origin: 'https://www.example.com', ...forwarded, ...headers },
			ip: address.split(',').at(-hops)?.trim(),
			app: { get: () => hops },
			body: JSON.stringify({ o: '', p: '/pricing', r: '', u: { utm_source: 'mail' }, ...(body as object) }),
		});
		return await execution;
	}

	/** The script, as a browser gets it. */
	async script(): Promise<unknown> {
		return (await this.receive({ method: 'GET', headers: {} })).answer.body;
	}

	get state(): VisitorState {
		const workflow = this.workflowWith({});
		return visitorStateOf({ getWorkflow: () => workflow, getNode: () => this.node });
	}

	/** Loses what the process remembers; what n8n has saved stays. */
	override restart(): void {
		Object.assign(this.state, new VisitorState());
	}
}
