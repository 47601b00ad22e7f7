import type { Resource } from '../runner/operation';
import { account } from './account';
import { bulkSubmission } from './bulkSubmission';
import { company } from './company';
import { radar } from './radar';
import { titleFilter } from './titleFilter';
import { update } from './update';
import { webhook } from './webhook';

/** Everything the node can do, in the order of the editor's lists. */
export const RESOURCES: Resource[] = [account, company, radar, update, bulkSubmission, titleFilter, webhook];
