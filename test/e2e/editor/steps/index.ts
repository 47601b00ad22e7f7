import type { Step } from '../step';
import { bulkRequest, company, health, listApplied, listPlan, radar, titleFilter } from './operations';
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
	bulkRequest,
	company,
	radar,
	listPlan,
	titleFilter,
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
