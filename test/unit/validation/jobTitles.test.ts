import {
	checkJobTitles,
	compileJobTitles,
	parseJobTitles,
} from '../../../nodes/shared/values/rules/jobTitles/check';
import { doubts, hints, refusal, sent, wrongParts } from './results';
import { matchJobTitle } from '../../../nodes/shared/values/rules/jobTitles/match';

const matches = (expression: string, title: string) => matchJobTitle(sent(parseJobTitles(expression)), title);

describe('a job_titles expression', () => {
	it.each([
		['sales'],
		['"sales manager"'],
		['sales AND marketing'],
		['NOT intern'],
		['NOT NOT sales'],
		['sales OR marketing AND NOT intern'],
		['((sales))'],
		['(sales)AND(marketing)OR NOT(intern)'],
		['"head"AND"sales"'],
		['EXACT("CSO")'],
		['EXACT ( "CSO" )'],
		['EXACT("CSO") OR NOT EXACT("CDO")'],
		['C++ OR R&D OR co-founder OR .NET'],
		['ORDER AND ANDROID AND NOTARY AND EXACTING'],
		['"AND" OR "(sales)"'],
		['ab'],
		['x'.repeat(100)],
		[`"${'x'.repeat(100)}"`],
		['('.repeat(32) + 'qa' + ')'.repeat(32)],
		[`${'('.repeat(32)}EXACT("qa")${')'.repeat(32)}`],
		[Array<string>(100).fill('(qa)').join(' OR ')],
		[`${'qa OR '.repeat(1499)}xxxxxx`],
		['😀'.repeat(100)],
		[`"${'x'.repeat(100)} "`],
		[`${'😀😀 OR '.repeat(1499)}qa`],
		[365],
	])('takes %j', (value) => {
		const result = checkJobTitles(value);
		expect(sent(result)).toBe(String(value));
		expect(hints(result)).toBe('');
	});

	it.each([
		['CFO', '"CFO" may not find "Chief Financial Officer". If you mean both forms, add the other one.'],
		['"Chief Revenue Officer"', /^"Chief Revenue Officer" may not find "CRO"/],
		['"vp sales"', /^"vp sales" may not find "Vice President sales"/],
		['"Vice President of Sales"', /may not find "VP of Sales"/],
		['"senior vice president"', /may not find "SVP"/],
		['CHRO', /may not find "Chief Human Resources Officer"/],
		['"HR manager" AND NOT EXACT("EVP")', /"Human Resources manager", "EVP" may not find "Executive Vice P/],
		['CEO OR CFO OR CTO OR COO', /^("C.O" may not find "[^"]+"(, |\. )){3}If you/],
		['"heads of sales"', /^"heads of sales" may not find "head of sales"/],
		['CFOs', /^"CFOs" may not find "CFO"/],
		['"VP, Sales"', /may not find "Vice President, Sales"/],
		['"regional Sales Managers"', /may not find "regional Sales Manager"/],
	])('notes that %s has another form', (expression, note) => {
		const result = checkJobTitles(expression);
		expect(sent(result)).toBe(expression);
		expect(doubts(result)).toEqual('');
		expect(hints(result)).toMatch(note);
	});

	it.each([
		'CFO OR "chief financial officer"',
		'cfo OR Chief',
		'VP OR president',
		'"vp sales" OR "vice president sales"',
		'chief OR officer OR executive',
		'CFOs OR CFO OR chief OR TVP OR ceo-office',
		'"heads of sales" OR head',
		'"Chaos Engineer"',
		'"head of operations" OR "sales manager" OR "business systems"',
	])('notes nothing where both forms are found, or there is none: %s', (expression) => {
		expect(hints(checkJobTitles(expression))).toBe('');
	});

	it('notes it for a title of a list, too', () => {
		expect(hints(compileJobTitles({ anyOf: 'head of sales\nCFO' }))).toMatch(/"Chief Financial Officer"/);
	});

	it('sends one expression alike, whatever blanks are between its terms', () => {
		for (const value of ['sales\nOR\n\tmarketing', 'sales  OR marketing'])
			expect(sent(checkJobTitles(value))).toBe('sales OR marketing');
	});

	it.each([
		['sales and marketing', 7, /write AND in capitals.*"sales and marketing"/],
		['sales manager or vp', 7, /write OR in capitals.*"sales manager or vp"/],
		['"sales manager" and vp', 17, /write AND in capitals/],
		['sales manager', 7, /"sales manager", or write AND or OR/],
		['sales\t manager', 8, /"sales manager"/],
		['head of sales OR vp', 6, /"head of sales"/],
		['vp OR head of sales', 12, /"head of sales"/],
		['"head of" sales', 11, /Write AND or OR here/],
		['sales "head of"', 7, /Write AND or OR here/],
		['sales (vp)', 7, /Write AND or OR here/],
		['(vp) (sales)', 6, /Write AND or OR here/],
		['(vp) EXACT("ceo")', 6, /Write AND or OR here/],
		['sales NOT intern', 7, /Write AND NOT/],
		['exact("ceo")', 6, /Write EXACT in capitals/],
		['Exact ("ceo")', 7, /Write EXACT in capitals/],
		['sales & marketing', 7, /Put the title in quotes, "sales & marketing", or write AND instead of &/],
		['sales || marketing', 7, /Write OR instead of \|\|/],
		['sales ! intern', 7, /Write AND NOT instead of !/],
		['| sales', 1, /Write AND, OR or AND NOT instead of signs/],
		['sales, marketing', 8, /Write OR instead of ,/],
		['sales, "head of"', 8, /write sales OR "head of"/],
		["'sales manager'", 8, /straight double quotes/],
		['\u2018sales manager\u2019', 8, /straight double quotes/],
		['“software engineer" AND Java', 19, /straight double quotes/],
		['"software engineer” AND Java', 1, /straight double quotes/],
		['“sales manager', 8, /straight double quotes/],
		['EXACT "CEO"', 7, /Write EXACT in capitals, with one title in quotes and parentheses/],
		['vp OR EXACT “CEO”', 13, /Write EXACT in capitals, with one title in quotes and parentheses/],
		['"19\\" rack"', 11, /can.t have a double quote in it/],
		['"19\\"" rack"', 6, /Write AND or OR here/],
		['EXACT(“CEO)', 7, /EXACT takes one title/],
		['EXACT(CEO)', 7, /EXACT takes one title.*EXACT\("Sales Manager"\)/],
		['EXACT()', 7, /EXACT takes one title/],
		['EXACT("CEO" OR "CFO")', 13, /EXACT\("CEO"\) OR EXACT\("…"\)/],
		['EXACT("CEO", "CFO")', 12, /EXACT\("CEO"\) OR EXACT/],
		['EXACT("CEO"', 12, /parenthesis of EXACT is not closed/],
		['EXACT(', 7, /EXACT takes one title/],
		['EXACT("")', 7, /phrase is empty/],
		['""', 1, /phrase is empty/],
		['"   "', 1, /phrase is empty/],
		['"sales', 1, /quote is not closed/],
		['sales OR "vp', 10, /quote is not closed/],
		['(sales', 1, /opening parenthesis is not closed/],
		['vp OR (sales', 7, /opening parenthesis is not closed/],
		['sales)', 6, /closing parenthesis has no opening one/],
		[')', 1, /closing parenthesis has no opening one/],
		['(', 1, /No title follows this parenthesis/],
		['()', 1, /No title follows this parenthesis/],
		['vp AND ()', 8, /No title follows this parenthesis/],
		['AND sales', 1, /There is no title before AND/],
		['(OR sales)', 2, /There is no title before OR/],
		['sales AND', 7, /No title follows AND/],
		['sales AND OR vp', 7, /No title follows AND/],
		['(sales OR) AND vp', 8, /No title follows OR/],
		['NOT', 1, /No title follows NOT/],
		['sales AND NOT', 11, /No title follows NOT/],
		['x OR sales', 1, /fewer than 2 characters/],
		['sales OR "x"', 10, /fewer than 2 characters/],
		['😀', 1, /fewer than 2 characters/],
		['"x "', 1, /fewer than 2 characters/],
		['x'.repeat(101), 1, /more than 100 characters/],
		['('.repeat(33) + 'vp' + ')'.repeat(33), 33, /more than 32 deep/],
		[`vp OR ${'NOT ('.repeat(33)}`, 171, /more than 32 deep/],
	])('refuses %s at character %i', (value, position, words) => {
		const text = refusal(checkJobTitles(value));
		expect(text).toMatch(new RegExp(words.source, 's'));
		expect(text).toContain(`(character ${position}).`);
	});

	it.each([
		['', /empty/],
		['  \n', /empty/],
		[undefined, /empty/],
		[{}, /object/],
		['vp OR '.repeat(1500) + 'xx', /has 9002 characters; at most 9000/],
	])('refuses %.20j', (value, words) => {
		expect(refusal(checkJobTitles(value))).toMatch(words);
	});

	it.each([
		['sales manager', /between "sales" and "manager"/],
		['sales "vice president"', /between "sales" and "vice president"/],
		['sales NOT intern', /between "sales" and NOT/],
		['(sales lead)', /between "sales" and "lead"/],
		['(sales) (lead)', /between a group and a group/],
		['sales and marketing', /write AND in capitals.*put it in quotes: "sales and marketing"/],
		['"sales" and marketing', /write AND in capitals\.$/],
		['sales and (marketing)', /write AND in capitals\.$/],
	])('says where an operator is missing, and how to write it: %s', (value, words) => {
		expect(refusal(checkJobTitles(value))).toMatch(new RegExp(words.source, 's'));
	});

	it('shows up to 40 characters before the mistake and 20 after it without an ellipsis', () => {
		const expression = `${'vp OR '.repeat(6)}vpx ) ${'x'.repeat(18)}`;
		const [, excerpt] = refusal(checkJobTitles(expression)).split('\n');
		expect(excerpt).toBe(expression);
	});

	it('puts a caret below the place, in an excerpt on one line', () => {
		const [, excerpt = '', caret = ''] = refusal(
			checkJobTitles(`${'vp OR '.repeat(50)}sales\nmanager OR ${'x'.repeat(90)}`),
		).split('\n');
		expect(excerpt).toMatch(/^….{60}…$/u);
		expect(excerpt.slice(caret.indexOf('^'))).toMatch(/^manager/);
	});

	it('puts the caret right behind characters of two units', () => {
		const [, excerpt = '', caret = ''] = refusal(checkJobTitles('😀😀 manager')).split('\n');
		expect(Array.from(excerpt)[caret.indexOf('^')]).toBe('m');
	});

	it.each([
		['and AND sales', /"and" is searched as a word/],
		['EXACT OR sales', /"EXACT" is searched as a word/],
		['“sales', /curly quote/],
		['sales,marketing', /including the comma/],
		['"sales\\"', /backslash/],
	])('sends %.20s with a hint', (value, words) => {
		expect(hints(checkJobTitles(value))).toMatch(words);
	});

	it.each(['"and" AND sales', '"sales, marketing"', '"EXACT"'])(
		'sends a phrase without a hint: %s',
		(value) => {
			expect(hints(checkJobTitles(value))).toBe('');
		},
	);

	it('sends white space that only looks like a blank as a blank', () => {
		expect(sent(checkJobTitles('"sales\u00a0manager"\u2003OR vp'))).toBe('"sales manager" OR vp');
		expect(refusal(checkJobTitles('sales\u00a0manager'))).toMatch(/"sales manager"/);
	});
});

describe('matching a title', () => {
	it.each([
		['sales', 'Head of SALES', true],
		['"sales manager"', 'Senior Sales  Manager', true],
		['"sales manager"', 'Sales Account Manager', false],
		['"sales manager"', 'Sales Managers', false],
		['art', 'Smart Manager', false],
		['art', 'Director, Art', true],
		['manager', 'Manager/Buyer', true],
		['C++', 'C++ Developer', true],
		['"R&D"', 'Head of R&D', true],
		['EXACT("cfo")', '  CFO ', true],
		['EXACT("cfo")', 'CFO EMEA', false],
		['EXACT("vice  president")', 'Vice President', true],
		['NOT intern', 'Sales Intern', false],
		['NOT NOT sales', 'Sales', true],
		['sales OR marketing AND director', 'Sales Clerk', true],
		['(sales OR marketing) AND director', 'Sales Clerk', false],
		['NOT sales AND marketing', 'Marketing', true],
		['NOT sales OR marketing', 'Sales and Marketing', true],
		['NOT (sales OR marketing)', 'Marketing', false],
		['sales AND NOT intern AND NOT junior', 'Junior Sales', false],
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
		['"chef d\'équipe"', 'Chef d’équipe'],
		['"chef d\'équipe"', 'Chef d´équipe'],
		['"chef d’équipe"', "Chef d'équipe"],
		['EXACT("chef d\'équipe")', 'Chef d’équipe'],
		['co-founder', 'Co‑Founder'],
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

describe('building an expression', () => {
	it.each([
		[{ anyOf: ['sales manager', 'vp'] }, '("sales manager" OR "vp")'],
		[{ anyOf: 'sales manager\nvp' }, '("sales manager" OR "vp")'],
		[{ anyOf: 'sales manager\r\n\r\nvp\r' }, '("sales manager" OR "vp")'],
		[{ anyOf: '["sales manager", "vp"]' }, '("sales manager" OR "vp")'],
		[{ anyOf: ['sales manager\nvp', 'cfo'] }, '("sales manager" OR "vp" OR "cfo")'],
		[{ anyOf: ['sales manager', 'sales manager'] }, '"sales manager"'],
		[{ anyOf: ['sales'] }, '"sales"'],
		[{ exact: ['CEO'] }, 'EXACT("CEO")'],
		[{ noneOf: ['intern', 'junior'] }, 'NOT "intern" AND NOT "junior"'],
		[{ allOf: ['sales', 'lead'], noneOf: [] }, '"sales" AND "lead"'],
		[
			{ anyOf: ['sales'], allOf: ['head'], noneOf: ['intern'], exact: ['CEO', 'CFO'] },
			'("sales" OR EXACT("CEO") OR EXACT("CFO")) AND "head" AND NOT "intern"',
		],
		[{ anyOf: [' vice \t president '] }, '"vice president"'],
		[{ anyOf: ['AND', '(x)'] }, '("AND" OR "(x)")'],
	])('%j becomes %s', (lists, expected) => {
		expect(sent(compileJobTitles(lists))).toBe(expected);
	});

	it('names the lists that are wrong, all at once', () => {
		const lists = { anyOf: ['19" rack', 'x'], allOf: [{}], noneOf: ['y'.repeat(101)] };
		expect(wrongParts(compileJobTitles(lists))).toEqual(['anyOf', 'anyOf', 'allOf', 'noneOf']);
		expect(refusal(compileJobTitles(lists))).toMatch(/double quote/);
	});

	it.each([2, 100])('accepts a title of %i characters', (length) => {
		expect(sent(compileJobTitles({ anyOf: ['x'.repeat(length)] }))).toBe(`"${'x'.repeat(length)}"`);
	});

	it.each([
		[1, /"x" is too short for a title/],
		[101, /is too long for a title/],
	])('refuses a title of %i characters', (length, words) => {
		expect(refusal(compileJobTitles({ anyOf: ['x'.repeat(length)] }))).toMatch(words);
	});

	it('refuses an empty entry beside wrong ones and right ones', () => {
		expect(refusal(compileJobTitles({ anyOf: ['sales', ''] }))).toMatch(/One of the titles is empty/);
		expect(wrongParts(compileJobTitles({ anyOf: ['x', ''] }))).toEqual(['anyOf', 'anyOf']);
	});

	it.each([
		[{}],
		[{ anyOf: [] }],
		[{ anyOf: ' \n ' }],
		[{ anyOf: 'CEO', noneOf: undefined }],
		[undefined],
		[[]],
		[42],
	])('refuses %j', (lists) => {
		expect(refusal(compileJobTitles(lists))).toMatch(/empty|not an object/);
	});

	it('refuses what is too long as a whole', () => {
		const titles = Array.from({ length: 600 }, (_, index) => `title number ${index}`);
		expect(refusal(compileJobTitles({ anyOf: titles }))).toMatch(/at most 9000/);
	});
});

describe('the syntax of another search in an expression', () => {
	it.each([
		['Recruit*', /"Recruit\*" has a wildcard.*List the titles/],
		['manag%', /wildcard/],
		['*ing', /wildcard/],
		['"sales manag*"', /wildcard/],
		['"head* of"', /wildcard/],
		['"\'sales manager\'"', /single quotes, .*Leave them out/],
		['EXACT("Recruit*")', /wildcard/],
		['"head of *"', /wildcard/],
		['"*manager"', /wildcard/],
		['CEO/CFO/CTO', /may be several titles/],
		['"CEO / CFO"', /may be several titles/],
		['sales AND -intern', /Write NOT intern/],
		['sales AND –intern', /Write NOT intern/],
		['!intern', /Write NOT intern/],
		['+sales', /Write sales, and AND/],
		['CEO|CTO', /write CEO OR CTO/],
		['sales||marketing', /Write \(sales OR marketing\)/],
		['title:ceo', /Write only the title, ceo/],
		['job_title:ceo', /Write only the title, ceo/],
		['[sales]', /Write \(sales\)/],
		['{sales}', /Write \(sales\)/],
		['<sales>', /Leave them out/],
		['（sales）', /Write \(sales\)/],
		['［sales］', /Write \(sales\)/],
		["'sales'", /Use double quotes/],
		['‘sales’', /Use double quotes/],
		['`sales`', /Use double quotes/],
		['"CEO OR CTO"', /AND, OR and NOT stand outside the quotes/],
		['"VP AND sales"', /stand outside the quotes/],
		['"NOT intern"', /stand outside the quotes/],
		['"not intern"', /stand outside the quotes/],
		['"vp or director"', /stand outside the quotes/],
		['"vp and/or director"', /stand outside the quotes/],
		['"Geschäftsführer ODER Inhaber"', /stand outside the quotes/],
		['"directeur OU responsable"', /stand outside the quotes/],
		['CFO AND EXACT("CEO OR CTO")', /stand outside the quotes/],
		['"R&amp;D manager"', /has an HTML entity, &amp;, which is searched literally/],
		['"head%20of%20sales"', /has a percent escape, %20/],
		['"Gesch\\u00e4ft"', /backslash|escape/],
		['<b>sales</b>', /HTML tag/],
		['NEAR AND sales', /"NEAR" is not an operator of this service/],
	])('is doubtful, and sent as it is: %s', (value, words) => {
		const result = checkJobTitles(value);
		expect(sent(result)).toBe(value);
		expect(doubts(result)).toMatch(words);
	});

	it.each([
		...[
			'C++ OR C#',
			'R&D',
			'.NET',
			'co-founder',
			'A/B',
			'node.js',
			"O'Brien",
			'L’Oréal',
			'F&B',
			'24/7',
			'$money',
		],
		...[
			'Entwickler*in',
			'Kund*innen',
			'Lehrer*in AND NOT Leiter*in',
			'Entwickler_in',
			'Mitarbeiter:in',
			'Lehrer:innen',
		],
		...[
			'"Research and Development"',
			'"RESEARCH AND DEVELOPMENT"',
			'"Vice President of Sales and Marketing"',
			'"R and D"',
			'"R AND D"',
			'"Nurse, OR"',
			'"OR Nurse"',
			'"Director of Notary Services"',
			'"Leiter Forschung und Entwicklung"',
			'"Directeur recherche et développement"',
			'"Engineer [Remote]"',
			'"x|y"',
			'"-intern"',
			'"title: ceo"',
			'"+sales"',
			'"100% sales"',
			'"Sales Manager (50%)"',
		],
		...[
			'"Entwickler*in (m/w/d)"',
			'"Lehrkraft (m/w/*)"',
			'"who?"',
			'"Vice President, Sales"',
			'"director \'emea\'"',
		],
	])('is not %s, which is sent without a doubt', (value) => {
		const result = checkJobTitles(value);
		expect(sent(result)).toBe(value);
		expect(doubts(result)).toBe('');
	});

	it.each([
		['Geschäftsführer ODER Inhaber', /"ODER" is not an operator of this service\. Write OR\./],
		['directeur OU responsable', /"OU" .*Write OR\./],
		['director O gerente', /"O" .*Write OR\./],
		['Vertrieb UND Leiter', /"UND" .*Write AND\./],
		['+sales +director', /plus sign.*Write sales, and AND between titles/],
		['"head of sales" -intern', /"-intern" has a minus sign, which isn't supported\. Write AND NOT intern\./],
		['sales -intern', /Write AND NOT intern\./],
		['-intern sales', /Write NOT intern\./],
		["'head of sales' OR cro", /straight double quotes/],
		['""head of sales"" OR cro', /one double quote at each end/],
		['\\"head of sales\\"', /straight double quotes/],
		['&quot;head of sales&quot;', /Use double quotes/],
		['R&amp;D manager', /has an HTML entity, &amp;/],
		['sales NEAR/3 manager', /"NEAR\/3" is not an operator/],
		['sales W/5 manager', /is not an operator/],
	])('is refused with the right form where it is no expression: %s', (value, words) => {
		const text = refusal(checkJobTitles(value));
		expect(text).toMatch(words);
		expect(text).not.toMatch(/put it in quotes|Put the title in quotes/);
	});

	it.each([
		'controller OR NaN',
		'null OR CEO',
		'"NaN"',
		'EXACT("NaN")',
		'CEO OR None',
		'undefined OR CEO',
		'CEO AND NOT "undefined"',
	])('is refused with what an expression without data leaves in a term: %s', (value) =>
		expect(refusal(checkJobTitles(value))).toMatch(/what an expression without data gives/),
	);

	it.each(['Null OR Nan', '"None of the above"', 'nancy', '"Null Manager"'])(
		'may have a term such as %s',
		(value) => expect(checkJobTitles(value).ok).toBe(true),
	);

	it('is doubted once for each sign', () => {
		expect(doubts(checkJobTitles('Recruit* OR Manag* OR <sales>')).split('\n')).toEqual([
			expect.stringMatching(/^"Recruit\*" has a wildcard/),
			expect.stringMatching(/^"<sales>" has brackets/),
		]);
	});
});

describe('corrections of an expression', () => {
	it.each([
		['“CEO” OR “CTO”', '"CEO" OR "CTO"'],
		['„Leiter Vertrieb“', '"Leiter Vertrieb"'],
		['«sales manager» OR »vp sales«', '"sales manager" OR "vp sales"'],
		['EXACT(“CEO”)', 'EXACT("CEO")'],
		['＂vice president＂', '"vice president"'],
		['“sales\nmanager”', '"sales manager"'],
	])('curly quotes in pairs become straight ones: %j', (value, expected) => {
		const result = checkJobTitles(value);
		expect(sent(result)).toBe(expected);
		expect(doubts(result)).toBe('');
		expect(hints(result)).toMatch(/Curly quotes were changed to straight ones/);
	});

	it.each(['"sales\tmanager"', '"sales\nmanager"', '"sales\r\nmanager"', '"sales\u2028manager"'])(
		'line breaks and tabs in a phrase become blanks: %j',
		(value) => {
			const result = checkJobTitles(value);
			expect(sent(result)).toBe('"sales manager"');
			expect(doubts(result)).toBe('');
			expect(hints(result)).toMatch(/were changed to blanks/);
		},
	);

	it('leaves curly quotes inside a straight phrase alone', () => {
		expect(checkJobTitles('"the “chief” engineer"').ok).toBe(true);
	});

	it('takes invisible characters off', () => {
		const result = checkJobTitles('\ufeffsal\u200bes OR v\u2066p');
		expect(sent(result)).toBe('sales OR vp');
		expect(doubts(result)).toBe('');
		expect(hints(result)).toMatch(/U\+FEFF.*U\+200B.*U\+2066/);
	});
});

describe('a title in a list', () => {
	const build = (anyOf: unknown) => compileJobTitles({ anyOf });

	it.each([
		...[
			'C++ Developer',
			'Entwickler*in (m/w/d)',
			'Engineer [Remote]',
			'Engineer {Remote}',
			'[Remote] Engineer',
			'（部长）',
			'Head of R&D',
		],
		...[
			'.NET Developer',
			'Account Manager - EMEA',
			'CEO: EMEA',
			'Null',
			"O'Reilly Lead",
			'Manager?',
			'Kaufmann/-frau',
			'C# Lead',
		],
		...[
			'Mitarbeiter:in Vertrieb',
			'Verkäufer:in',
			'Sales Manager (50%)',
			'50% Assistant',
			'Lehrkraft (m/w/*)',
			'مدیر می\u200cخواهم',
		],
	])('is searched as it is, without a doubt: %s', (title) => {
		const result = build([title]);
		expect(sent(result)).toBe(`"${title}"`);
		expect(doubts(result)).toBe('');
		expect(sent(build(title))).toBe(`"${title}"`);
	});

	it.each([
		'Vice President, Sales',
		'CFO, EMEA',
		'Sales; Marketing',
		'Direktor，Vertrieb',
		'Direktor；Vertrieb',
	])('is never split at commas and semicolons, and has a note: %s', (title) => {
		const result = build(title);
		expect(sent(result)).toBe(`"${title}"`);
		expect(doubts(result)).toBe('');
		expect(hints(result)).toMatch(/one title per line/);
	});

	it.each(['Head of Sales, CFO', 'Founder; CEO'])('is doubtful as one title: %s', (title) => {
		const result = build(title);
		expect(doubts(result)).toMatch(/one title per line/);
		expect(hints(result).split('\n')).toHaveLength(1);
	});

	it('is doubtful with several commas, since it may be several titles', () => {
		const result = build(['Sales, Marketing, Finance']);
		expect(doubts(result)).toMatch(/one title per line/);
		expect(hints(result).split('\n')).toHaveLength(1);
	});

	it.each([
		['Recruit*', /wildcard/],
		['VP* Sales', /wildcard/],
		['Head of *', /wildcard/],
		['CEO/CFO/CTO', /may be several titles/],
		['CEO/CFO', /may be several titles/],
		['CEO / CFO', /may be several titles/],
		['VP Sales/ VP Marketing', /may be several titles/],
		['-intern', /None of These/],
		['!intern', /None of These/],
		['+sales', /plus/],
		['CEO|CTO', /one title per line/],
		['title:ceo', /has a field/],
		["'CEO'", /single quotes/],
		['sales AND marketing', /is searched as one title/],
		['NOT intern', /is searched as one title/],
	])('is doubtful with the syntax of another search, once: %s', (title, words) => {
		const result = build([title]);
		expect(sent(result)).toBe(`"${title}"`);
		expect(doubts(result)).toMatch(words);
		expect(doubts(result).split('\n')).toHaveLength(1);
	});

	it.each(['\n', '\r\n', '\r', '\n\n', '\u2028', '\u2029', '\u0085', '\v'])(
		'ends at the line break %j',
		(lineBreak) => {
			expect(sent(build(`sales manager${lineBreak}vp`))).toBe('("sales manager" OR "vp")');
		},
	);

	it.each([
		['"CEO"', '"CEO"'],
		['“CEO”', '"CEO"'],
		['„CEO“', '"CEO"'],
		['＂CEO＂', '"CEO"'],
		['C\u200bEO', '"CEO"'],
	])('is taken without its quotes: %s', (title, expected) => {
		expect(sent(build(title))).toBe(expected);
	});

	it.each(['“Chief” Engineer', 'Head of “Sales”', 'Engineer 19”'])(
		'may have curly quotes in it: %s',
		(title) => {
			expect(build(title).ok).toBe(true);
		},
	);

	it.each(['any', ' ANY ', ['any']])('is no filter where it is %j', (any) => {
		expect(sent(build(any))).toBeUndefined();
		expect(sent(compileJobTitles({ anyOf: any, noneOf: ['intern'] }))).toBe('NOT "intern"');
	});

	it.each(['undefined', '{{ $json.title }}', '=CEO', '[object Object]', '#N/A'])(
		'is refused where it is %s',
		(title) => {
			expect(wrongParts(build([title, 'CEO']))).toEqual(['anyOf']);
			expect(wrongParts(build(`CEO\n${title}`))).toEqual(['anyOf']);
		},
	);

	it('is refused where it is empty', () => {
		expect(refusal(build(['CEO', '']))).toMatch(/One of the titles is empty/);
	});
});
