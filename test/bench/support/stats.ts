export function median(values: number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = sorted.length >> 1;
	const [below = Number.NaN, above = Number.NaN] = sorted.slice(middle - 1);
	if (sorted.length === 1) return sorted[0] ?? Number.NaN;
	return sorted.length % 2 === 0 ? (below + above) / 2 : above;
}

export const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** `1.04, 1.05, 1.07` */
export const listed = (values: number[], digits = 2): string =>
	values.map((value) => value.toFixed(digits)).join(', ');
