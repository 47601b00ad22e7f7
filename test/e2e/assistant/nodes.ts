import type { IDataObject, INode } from 'n8n-workflow';

import { ACTION, TRIGGER, VISITOR_TRIGGER } from '../../../tools/shared/nodeTypes';

/** A node as somebody writes it, without what the editor adds. */
export type Step = Pick<INode, 'name' | 'type' | 'typeVersion' | 'onError'> & { parameters: IDataObject };

const step = (name: string, type: string, typeVersion: number, parameters: IDataObject): Step => ({
	name,
	type: type.includes('.') ? type : `n8n-nodes-base.${type}`,
	typeVersion,
	parameters,
});

export const updates = (parameters: IDataObject) => step('Updates', TRIGGER, 1, parameters);

export const visitors = (parameters: IDataObject) => step('Visitors', VISITOR_TRIGGER, 1, parameters);

export const radar = (name: string, parameters: IDataObject, settings: Pick<INode, 'onError'> = {}) => ({
	...step(name, ACTION, 1, parameters),
	...settings,
});

/** Of the schedule, tests click on it. */
export const every = (field: 'hours' | 'days' | 'weeks' | 'months', more: IDataObject = {}) =>
	step('Schedule', 'scheduleTrigger', 1.2, { rule: { interval: [{ field, ...more }] } });

/** Passes what the expression is true for. */
export const only = (expression: string, name = 'Filter') => {
	const operator = { type: 'boolean', operation: 'true', singleValue: true };
	const conditions = [{ id: '1', leftValue: expression, rightValue: '', operator }];
	const options = { caseSensitive: true, leftValue: '', typeValidation: 'loose', version: 2 };
	return step(name, 'filter', 2.2, { conditions: { options, conditions, combinator: 'and' }, options: {} });
};

/** One item for each row of a list. */
export const rowsOf = (rows: string) => [
	step('List', 'set', 3.4, {
		assignments: { assignments: [{ id: '1', name: 'rows', value: rows, type: 'array' }] },
		options: {},
	}),
	step('Rows', 'splitOut', 1, { fieldToSplitOut: 'rows', options: {} }),
];

/** A list that somebody wrote into the workflow. */
export const list = (rows: IDataObject[]) => rowsOf(JSON.stringify(rows));

export const all = () =>
	step('All', 'aggregate', 1, {
		aggregate: 'aggregateAllItemData',
		destinationFieldName: 'all',
		options: {},
	});

const inChannel = { select: 'channel', channelId: { __rl: true, mode: 'name', value: '#sales' } };

export const slack = (text: string) =>
	step('Slack', 'slack', 2.3, {
		resource: 'message',
		operation: 'post',
		...inChannel,
		messageType: 'text',
		text,
		otherOptions: { includeLinkToWorkflow: false },
	});

/** Waits for one of two buttons, and passes what was approved. */
export const approval = (message: string) => [
	step('Ask', 'slack', 2.3, {
		resource: 'message',
		operation: 'sendAndWait',
		...inChannel,
		message,
		approvalOptions: { values: { approvalType: 'double' } },
		options: { appendAttribution: false },
	}),
	only('={{ $json.data.approved }}', 'Approved'),
];

export const email = (subject: string, message: string) =>
	step('Gmail', 'gmail', 2.1, {
		resource: 'message',
		operation: 'send',
		sendTo: 'owner@example.com',
		subject,
		emailType: 'text',
		message,
		options: { appendAttribution: false },
	});

const columnsOf = (value: IDataObject) => ({
	mappingMode: 'defineBelow',
	value,
	matchingColumns: [],
	schema: Object.keys(value).map((id) => ({ id, displayName: id, display: true, type: 'string' })),
});

export const sheetRow = (value: IDataObject) =>
	step('Google Sheets', 'googleSheets', 4.7, {
		resource: 'sheet',
		operation: 'append',
		documentId: { __rl: true, mode: 'id', value: 'spreadsheet' },
		sheetName: { __rl: true, mode: 'name', value: 'Funding' },
		columns: columnsOf(value),
		options: { cellFormat: 'RAW' },
	});

const dataTable = (name: string, operation: string, table: string, parameters: IDataObject) =>
	step(name, 'dataTable', 1.1, {
		resource: 'row',
		operation,
		dataTableId: { __rl: true, mode: 'name', value: table },
		...parameters,
	});

export const tableRows = (table: string) => dataTable('Get Rows', 'get', table, { returnAll: true });

export const todaysRows = (table: string) => {
	const today = { keyName: 'createdAt', condition: 'gte', keyValue: "={{ $now.startOf('day').toISO() }}" };
	return dataTable('Get Rows', 'get', table, { filters: { conditions: [today] }, returnAll: true });
};

export const tableRow = (table: string, value: IDataObject) =>
	dataTable('Insert Row', 'insert', table, { columns: columnsOf(value), options: {} });

export const deal = (dealName: string) =>
	step('HubSpot', 'hubspot', 2.2, {
		authentication: 'appToken',
		resource: 'deal',
		operation: 'create',
		stage: 'appointmentscheduled',
		additionalFields: { dealName },
	});
