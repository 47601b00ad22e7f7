import type { Step } from '../step';
import { addNodes, rightKey, tool, wrongKey } from './connect';
import { bulkRequest, health, outputPreview, radar, wrongTitleExpression } from './operations';
import { event, polling, publishing, webhookDelivery } from './trigger';

/** In this order. */
export const STEPS: readonly Step[] = [
	addNodes,
	wrongKey,
	rightKey,
	bulkRequest,
	radar,
	outputPreview,
	wrongTitleExpression,
	// Before a workflow is published, which then asks the service for updates.
	tool,
	event,
	polling,
	webhookDelivery,
	publishing,
	health,
];
