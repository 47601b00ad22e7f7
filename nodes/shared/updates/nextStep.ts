import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../basics/json';

/** What to do in a CRM about a hire, a job change or a failure. */
export type NextStep = 'alert_owner' | 'check_radar' | 'close_old_record' | 'new_contact';

/** A role that isn't known is absent or empty. */
const isKnownRole = (role: unknown): boolean =>
	isObject(role) && Boolean(role.company_name || role.company_domain);

/** A change of an unknown kind closes and creates nothing: a person decides. */
function afterJobChange({ change_type: change, new_role: role }: IDataObject): NextStep {
	if (change === 'departure') return 'close_old_record';
	if (change === 'new_company_role') return isKnownRole(role) ? 'new_contact' : 'close_old_record';
	return 'alert_owner';
}

/** @param type the radar type of a finding, or else the update type */
export function nextStep(type: string, content: IDataObject): NextStep | undefined {
	if (type === 'company_new_hires') return 'new_contact';
	if (type === 'contact_job_changes') return afterJobChange(content);
	return type === 'radar_failure' ? 'check_radar' : undefined;
}
