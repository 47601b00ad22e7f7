import type { INodeProperties } from 'n8n-workflow';

import { CompanyRadarApi } from '../../credentials/CompanyRadarApi.credentials';
import { RESOURCES } from '../../nodes/CompanyRadar/operations';
import { EVENT_OPTIONS } from '../../nodes/shared/form/fieldOptions';
import { DESCRIPTIONS } from './workflow/nodeTypes';

type Named = Pick<INodeProperties, 'displayName' | 'name'> & { options?: unknown; values?: unknown };

/** The names of a field, of its choices and of what is inside it, as the editor shows them. */
const shownNames = (field: Named): string[] => [
	field.displayName ?? field.name,
	...([field.options, field.values].filter(Array.isArray).flat() as Named[]).flatMap(shownNames),
];

/** Every name of this package that the editor shows: nodes, resources, operations, actions, events, fields and choices. */
const EDITOR_NAMES: ReadonlySet<string> = new Set([
	...Object.values(DESCRIPTIONS).map(({ displayName }) => displayName),
	...Object.values(DESCRIPTIONS).flatMap(({ properties }) => properties.flatMap(shownNames)),
	...RESOURCES.flatMap(({ name, operations }) => operations.map((operation) => `${name}: ${operation.name}`)),
	...RESOURCES.flatMap(({ operations }) => operations.map(({ action }) => action)),
	...EVENT_OPTIONS.flatMap(({ action = [] }) => action),
	...new CompanyRadarApi().properties.flatMap(shownNames),
	new CompanyRadarApi().displayName,
]);

/** Names of n8n's own that the pages and the notes use. */
const N8N_NAMES = new Set([
	'Cell Format: RAW',
	'Actions',
	'Add tool',
	'Agents',
	'Allowed HTTP Request Domains',
	'Append row in sheet',
	'Approve',
	'Create Radar',
	'Create agent',
	'Credentials',
	'Execute step',
	'Execute workflow',
	'Google Sheets',
	'Import > From file',
	'List Radars',
	'Make Chat Publicly Available',
	'n8n User Auth',
	'On Error: Continue',
	'On Error: Stop Workflow',
	'Preview',
	'Publish',
	'Reject',
	'Require approval',
	'Retry',
	'Save',
	'Send a message',
	'Install',
	'Install a community node',
	'Settings → Community nodes',
	'Slack',
	'Triggers',
	'Stop',
	'Test',
	'View tool details',
	'production URL',
]);

/** A name as it stands in the editor; also `Field: Choice`, and a field without the unit in brackets. */
export const isEditorName = (text: string): boolean =>
	N8N_NAMES.has(text) ||
	EDITOR_NAMES.has(text) ||
	[...EDITOR_NAMES].some((name) => name.replace(/ \([^)]*\)$/, '') === text) ||
	(text.includes(': ') && text.split(': ').every((part) => EDITOR_NAMES.has(part)));
