import { atMost, measure, type BenchContext, type Figure } from '../bench/bench';
import { withFigures } from '../bench/pages';

const context = { log: () => undefined } as unknown as BenchContext;

const benchOf = (...values: number[]) => {
	let runs = 0;
	const run = async (): Promise<Figure[]> => {
		const value = values[runs++];
		if (value === undefined) throw new Error('Measured too often');
		return await Promise.resolve([atMost('Stall, ms', value, 50, '3 executions')]);
	};
	return { name: 'stall', run };
};

test.each([
	['a target that is met is measured once', [49], 49, true],
	['one miss on a busy machine does not count', [70, 40, 45], 45, true],
	['two misses count', [70, 40, 60], 60, false],
])('%s', async (_, values, value, pass) => {
	const [figure] = await measure(benchOf(...values), context);
	expect(figure).toMatchObject({ value, pass });
});

test('a page names the targets that are missed, until they are met', () => {
	const page = '# Benchmarks\n\n**All 2 targets are met.** They say how fast the nodes are.';
	const [met, missed] = [atMost('Start, ms', 5, 10, ''), atMost('Stall, ms', 60, 50, '')];
	const bad = withFigures(page, [met, missed]);
	expect(bad).toContain('**1 of 2 targets is missed: Stall, ms (target: 50).** They say how');
	expect(withFigures(bad, [met, met])).toBe(page);
});
