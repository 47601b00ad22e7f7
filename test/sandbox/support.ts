import type { AxiosHeaders } from 'axios';
import {
	startSandbox,
	validateEvent,
	validateExchange,
	type Sandbox,
	type SandboxOptions,
} from '../../sandbox';
import type { components } from '../../nodes/shared/api/openapi';
import { loopback } from '../../tools/shared/loopback';

/** What `JSON.parse` gives: tests look into it freely. */
export type Parsed = ReturnType<typeof JSON.parse>;

/** An answer as a client sees it. */
export interface Answered {
	status: number;
	headers: AxiosHeaders;
	/** The parsed body, or null when it is no JSON. */
	body: Parsed;
	text: string;
}

export interface Sent {
	/** Sent as JSON unless it is text already. */
	body?: unknown;
	/** The full key when left out; null sends none. */
	key?: string | null;
	headers?: Record<string, string>;
	signal?: AbortSignal;
}

export const ACME = { radar_type: 'company_mentions', domain: 'example.com' };

/** What a creation of each radar type needs. */
export const REQUIRED_FIELDS: Record<components['schemas']['RadarType'], object> = {
	company_new_hires: { domain: 'example.com' },
	company_job_openings: { domain: 'example.com' },
	company_promotions: { domain: 'example.com' },
	company_reviews: { domain: 'example.com' },
	company_mentions: { domain: 'example.com' },
	company_social_posts: { domain: 'example.com' },
	company_social_posts_cxo: { domain: 'example.com' },
	company_social_engagements: { domain: 'example.com' },
	contact_job_changes: { domain: 'example.com', full_name: 'Jane Roe' },
	contact_social_posts: { profile_url: 'https://profiles.example/in/jane' },
	contact_social_engagements: { profile_url: 'https://profiles.example/in/jane' },
	industry_mentions: { keyword: 'supply chain' },
	industry_funding_rounds: {},
	industry_new_companies: {},
	industry_job_openings: { keyword: 'supply chain' },
};
export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
export const UNKNOWN_ID = '00000000-0000-4000-a000-000000000000';

/** A sandbox for the tests of a file, and the calls they make. */
export class TestSandbox {
	sandbox!: Sandbox;

	get control() {
		return this.sandbox.control;
	}

	get keys() {
		return this.sandbox.keys;
	}

	async call(method: string, path: string, { body, key, headers, signal }: Sent = {}): Promise<Answered> {
		const auth: Record<string, string> = key === null ? {} : { 'x-api-key': key ?? this.sandbox.apiKey };
		const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
		const answer = await loopback.request<string>({
			method,
			url: `${this.sandbox.baseUrl}${path}`,
			headers: { ...auth, ...type, ...headers },
			// A buffer is sent as it is, so that a test can send broken JSON.
			data: typeof body === 'string' ? Buffer.from(body) : body,
			responseType: 'text',
			signal,
		});
		return {
			status: answer.status,
			headers: answer.headers as AxiosHeaders,
			text: answer.data,
			body: parsed(answer.data),
		};
	}

	get = (path: string, sent?: Sent) => this.call('GET', path, sent);
	post = (path: string, body?: unknown, sent?: Sent) => this.call('POST', path, { body, ...sent });
	delete = (path: string, body?: unknown, sent?: Sent) => this.call('DELETE', path, { body, ...sent });

	/** Creates a radar that must be fine, and gives its record. */
	async created(body: object = ACME): Promise<Parsed> {
		const answer = await this.post('/v1/radars', body);
		expect(answer).toMatchObject({ status: 201 });
		return answer.body.data;
	}

	/** Submits a bulk, waits until everything is done, and gives the `bulk_id`. */
	async submitted(body: object): Promise<string> {
		const answer = await this.post('/v1/radars/bulk', body);
		expect(answer).toMatchObject({ status: 202 });
		await this.control.idle();
		return answer.body.bulk_id;
	}
}

function parsed(text: string): Parsed {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}

/**
 * Starts a sandbox for the file's tests. After each test every answer that it gave, and every event that it sent, is held
 * against openapi.yaml, as is every request that was not refused.
 */
export function useSandbox(options: SandboxOptions = {}): TestSandbox {
	const test = new TestSandbox();
	beforeAll(async () => {
		test.sandbox = await startSandbox({ ...options, settings: { unlimited: true, ...options.settings } });
	});
	beforeEach(() => test.control.reset());
	afterEach(() => {
		for (const entry of test.control.log()) {
			const { request, response } = validateExchange(entry);
			const call = `${entry.method} ${entry.path} ${entry.status}`;
			if (!request[0]?.startsWith('no operation')) expect({ call, response }).toEqual({ call, response: [] });
			if (entry.outcome === 'done') expect({ call, request }).toEqual({ call, request: [] });
		}
		for (const { event } of test.control.deliveries()) expect(validateEvent(event)).toEqual([]);
	});
	afterAll(() => test.sandbox.stop());
	return test;
}

/** The error envelope (docs/contributing/api.md, Errors). */
export const envelope = (code: number, errors: unknown = expect.any(Array)) => ({
	status: code,
	body: {
		status: 'error',
		code,
		message: expect.stringMatching(/./),
		errors,
		timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
		error_id: expect.stringMatching(UUID),
	},
});

/** An error of which one entry names this field. */
export const refusedFor = (code: number, field: string, reason: unknown = expect.stringMatching(/./)) =>
	envelope(code, expect.arrayContaining([expect.objectContaining({ field, reason })]));
