import { AGENT_RUNS, BUTTON_RUNS } from './agents';
import { CRM_RUNS } from './crm';
import { FORM_RUNS } from './forms';
import { PLAN_RUNS } from './plans';
import type { Run } from './run';
import { TABLE_RUNS } from './tables';
import { TEAM_RUNS } from './team';

/** In this order: some work on what the one before has made, and agents have a budget, which n8n checks against charges that a fresh service no longer shows. */
export const RUNS: readonly Run[] = [
	...AGENT_RUNS,
	...TEAM_RUNS,
	...CRM_RUNS,
	...TABLE_RUNS,
	...FORM_RUNS,
	...BUTTON_RUNS,
	...PLAN_RUNS,
];
