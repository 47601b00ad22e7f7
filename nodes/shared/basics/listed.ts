/** The first values, and how many more there are. */
export function listed(values: readonly unknown[], max: number, separator = ', '): string {
	const more = values.length - max;
	return `${values.slice(0, max).join(separator)}${more > 0 ? ` and ${more} more` : ''}`;
}

/** The number with its noun. */
export const counted = (count: number, one: string, many: string): string =>
	`${String(count).replace(/\B(?=(\d{3})+$)/g, ',')} ${count === 1 ? one : many}`;
