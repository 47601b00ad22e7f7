import type { Step } from '../step';
import { account } from './account';
import { addNodes } from './addNodes';
import { bulkRequest } from './bulkRequest';
import { choices } from './choices';
import { company } from './company';
import { dryRun, tableColumns, thousandRadars, warnings } from './costs';
import { rightKey, wrongKey } from './credential';
import { outputPreview } from './outputPreview';
import { wrongIpAddress, wrongTitleExpression } from './problems';
import { health, listPlan, radar } from './radar';
import { titleFilter } from './titleFilter';
import { tool } from './tool';
import { catchUpDelivery, event, polling, publishing, webhookDelivery } from './trigger';
import { update } from './update';
import { webhook } from './webhook';

/** In this order. */
export const STEPS: readonly Step[] = [
	addNodes,
	wrongKey,
	rightKey,
	account,
	bulkRequest,
	company,
	radar,
	listPlan,
	titleFilter,
	update,
	webhook,
	outputPreview,
	warnings,
	choices,
	dryRun,
	tableColumns,
	wrongTitleExpression,
	wrongIpAddress,
	event,
	polling,
	webhookDelivery,
	catchUpDelivery,
	publishing,
	tool,
	health,
	thousandRadars,
];
