import type { Step } from '../step';
import { account } from './account';
import { addNodes } from './addNodes';
import { bulkSubmission } from './bulkSubmission';
import { company } from './company';
import { rightKey, wrongKey } from './credential';
import { outputPreview } from './outputPreview';
import { wrongIpAddress, wrongTitleExpression } from './problems';
import { radar } from './radar';
import { titleFilter } from './titleFilter';
import { catchUpDelivery, polling, publishing, webhookDelivery } from './trigger';
import { update } from './update';
import { webhook } from './webhook';

/** In this order. */
export const STEPS: readonly Step[] = [
	addNodes,
	wrongKey,
	rightKey,
	account,
	bulkSubmission,
	company,
	radar,
	titleFilter,
	update,
	webhook,
	outputPreview,
	wrongTitleExpression,
	wrongIpAddress,
	polling,
	webhookDelivery,
	catchUpDelivery,
	publishing,
];
