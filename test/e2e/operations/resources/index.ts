import { account } from './account';
import { bulkRequest } from './bulkRequest';
import { company } from './company';
import { radar } from './radar';
import type { ResourceWorkflow } from './resource';
import { titleFilter } from './titleFilter';
import { update } from './update';
import { webhook } from './webhook';

/** In this order: the updates and the account are those of what was created before. */
export const RESOURCE_WORKFLOWS: readonly ResourceWorkflow[] = [
	titleFilter,
	radar,
	bulkRequest,
	company,
	update,
	webhook,
	account,
];
