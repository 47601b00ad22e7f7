/** The first values, and how many more there are. */
export function listed(values: readonly unknown[], max: number, separator = ', '): string {
	const more = values.length - max;
	return `${values.slice(0, max).join(separator)}${more > 0 ? ` and ${more} more` : ''}`;
}

/** The first lines, and one with how many more there are. */
export const firstLines = (lines: readonly string[], max: number): string[] => [
	...lines.slice(0, max),
	...(lines.length > max ? [`${lines.length - max} more.`] : []),
];

/** E.g. "item 3", or "items 1, 2 and 4 more". */
export const itemsNamed = (items: readonly number[], max = 5): string =>
	`${items.length === 1 ? 'item' : 'items'} ${listed(items, max)}`;

/** E.g. "1,000 updates". */
export const counted = (count: number, one: string, many: string): string =>
	`${String(count).replace(/\B(?=(\d{3})+$)/g, ',')} ${count === 1 ? one : many}`;
