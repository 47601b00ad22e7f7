export function median(values: number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = sorted.length >> 1;
	const [below = Number.NaN, above = Number.NaN] = sorted.slice(middle - 1);
	if (sorted.length === 1) return sorted[0] ?? Number.NaN;
	return sorted.length % 2 === 0 ? (below + above) / 2 : above;
}

/** Slope of the straight line that fits the points best. */
function slope(points: Array<[x: number, y: number]>): number {
	const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
	const [meanX, meanY] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))];
	const covariance = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
	const variance = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
	return covariance / variance;
}

/** How the time grows with the size: 1 is linear, 2 is quadratic. */
export const growthExponent = (points: Array<[size: number, time: number]>): number =>
	slope(points.map(([size, time]) => [Math.log(size), Math.log(time)]));

export const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** `1.04, 1.05, 1.07` */
export const listed = (values: number[], digits = 2): string =>
	values.map((value) => value.toFixed(digits)).join(', ');

export async function secondsOf(run: () => Promise<unknown>): Promise<number> {
	const start = performance.now();
	await run();
	return (performance.now() - start) / 1000;
}
