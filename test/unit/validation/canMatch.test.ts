import fc from 'fast-check';

import { canMatch } from '../../../nodes/shared/values/rules/jobTitles/match';
import { checkJobTitles, parseJobTitles } from '../../../nodes/shared/values/rules/jobTitles/check';
import { matchJobTitle } from '../../../nodes/shared/values/rules/jobTitles/match';
import { doubts } from './results';

const parsed = (expression: string) => {
	const result = parseJobTitles(expression);
	if (!result.ok) throw new Error(expression);
	return result.value;
};

it.each([
	'sales AND NOT sales',
	'"head of sales" AND NOT sales',
	'(sales OR marketing) AND NOT (sales OR marketing)',
	'EXACT("CEO") AND EXACT("CTO")',
	'EXACT("CEO") AND sales',
	'NOT (sales OR NOT sales)',
])('%s is doubtful: no title can match', (expression) => {
	expect(doubts(checkJobTitles(expression))).toContain(
		'No title can match it: its parts exclude each other.',
	);
});

it.each([
	'sales AND NOT intern',
	'sales AND NOT EXACT("sales")',
	'sales OR NOT sales',
	'NOT sales',
	'EXACT("Head of Sales") AND sales',
	'(sales OR marketing) AND NOT sales',
	'art AND NOT smart',
])('a title can match %s', (expression) => {
	expect(doubts(checkJobTitles(expression))).toBe('');
});

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
