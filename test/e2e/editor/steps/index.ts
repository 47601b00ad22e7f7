import type { Step } from '../step';
import {
	account,
	bulkRequest,
	company,
	health,
	listApplied,
	listPlan,
	radar,
	titleFilter,
	update,
	webhook,
} from './operations';
import { addNodes, rightKey, tool, wrongKey } from './connect';
import {
	choices,
	dryRun,
	outputPreview,
	tableColumns,
	thousandRadars,
	warnings,
	wrongIpAddress,
	wrongTitleExpression,
} from './forms';
import { bulkEvent, catchUpDelivery, event, polling, publishing, webhookDelivery } from './trigger';

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
	// Before a workflow is published, which then asks the service for updates.
	tool,
	event,
	bulkEvent,
	polling,
	webhookDelivery,
	catchUpDelivery,
	publishing,
	health,
	listApplied,
	thousandRadars,
];
