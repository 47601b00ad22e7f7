import type { INodeProperties } from 'n8n-workflow';

import { shownWhile } from '../../shared/parameters/fieldOptions';
import type { Operation, Resource } from './operation';

const fieldsOf = (resource: Resource, { value, fields }: Operation): INodeProperties[] =>
	fields.map((field) => shownWhile({ resource: [resource.value], operation: [value] }, field));

const defaultOf = ({ operations, defaultOperation }: Resource) =>
	defaultOperation ?? operations[0]?.value ?? '';

const operationSelect = (resource: Resource): INodeProperties => ({
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: [resource.value] } },
	options: resource.operations.map((operation) => ({
		name: operation.name,
		value: operation.value,
		action: operation.action,
		description: operation.description,
	})),
	default: defaultOf(resource),
});

export const buildProperties = (resources: Resource[], defaultResource: string): INodeProperties[] => [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: resources.map(({ name, value, description }) => ({
			name,
			value,
			...(description === undefined ? {} : { description }),
		})),
		default: defaultResource,
	},
	...resources.map(operationSelect),
	...resources.flatMap((resource) =>
		resource.operations.flatMap((operation) => fieldsOf(resource, operation)),
	),
];

/** The parameter values with which an operation works offline and needs no credential. */
export function offlineValues(resources: Resource[]): Record<string, string[]> {
	const values: Record<string, string[]> = {};
	for (const { offline = {} } of resources.flatMap(({ operations }) => operations)) {
		for (const [name, own] of Object.entries(offline)) values[name] = [...(values[name] ?? []), ...own];
	}
	return values;
}
