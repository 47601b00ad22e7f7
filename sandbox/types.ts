/** The shapes that the server builds. openapi.yaml has them in full, and the tests hold every answer against it. */

export type RadarType = `company_${string}` | `contact_${string}` | `industry_${string}`;
export type CustomFields = Record<string, string>;

export interface Radar {
	radar_id: string;
	radar_type: RadarType;
	domain: string | null;
	email?: string;
	profile_url?: string;
	full_name?: string;
	keyword?: string;
	created_at: string;
	deactivated_at: string | null;
	next_charge_at: string | null;
	webhook_url?: string;
	radar_status: 'active' | 'inactive';
	custom_fields: CustomFields;
	updates_since: string | null;
}

/** The body of a creation that passed the checks. */
export interface RadarDefinition {
	radar_type: RadarType;
	domain?: string;
	email?: string;
	profile_url?: string;
	full_name?: string;
	keyword?: string;
	countries?: string[];
	departments?: string[];
	seniorities?: string[];
	job_titles?: string;
	include_historical?: boolean;
	updates_since?: string;
	webhook_url?: string;
	custom_fields?: CustomFields;
}

/** One entry of `errors`. */
export interface Issue {
	field: string;
	reason: string;
	conflicting_radar_id?: string;
}

/** The body of every error (docs/contributing/api.md, Errors). */
export interface ErrorEnvelope {
	status: 'error';
	code: number;
	message: string;
	errors: Issue[];
	timestamp: string;
	error_id: string;
}

/** `errors[].reason` of a failure notice (docs/contributing/api.md, radar_failure). */
export type FailureReason =
	'missing_prerequisites' | 'setup_failure' | 'source_inaccessible' | 'insufficient_funds';

export type Json = Record<string, unknown>;

/** Any update or event (docs/contributing/api.md, Events). */
export interface Update extends Json {
	update_id: string;
	update_type: 'radar_finding' | 'radar_failure' | 'radar_created' | 'bulk_completed';
}
