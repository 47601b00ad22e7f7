import type { components } from './openapi';

type Schemas = components['schemas'];

/** Interface section 2.1. */
export type Radar = Schemas['Radar'];

/** Interface section 2.2: the body of a creation. The fields depend on `radar_type`; others are sent as they are. */
export interface RadarDefinition {
	radar_type: string;
	domain?: string;
	email?: string;
	profile_url?: string;
	full_name?: string;
	keyword?: string;
	countries?: string[];
	departments?: string[];
	seniorities?: string[];
	job_titles?: string;
	updates_since?: string;
	include_historical?: boolean;
	webhook_url?: string;
	custom_fields?: Record<string, string>;
}

/** Interface section 4.5. */
export type RadarPage = Schemas['RadarPage'];

export interface RadarQuery {
	/** Comma-separated, at most 50. */
	radar_id?: string;
	radar_type?: string;
	radar_status?: string;
	/** ISO 8601 with a time zone. */
	created_since?: string;
	limit?: number;
	cursor?: string;
}

/** Interface section 2.6. */
export type AccountSummary = Schemas['AccountSummary'];

/** Interface section 2.7: the whole answer. */
export type RevealResult = Schemas['RevealResult'];

/** Interface section 4.2. */
export interface BulkCreateBody {
	radars: RadarDefinition[];
	webhook_url?: string;
}
export type BulkAccepted = Schemas['BulkAccepted'];

/** Interface section 4.4; its shape is an assumption. */
export type BulkResults = Schemas['BulkResults'];
export type BulkResultItem = Schemas['BulkResultItem'];

/** Interface section 6. */
export type Update = Schemas['Update'];

/** Interface section 4.9: one page, whatever name the service gives to the array. */
export interface UpdatePage {
	updates: Update[];
	has_more: boolean;
	/** Null where the service gave none. */
	next_cursor: string | null;
	/** The service's clock. */
	timestamp?: string;
}

export interface UpdateQuery {
	/** Comma-separated, at most 10. */
	radar_id?: string;
	/** Comma-separated. */
	radar_type?: string;
	cursor?: string;
	/** Parameters that the user typed in; the service refuses those that it does not know. */
	[parameter: string]: string | number | boolean | undefined;
}

/** Interface section 4.10. */
export interface TestEventBody {
	radar_type: string;
	update_type?: string;
	webhook_url?: string;
}
export type TestEventAnswer = Schemas['WebhookTestAnswer'];

/** Interface section 4.11: contents unknown, shown as it is. */
export type WebhookSchema = Record<string, string | number | boolean | object | null>;

/** An entry of `errors` (interface section 7). */
export interface FieldError {
	field: string;
	reason: string;
}
