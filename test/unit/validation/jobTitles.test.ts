import {
	checkJobTitles,
	compileJobTitles,
	parseJobTitles,
} from '../../../nodes/shared/values/rules/jobTitles/check';
import { refusal, sent } from './results';
import { matchJobTitle } from '../../../nodes/shared/values/rules/jobTitles/match';

const matches = (expression: string, title: string) => matchJobTitle(sent(parseJobTitles(expression)), title);

describe('a long job_titles expression', () => {
	it('has at most 9,000 characters', () => {
		const longest = `${'qa OR '.repeat(1499)}xxxxxx`;
		expect(sent(checkJobTitles(longest))).toBe(longest);
		expect(refusal(checkJobTitles(`${longest}x`))).toMatch(/has 9001 characters; at most 9000/);
		const titles = Array.from({ length: 600 }, (_, index) => `title number ${index}`);
		expect(refusal(compileJobTitles({ anyOf: titles }))).toMatch(/at most 9000/);
	});

	it('puts a caret below the place, in an excerpt on one line', () => {
		const [, excerpt = '', caret = ''] = refusal(
			checkJobTitles(`${'vp OR '.repeat(50)}sales\nmanager OR ${'x'.repeat(90)}`),
		).split('\n');
		expect(excerpt).toMatch(/^….{60}…$/u);
		expect(excerpt.slice(caret.indexOf('^'))).toMatch(/^manager/);
	});
});

describe('matching a title', () => {
	it.each([
		['"sales manager"', 'Senior Sales  Manager', true],
		['"sales manager"', 'Sales Account Manager', false],
		['"sales manager"', 'Sales Managers', false],
		['art', 'Smart Manager', false],
		['art', 'Director, Art', true],
		['manager', 'Manager/Buyer', true],
		['C++', 'C++ Developer', true],
		['"R&D"', 'Head of R&D', true],
		['EXACT("cfo")', '  CFO ', true],
		['EXACT("vice  president")', 'Vice President', true],
		['é'.normalize('NFD').repeat(2), 'ÉÉ', true],
		['ab', 'ab ab', true],
		['ab', 'xab ab', true],
		// Letters beyond U+FFFF.
		['ab', '\u{10400}ab', false],
		['ab', 'ab\u{10400}', false],
		['ab', 'ab\u{1f4bb}', true],
		['sales', '', false],
	])('%s on %j: %s', (expression, title, expected) => {
		expect(matches(expression, title).matches).toBe(expected);
	});

	it.each([
		['sales AND NOT intern', 'Sales Intern', 'excluded by NOT "intern"'],
		['sales AND NOT intern', 'Marketing Lead', `doesn't contain "sales"`],
		['sales OR marketing', 'Marketing Lead', 'contains "marketing"'],
		['sales AND NOT (NOT lead)', 'Sales Rep', `doesn't contain "lead"`],
		['EXACT("sales lead")', 'Sales Lead', 'is exactly "sales lead"'],
	])('says why %s decides on %s', (expression, title, why) => {
		expect(matches(expression, title).why).toEqual([why]);
	});

	it.each([
		// Letters of one meaning.
		['Größe', 'GRÖSSE'],
		['istanbul', 'İSTANBUL MÜDÜRÜ'],
		['ılıca', 'ILICA'],
		['sales', 'Head of ｓａｌｅｓ'],
		['"sales manager"', 'Sales Man\u00adager'],
		['vp', 'V.P. of Sales'],
		['"c.e.o."', 'CEO'],
		// Capitals often lack accents.
		['"directeur général"', 'DIRECTEUR GENERAL'],
		['διευθυντής', 'ΔΙΕΥΘΥΝΤΗΣ ΠΩΛΗΣΕΩΝ'],
		['müdür', 'Satis Muduru, Mudur'],
		// Signs of one meaning.
		['"chef d\'équipe"', 'Chef d’équipe'],
		['"chef d’équipe"', "Chef d'équipe"],
		['EXACT("chef d\'équipe")', 'Chef d´équipe'],
		['co-founder', 'Co‑Founder'],
		['מנכ״ל', 'סמנכ"ל, מנכ"ל'],
		// Scripts without borders between words.
		['部長', '営業部長'],
		['매니저', '영업매니저'],
		['经理', '销售经理'],
		['マネージャー', '営業マネージャー'],
		['ผู้จัดการ', 'ผู้จัดการฝ่ายขาย'],
		['CTO', '株式会社CTO'],
	])('finds %s in %s, which the service may see otherwise', (expression, title) => {
		const { matches: isFound, uncertain } = matches(expression, title);
		expect({ isFound, uncertain }).toEqual({ isFound: true, uncertain: true });
	});

	it.each([
		['art', 'Smart Manager'],
		['cto', 'Director'],
		['größe', 'Großeinkauf'],
		['главный', 'Главныи'],
		['がく', 'かく'],
	])('does not find %s in %s', (expression, title) => {
		expect(matches(expression, title).matches).toBe(false);
	});

	it.each([
		['art', 'Smart Manager', true],
		['art', 'Sales', false],
		['EXACT("chef d\'équipe")', 'Chef d’équipe', true],
		// One side that is sure may decide.
		['sales AND NOT intern', 'International Sales', true],
		['sales AND NOT intern', 'International Marketing', false],
		['sales OR intern', 'International Sales', false],
		['NOT intern', 'Intern', false],
	])('%s on %s is uncertain: %s', (expression, title, expected) => {
		expect(matches(expression, title).uncertain).toBe(expected);
	});

	it('names five causes at most, of both sides if both decide', () => {
		expect(matches('sales AND lead', 'Sales Lead').why).toEqual(['contains "sales"', 'contains "lead"']);
		expect(matches('aa OR bb OR cc OR dd OR ee OR ff', 'zz').why).toHaveLength(5);
	});

	it('says why a title does not match, each cause once', () => {
		expect(
			matches('(director OR "sales manager") AND sales AND NOT (emea OR Sales)', 'Sales Manager EMEA'),
		).toEqual({
			matches: false,
			uncertain: false,
			why: ['excluded by NOT "emea"', 'excluded by NOT "Sales"'],
		});
	});
});
