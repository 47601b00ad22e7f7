import type { INodeProperties } from 'n8n-workflow';

import { shownWhile } from '../../shared/form/fieldOptions';
import type { Resource } from '../../shared/run/operation';
import { getSummary } from './account/getSummary';
import { create as createInBulk } from './bulkRequest/create';
import { deactivate as deactivateInBulk } from './bulkRequest/deactivate';
import { getResults } from './bulkRequest/getResults';
import { reveal } from './company/reveal';
import { checkHealth } from './radar/checkHealth';
import { create } from './radar/create';
import { deactivate } from './radar/deactivate';
import { get } from './radar/get';
import { getMany } from './radar/getMany';
import { syncList } from './radar/syncList';
import { previewMatches } from './titleFilter/previewMatches';
import { getMany as getManyUpdates } from './update/getMany';
import { getSchema } from './webhook/getSchema';
import { sendTestEvent } from './webhook/sendTestEvent';

/** Everything the node can do, in the order of the editor's lists. */
export const RESOURCES: Resource[] = [
	{ name: 'Account', value: 'account', defaultOperation: 'getSummary', operations: [getSummary] },
	{ name: 'Company', value: 'company', defaultOperation: 'reveal', operations: [reveal] },
	{
		name: 'Radar',
		value: 'radar',
		defaultOperation: 'getMany',
		operations: [checkHealth, create, deactivate, get, getMany, syncList],
	},
	{
		name: 'Radar Update',
		value: 'update',
		description: 'What your radars found',
		defaultOperation: 'getMany',
		operations: [getManyUpdates],
	},
	{
		name: 'Radars in Bulk',
		value: 'bulkRequest',
		description: 'Many radars in one request',
		defaultOperation: 'getResults',
		operations: [createInBulk, deactivateInBulk, getResults],
	},
	{
		name: 'Title Filter',
		value: 'titleFilter',
		defaultOperation: 'previewMatches',
		operations: [previewMatches],
	},
	{
		name: 'Webhook',
		value: 'webhook',
		defaultOperation: 'getSchema',
		operations: [getSchema, sendTestEvent],
	},
];

const operationSelect = ({ value, operations, defaultOperation }: Resource): INodeProperties => ({
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: [value] } },
	options: operations.map((operation) => ({
		name: operation.name,
		value: operation.value,
		action: operation.action,
		description: operation.description,
	})),
	default: defaultOperation,
});

/** The node's form. */
export const properties: INodeProperties[] = [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: RESOURCES.map(({ name, value, description }) => ({
			name,
			value,
			...(description === undefined ? {} : { description }),
		})),
		default: 'radar',
	},
	...RESOURCES.map(operationSelect),
	...RESOURCES.flatMap((resource) =>
		resource.operations.flatMap(({ value, fields }) =>
			fields.map((field) => shownWhile({ resource: [resource.value], operation: [value] }, field)),
		),
	),
];

/** Operations without a request need no credential. */
export const OFFLINE = RESOURCES.flatMap(({ operations }) =>
	operations.flatMap(({ isOffline, value }) => (isOffline ? [value] : [])),
);
