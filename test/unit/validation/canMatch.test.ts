import fc from 'fast-check';

import { parseJobTitles } from '../../../nodes/shared/values/rules/jobTitles/check';
import { canMatch, matchJobTitle } from '../../../nodes/shared/values/rules/jobTitles/match';

const parsed = (expression: string) => {
	const result = parseJobTitles(expression);
	if (!result.ok) throw new Error(expression);
	return result.value;
};

it('no title matches what cannot match, and a long expression costs little', () => {
	const words = ['head', 'sales', '"head of sales"', 'EXACT("sales")', 'marketing'];
	const expressions = fc.letrec<{ any: string }>((tie) => ({
		any: fc.oneof(
			{ depthSize: 'small' },
			fc.constantFrom(...words),
			tie('any').map((inner) => `NOT (${inner})`),
			fc
				.tuple(tie('any'), fc.constantFrom('AND', 'OR'), tie('any'))
				.map(([a, by, b]) => `(${a}) ${by} (${b})`),
		),
	}));
	const titles = fc.array(fc.constantFrom('head', 'of', 'sales', 'marketing', 'x'), { maxLength: 5 });
	fc.assert(
		fc.property(expressions.any, titles, (expression, title) => {
			const result = parseJobTitles(expression);
			fc.pre(result.ok);
			if (result.ok && !canMatch(result.value))
				expect(matchJobTitle(result.value, title.join(' ')).matches).toBe(false);
		}),
	);
	const many = Array.from({ length: 800 }, (_, index) => `t${index}`);
	expect(canMatch(parsed(many.join(' AND ')))).toBe(true);
	expect(canMatch(parsed(`(${many.slice(0, 400).join(' OR ')}) AND NOT t0`))).toBe(true);
});
