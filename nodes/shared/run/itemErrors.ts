import type { IDataObject, INodeExecutionData, INode } from 'n8n-workflow';

import { fieldName, fieldNameWithKey } from '../api/radarFields';
import { toNodeError } from './nodeErrors';
import { isTool, KEEPS_ERROR_DETAILS } from '../host/host';
import {
	itemsNamed,
	listed,
	LISTED,
	MARKED_LINE,
	quoted,
	shortened,
	withoutMarks,
} from '../values/basics/inWords';
import { IS_EMPTY, lettersOf } from '../values/rules/primitives';
import { checkDomain } from '../values/rules/domain';
import { inOneLine, refusalIn, type Refusal } from '../values/basics/refusal';

/**
 * The result of one input item, or of several that share an output. `addTo` is an input item that passes through: its columns and
 * files stay, except columns of the same name. Results come in the order of their items, but for those with a `place`.
 */
export type ItemResult = { items: number[] } & (
	| { json: IDataObject[]; addTo?: INodeExecutionData; place?: 'first' | 'last' }
	| {
			failure: Refusal;
			/** Of a failed radar: the columns that it has in common with the others. */
			row?: IDataObject;
			/** Of a failed radar in a JSON array: its place, from 1. */
			number?: number;
			/** Of a radar that failed by itself, and not an input item: its name. */
			radar?: string;
	  }
	/** Not done on purpose, such as at a spending limit. */
	| { skipped: Refusal }
);

export type FailedItems = Extract<ItemResult, { failure: Refusal }>;

const CHECK_SOURCE = "Check the node that provides this item's values, then execute again.";

export const toFailure = (error: unknown): Refusal => refusalIn(error, CHECK_SOURCE);

/** Exactly these keys: with any other, n8n sends the item to the success output. */
export const toErrorItem = ({ what, todo, details = {} }: Refusal, item?: number): INodeExecutionData => ({
	json: { error: what, message: todo, ...(KEEPS_ERROR_DETAILS && { details }) },
	pairedItem: item === undefined ? [] : { item },
});

/** The editor renders descriptions as HTML: it allows few tags and collapses spaces. */
const asHtml = (text: string): string =>
	text
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replace(MARKED_LINE, (lines) => `<code>${lines.replaceAll(' ', '&nbsp;')}</code>`)
		.replaceAll('\n', '<br>');

/** The error that ends the node under On Error: Stop. @param more text to add to the description */
export const toItemError = (node: INode, { items, failure }: FailedItems, more?: string) => {
	const [itemIndex = 0] = items;
	const todo = [failure.todo, more].filter(Boolean).join('\n');
	// A model reads plain text, and in n8n's Agents only the message.
	const isForModel = isTool({ getNode: () => node });
	const description = isForModel ? withoutMarks(todo).replaceAll('\n', ' ') : asHtml(todo);
	const what = isForModel ? inOneLine({ ...failure, todo }) : failure.what;
	return toNodeError(node, { ...failure, what }, { itemIndex, description });
};

export const failEach = (items: number[], failure: Refusal): FailedItems[] =>
	items.map((item) => ({ items: [item], failure }));

const named = (failed: FailedItems[]): string =>
	itemsNamed(
		failed.flatMap(({ items }) => items),
		LISTED,
	);

/** Columns that name the row of an item, by their letters. */
const NAMING_COLUMNS = [
	'name',
	'fullname',
	'company',
	'companyname',
	'domain',
	'website',
	'email',
	'keyword',
	'url',
];

/** What a row calls itself, in parentheses. */
export function nameOfRow(json: IDataObject | undefined): string {
	const byLetters = new Map(Object.entries(json ?? {}).map(([key, value]) => [lettersOf(key), value]));
	const name = NAMING_COLUMNS.map((column) => byLetters.get(column)).find(
		(value) => typeof value === 'string' && value.trim() !== '',
	);
	return name === undefined ? '' : ` (${shortened(String(name))})`;
}

/** Keeps a list of 100,000 wrong items from holding up other executions. */
const MAX_COMPARED = 1000;

const LOOKED_AT = 20;

/** The column that has domains in the first rows. */
const columnWithDomains = (rows: readonly INodeExecutionData[]): string | undefined =>
	Object.keys(rows[0]?.json ?? {}).find((column) =>
		rows.slice(0, LOOKED_AT).every(({ json }) => {
			const checked = checkDomain(json[column], { serviceIsLoopback: false });
			return checked.ok && checked.doubts.length === 0;
		}),
	);

/** If all items fail alike, another column probably has the value. */
export function columnsInstead(
	[first, ...others]: FailedItems[],
	rows: readonly INodeExecutionData[],
): string[] {
	const columns = Object.keys(rows[0]?.json ?? {});
	if (!first || others.length !== rows.length - 1 || columns.length === 0) return [];
	const { what, details = {} } = first.failure;
	if (others.some(({ failure }) => failure.details?.fields !== details.fields)) return [];
	if ([fieldName('domain'), fieldNameWithKey('domain')].includes(String(details.fields))) {
		const column = columnWithDomains(rows);
		if (column !== undefined) return [`The column ${quoted(column)} of these items has domains.`];
	}
	const [field, empty] = what.split(` ${IS_EMPTY}`, 2);
	if (empty === undefined || others.some(({ failure }) => failure.what !== what)) return [];
	const type = details.fields === fieldNameWithKey('radar_type');
	const remedy = type ? " Add a column radar_type, or set 'Radars From' to Fields Below." : '';
	return [`No item has a value for ${field}. The first one has: ${listed(columns, LISTED)}.${remedy}`];
}

/** The items by what is wrong with them, whatever their values. */
function alike(failed: readonly FailedItems[]): FailedItems[][] {
	const kinds = new Map<string, FailedItems[]>();
	for (const each of failed) {
		const kind = inOneLine(each.failure).replace(/"[^"]*"/g, '');
		kinds.set(kind, [...(kinds.get(kind) ?? []), each]);
	}
	return [...kinds.values()];
}

/** What to do if only some items of a run fail. */
export const GO_ON = "To go on with the other items, set 'On Error' to 'Continue' in the node's settings.";

/** The error for invalid items under On Error: Stop: each reason with its items and what their rows call themselves. */
export function toInvalidItemsError(
	node: INode,
	[first, ...others]: [FailedItems, ...FailedItems[]],
	rows: readonly INodeExecutionData[],
	canGoOn: boolean,
) {
	const nameOf = ({ items: [item = 0] }: FailedItems) => `${item}${nameOfRow(rows[item]?.json)}`;
	const sameAs = (same: readonly FailedItems[]) =>
		same.length > 0 ? ` The same for ${itemsNamed(same.map(nameOf))}.` : '';
	const [[, ...same] = [], ...kinds] = alike([first, ...others.slice(0, MAX_COMPARED)]);
	const explained = kinds
		.slice(0, LISTED - 1)
		.map(([one, ...more]) => one && `Item ${nameOf(one)}: ${inOneLine(one.failure)}${sameAs(more)}`);
	const rest = [...kinds.slice(explained.length).flat(), ...others.slice(MAX_COMPARED)];
	// A mark below a line has to stay below it.
	const gap = /^.*\n *\^/.test(first.failure.todo) ? '\n' : ' ';
	const itself = others.length > 0 ? `Item ${nameOf(first)}:${gap}` : '';
	const lines = [
		'Nothing was sent.',
		`${itself}${first.failure.todo}${sameAs(same)}`,
		...explained,
		...(rest.length > 0 ? [`Also wrong: ${named(rest)}.`] : []),
		...columnsInstead([first, ...others], rows),
		...(canGoOn && others.length + 1 < rows.length ? [GO_ON] : []),
	];
	return toItemError(node, { ...first, failure: { ...first.failure, todo: lines.join('\n') } });
}

/** Names the other items with an unknown outcome, because the user must check each one. */
export const describeOtherUnknownOutcomes = (failed: FailedItems[]): string | undefined => {
	const unknown = failed.filter(({ failure }) => failure.kind === 'unknown');
	if (unknown.length === 0) return undefined;
	const ids = unknown.flatMap(({ failure }) => (failure.details?.candidates as string[] | undefined) ?? []);
	const candidates = ids.length === 0 ? '' : ` It may be: ${[...new Set(ids)].join(', ')}.`;
	return `The outcome is also unknown for ${named(unknown)}.${candidates}`;
};
