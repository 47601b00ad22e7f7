import type { FailureReason, RadarType } from './types';

export type BillingModel = 'monthly' | 'update_based';

/** Tokens a minute, and a second where the bucket has that limit (docs/contributing/api.md, Rate limits). */
export interface BucketLimits {
	perMinute: number;
	perSecond: number | null;
}

/** Every switch of the sandbox. Times are in seconds unless the name says otherwise, and shrink with `speed`. */
export interface Settings {
	/** Multiplies the limits, which clients then see in the headers, and divides latencies and delays. */
	speed: number;
	/** No budget ever runs out. */
	unlimited: boolean;
	/** Every answer repeats the key that asked, in many forms and in every object of its body. */
	echoKey: boolean;
	limits: { write: BucketLimits; read: BucketLimits; bulk: BucketLimits };
	/** Milliseconds before an answer, by `METHOD /path` as in the document, or `*` for all others. */
	latencyMs: Record<string, number>;
	account: {
		/** Every create is a new radar, billed for itself (docs/contributing/api.md, Create a radar). */
		duplicatesEnabled: boolean;
		revealEnabled: boolean;
		/** Billing model by radar type; types that are not named are monthly. */
		billing: Record<RadarType, BillingModel>;
		pricesUsd: { month: number; finding: number; reveal: number };
		/** The figures of `GET /v1/account` are this old. */
		figuresLag: number;
	};
	radars: {
		/** New radars appear in `GET /v1/radars` so much later. */
		listDelay: number;
		/** `GET /v1/radars` ends after this many radars, and says that it is complete; null: it has all. */
		listMost: number | null;
		/** What a page that has more says for `next_cursor`. */
		listCursor: 'text' | 'number' | 'null' | 'absent' | 'constant';
		/** Records show values in another form: blanks collapsed, domains in Unicode, no `updates_since`. */
		otherForm: boolean;
		/** Radars whose domain, keyword or profile URL is a key here fail their set-up with that reason. */
		setupFailures: Record<string, FailureReason>;
	};
	bulk: {
		/** Milliseconds that an item takes. */
		itemMs: number;
		/** Names that the API leaves open. */
		deactivateField: string;
		resultsField: string;
	};
	updates: {
		order: 'newest-first' | 'oldest-first';
		pageSize: number;
		/** What the last page says for `next_cursor`: `refused` gives a cursor that is then a 400. */
		lastCursor: 'null' | 'absent' | 'repeated' | 'resumable' | 'refused';
		/** What a page that is not the last says for `next_cursor`: anything but `text` and `number` is a broken service. */
		nextCursor: 'text' | 'number' | 'null' | 'absent' | 'constant';
		/** Cursors older than this are a 400; null: they stay valid. */
		cursorLifetime: number | null;
		/** Before each page an empty one with `has_more: true`. */
		emptyPages: boolean;
		/** The name of the array, which the API leaves open. */
		arrayName: 'updates' | 'data';
		/** Where a finding carries `radar_type`. */
		radarTypeIn: 'data' | 'top' | 'both';
	};
	findings: {
		/** This many findings for each new radar, after the delay. */
		afterCreation: number;
		delay: number;
	};
	deliveries: {
		/** How often an event is sent until it is acknowledged, the wait between, and the wait for an answer. */
		attempts: number;
		retryAfter: number;
		timeout: number;
		/** Each acknowledged event is sent again so often. */
		duplicates: number;
		/** Events overtake each other. */
		outOfOrder: boolean;
		/** How many are on their way at a time. */
		concurrency: number;
	};
}

export const DEFAULT_SETTINGS: Settings = {
	speed: 1,
	unlimited: false,
	echoKey: false,
	limits: {
		write: { perMinute: 100, perSecond: 10 },
		read: { perMinute: 200, perSecond: 10 },
		bulk: { perMinute: 10, perSecond: null },
	},
	latencyMs: {},
	account: {
		duplicatesEnabled: false,
		revealEnabled: true,
		billing: {},
		pricesUsd: { month: 1, finding: 0.1, reveal: 0.05 },
		figuresLag: 0,
	},
	radars: { listDelay: 0, listMost: null, listCursor: 'text', otherForm: false, setupFailures: {} },
	bulk: { itemMs: 0, deactivateField: 'radar_ids', resultsField: 'results' },
	updates: {
		order: 'newest-first',
		pageSize: 50,
		lastCursor: 'null',
		nextCursor: 'text',
		cursorLifetime: null,
		emptyPages: false,
		arrayName: 'updates',
		radarTypeIn: 'data',
	},
	findings: { afterCreation: 0, delay: 1 },
	deliveries: { attempts: 3, retryAfter: 5, timeout: 10, duplicates: 0, outOfOrder: false, concurrency: 8 },
};

export type DeepPartial<T> = {
	[K in keyof T]?: T[K] extends unknown[] ? T[K] : T[K] extends object | null ? DeepPartial<T[K]> : T[K];
};

const isBranch = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** `base` with the values of `patch` in place of its own, branch by branch. */
export function merged<T>(base: T, patch: DeepPartial<T> | undefined): T {
	if (!isBranch(base) || !isBranch(patch)) return structuredClone(patch === undefined ? base : (patch as T));
	const patches: Record<string, unknown> = patch;
	const keys = new Set([...Object.keys(base), ...Object.keys(patch)]);
	return Object.fromEntries([...keys].map((key) => [key, merged(base[key], patches[key] as never)])) as T;
}

/** Why `patch` does not fit the settings (an unknown name), or null. Branches that start empty take any name. */
export function settingsProblem(patch: unknown, base: unknown = DEFAULT_SETTINGS, path = ''): string | null {
	if (!isBranch(patch)) return path === '' ? 'The settings must be an object.' : null;
	if (!isBranch(base) || (path !== '' && Object.keys(base).length === 0)) return null;
	for (const [key, value] of Object.entries(patch)) {
		const name = path === '' ? key : `${path}.${key}`;
		if (!(key in base)) return `There is no setting "${name}".`;
		const problem = settingsProblem(value, base[key], name);
		if (problem !== null) return problem;
	}
	return null;
}
