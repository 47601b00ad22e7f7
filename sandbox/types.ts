/** The shapes that the server builds. openapi.yaml has them in full, and the tests hold every answer against it. */

export type RadarType = `company_${string}` | `contact_${string}` | `industry_${string}`;
export type CustomFields = Record<string, string>;

/** Section 2.1. */
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

/** The body of a creation that passed the checks (section 2.2). */
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

/** One entry of `errors` (section 7). */
export interface Issue {
	field: string;
	reason: string;
	conflicting_radar_id?: string;
}

/** Section 7. */
export interface ErrorEnvelope {
	status: 'error';
	code: number;
	message: string;
	errors: Issue[];
	timestamp: string;
	error_id: string;
}

/** `errors[].reason` of a failure notice (section 6.4). */
export type FailureReason =
	'missing_prerequisites' | 'setup_failure' | 'source_inaccessible' | 'insufficient_funds';

export type Json = Record<string, unknown>;

/** Any update or event (section 6). */
export interface Update extends Json {
	update_id: string;
	update_type: 'radar_finding' | 'radar_failure' | 'radar_created' | 'bulk_completed';
}
