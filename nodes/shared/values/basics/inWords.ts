import { decode } from 'punycode/';

import { attempt } from './values';

/** How many values a sentence names before it only counts the rest. */
export const NAMED = 5;

/** The same for a list, such as that of the columns of an item. */
export const LISTED = 20;

/** The first values, and how many more there are. */
export function listed(values: readonly unknown[], max = NAMED, separator = ', '): string {
	const more = values.length - max;
	return `${values.slice(0, max).join(separator)}${more > 0 ? ` and ${more} more` : ''}`;
}

/** The first lines, and one with how many more there are. */
export const firstLines = (lines: readonly string[], max = NAMED): string[] => [
	...lines.slice(0, max),
	...(lines.length > max ? [`${lines.length - max} more.`] : []),
];

/** E.g. "item 3", or "items 1, 2 and 4 more". */
export const itemsNamed = (items: ReadonlyArray<number | string>, max = NAMED): string =>
	`${items.length === 1 ? 'item' : 'items'} ${listed(items, max)}`;

/** E.g. "1,000 updates". */
export const counted = (count: number, one: string, many: string): string =>
	`${String(count).replace(/\B(?=(\d{3})+$)/g, ',')} ${count === 1 ? one : many}`;

const MICRO_DECIMALS = 6;

let format: Intl.NumberFormat | undefined;
let shortFormat: Intl.NumberFormat | undefined;

/** E.g. $0.10; more than two decimals only if the amount has them. The format is created on first use, since it's slow to load. */
export const usd = (amount: number): string =>
	(format ??= new Intl.NumberFormat('en-US', {
		style: 'currency',
		currency: 'USD',
		maximumFractionDigits: MICRO_DECIMALS,
	})).format(amount);

/** A large amount in short form: $4.5M. */
export const shortUsd = (amount: number): string =>
	(shortFormat ??= new Intl.NumberFormat('en-US', {
		style: 'currency',
		currency: 'USD',
		notation: 'compact',
		maximumSignificantDigits: 3,
	})).format(amount);

const DOCS = 'https://github.com/company-radar/n8n-nodes-company-radar/blob/main/docs';

/** A link in the description of a field. @param place a page, and maybe a heading, such as `money.md#retries` */
export const docsLink = (text: string, place: string): string => `<a href="${DOCS}/${place}">${text}</a>`;

/** ASCII domains in a text as people read them. A label is a blank if it stands for nothing: newer versions of Node.js accept any with `xn--`. */
export const domainInWords = (ascii: string): string =>
	ascii.replace(/(?<![\w-])xn--([\w-]*)/g, (_, label: string) => attempt(() => decode(label)) || ' ');
