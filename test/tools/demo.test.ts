import { table } from '../../tools/demo/table';

describe('the checks of the demo', () => {
	it('show a table that fits: the widest column wraps', () => {
		expect(
			table(
				[
					['Step', 'What came', 'OK'],
					['Reveal', 'one two three four', 'yes'],
				],
				24,
			),
		).toBe(
			[
				'Step    What came    OK',
				'------  -----------  ---',
				'Reveal  one two      yes',
				'        three four',
			].join('\n'),
		);
	});

	it('show a table with even columns', () => {
		expect(
			table([
				['Step', 'OK'],
				['Reveal', 'yes'],
			]),
		).toBe('Step    OK\n------  ---\nReveal  yes');
	});
});
