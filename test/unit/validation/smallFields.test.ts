import { DateTime } from 'luxon';

import ALIASES from '../../../nodes/shared/api/countryAliases.json';
import { RADAR_FIELDS } from '../../../nodes/shared/api/radarFields';
import {
	checkBulkId,
	checkCountries,
	checkFilterNames,
	checkFullName,
	checkKeyword,
	checkRadarId,
	checkRadarIds,
	checkRadarStatus,
	checkRadarType,
	checkRadarTypes,
} from '../../../nodes/shared/values/rules/radarFieldChecks';
import { checkMonth, checkTimestamp } from '../../../nodes/shared/values/rules/dates';
import { checkFlag, checkLimit, checkSeconds, checkUsd } from '../../../nodes/shared/values/rules/primitives';
import { doubts, hints, refusal, sent, wrongParts } from './results';

const checkDepartments = (value: unknown) => checkFilterNames(value, RADAR_FIELDS.departments);
const checkSeniorities = (value: unknown) => checkFilterNames(value, RADAR_FIELDS.seniorities);

const ID = '3f2b8c1e-5d4a-4b6f-9e7a-1c2d3e4f5a6b';
const OTHER_ID = '00000000-0000-4000-8000-000000000001';

describe('radar ids', () => {
	it.each([ID, ` ${ID.toUpperCase()} `, ID.replaceAll('-', '')])('takes %j', (value) => {
		expect(sent(checkRadarId(value))).toBe(ID);
	});

	it.each(['', undefined, 'abc', `${ID}0`, `{${ID}}`, ID.replace('3', 'g'), 42, {}, [ID]])(
		'refuses %j',
		(value) => {
			expect(refusal(checkRadarId(value))).toMatch(/UUID|empty|not text/);
		},
	);

	it('names a bulk request as such', () => {
		expect(refusal(checkBulkId('abc'))).toMatch(/bulk request/);
	});

	it.each([
		[`${ID}, ${OTHER_ID},${ID.toUpperCase()},`],
		[[ID, OTHER_ID, ID]],
		[[`${ID}`, '', null, OTHER_ID]],
	])('takes lists without repeats: %j', (value) => {
		expect(sent(checkRadarIds(value))).toEqual([ID, OTHER_ID]);
	});

	it('names every wrong id of a list', () => {
		expect(refusal(checkRadarIds(`abc,${ID},def`))).toMatch(/"abc".*\n"def"/);
	});
});

describe('radar_type', () => {
	it('takes the values of the API', () => {
		expect(sent(checkRadarType(' industry_mentions '))).toBe('industry_mentions');
	});

	it.each([
		['company_hires', /Use one of these: New Hires \(company_new_hires\), /],
		['', /empty/],
		[['company_mentions'], /list/],
	])('refuses %j', (value, words) => {
		expect(refusal(checkRadarType(value))).toMatch(words);
	});
});

describe('the label of a radar type', () => {
	it.each([
		['New Hires', 'company_new_hires'],
		['Company: New Hires', 'company_new_hires'],
		['company new-hires', 'company_new_hires'],
		['COMPANY_NEW_HIRES', 'company_new_hires'],
		['Contact: Social Posts', 'contact_social_posts'],
		['Funding Rounds', 'industry_funding_rounds'],
		['Job Changes', 'contact_job_changes'],
	])('%s is read as %s, with a note', (label, type) => {
		const result = checkRadarType(label);
		expect(sent(result)).toBe(type);
		expect(doubts(result)).toBe('');
		expect(hints(result)).toContain(`was read as ${type}.`);
	});

	it.each(['Mentions', 'Job Openings', 'social posts'])(
		'is wrong where several types have it: %s',
		(label) => {
			expect(refusal(checkRadarType(label))).toMatch(
				/label of several radar types\. Use .*\(\w+\) or .*\(\w+\)/,
			);
		},
	);
});

describe('lists of radar types', () => {
	it.each([
		[['company_mentions', 'company_reviews']],
		['company_mentions, company_reviews'],
		['["company_mentions", "company_reviews"]'],
		[['company_mentions', 'company_reviews', 'company_mentions', '']],
	])('takes %j', (value) => {
		expect(sent(checkRadarTypes(value))).toEqual(['company_mentions', 'company_reviews']);
	});

	it('refuses each that is none, by name', () => {
		expect(refusal(checkRadarTypes('hires, company_mentions, jobs'))).toMatch(/"hires".*\n"jobs"/);
	});
});

describe('radar_status', () => {
	it('takes the two values, and knows what was meant', () => {
		expect(sent(checkRadarStatus('inactive'))).toBe('inactive');
		expect(refusal(checkRadarStatus('Active'))).toMatch(/Use active/);
		expect(refusal(checkRadarStatus('paused'))).toMatch(/Use one of these: active, inactive/);
	});
});

describe('switches', () => {
	it.each([
		[true, true],
		['false', false],
		[' TRUE ', true],
	])('takes %j', (value, expected) => {
		expect(sent(checkFlag(value))).toBe(expected);
	});

	it.each(['yes', 1, 0, '', null, []])('refuses %j', (value) => {
		expect(refusal(checkFlag(value))).toMatch(/neither true nor false/);
	});
});

describe('limits and times', () => {
	it.each([
		[1, 1],
		['500', 500],
		[100_000, 100_000],
	])('takes %j as a limit', (value, expected) => {
		expect(sent(checkLimit(value))).toBe(expected);
	});

	it.each([0, -1, 1.5, '1.5', 'all', '', NaN, Infinity, null, [5]])('refuses %j as a limit', (value) => {
		expect(refusal(checkLimit(value))).toMatch(/whole number/);
	});

	it.each([0, '0.5', 600])('takes %j as seconds', (value) => {
		expect(sent(checkSeconds(value))).toBe(Number(value));
	});

	it.each([-1, '5 min', null])('refuses %j as seconds', (value) => {
		expect(refusal(checkSeconds(value))).toMatch(/seconds/);
	});
});

describe('month', () => {
	it.each([
		['2026-11', '2026-11'],
		['2026-11-30', '2026-11'],
		['2026-11-01T00:30:00+05:00', '2026-11'],
		[DateTime.fromISO('2026-11-01T00:30:00+05:00', { setZone: true }), '2026-10'],
		[DateTime.fromISO('2026-10-31T23:30:00-05:00', { setZone: true }), '2026-11'],
		[new Date('2026-11-30T23:59:59Z'), '2026-11'],
	])('reads %s as %s', (value, expected) => {
		expect(sent(checkMonth(value))).toBe(expected);
	});

	it.each([
		'2026-13',
		'2026-00',
		'2026-02-30',
		'2026-1',
		'202611',
		'November',
		'2026',
		2026,
		'',
		null,
		{},
		new Date(NaN),
	])('refuses %j', (value) => {
		expect(refusal(checkMonth(value))).toMatch(/month|empty|object|invalid date/);
	});
});

describe('keyword', () => {
	it.each(['heat pumps', 2026])('takes %j', (value) => {
		expect(sent(checkKeyword(value))).toBe(String(value));
	});

	it('sends a short one with a hint', () => {
		expect(hints(checkKeyword('AI'))).toMatch(/fewer than 3/);
		expect(hints(checkKeyword('AI4'))).toBe('');
	});

	it('sends curly quotes with a hint', () => {
		expect(doubts(checkKeyword('\u201cheat pumps\u201d'))).toMatch(/curly quotes/);
		expect(doubts(checkKeyword('\u201eW\u00e4rmepumpe\u201c'))).toMatch(/curly quotes/);
	});

	it('is one line', () => {
		const result = checkKeyword('heat\npumps');
		expect(sent(result)).toBe('heat pumps');
		expect(hints(result)).toMatch(/Line breaks and tabs were changed to blanks\.$/);
	});

	it.each([
		['AI, robotics, drones', /one phrase. Create one radar for each keyword/],
		['solar; wind', /one phrase/],
		['solar|wind', /one phrase/],
		['solar、wind', /one phrase/],
		['solar OR wind', /one phrase/],
		['solar AND wind', /one phrase/],
		['solar NOT tesla', /one phrase/],
		['solar && wind', /one phrase/],
		['solar / wind', /one phrase/],
		['solar\nwind', /"solar wind" .*one phrase/],
		['solar\twind', /"solar wind" .*one phrase/],
		['"heat pumps"', /has quotes/],
		["'heat pumps'", /has single quotes/],
		['solar*', /has a wildcard/],
		['heat pump%', /has a wildcard/],
		['* pumps', /has a wildcard/],
		['heat pumps -tesla', /has a plus or minus sign/],
		['heat pumps \u2013tesla', /has a plus or minus sign/],
		['+solar +wind', /has a plus or minus sign/],
		['intitle:solar', /has a field/],
	])('is doubtful as a list or with the syntax of another search, once: %j', (value, words) => {
		const result = checkKeyword(value);
		expect(sent(result)).toBe(value.replace(/\s/g, ' '));
		expect(doubts(result)).toMatch(words);
		expect(doubts(result).split('\n')).toHaveLength(1);
	});

	it.each([
		...[
			'C++',
			'AT&T',
			'e-mobility',
			'R&D',
			'24/7',
			'TCP/IP',
			'.NET',
			"women's health",
			"d'Alembert",
			'E*TRADE',
		],
		...[
			'100% renewable',
			'5 % growth',
			'A* search',
			'1,000 robots',
			'1,000 robots, big',
			'Yahoo!',
			'-40 degrees',
			'What is AI?',
		],
		...['Strom und -speicher', 'Wind- und Solarenergie', 'research and development', 're:Invent', '#metoo'],
		...[
			'Acme Robotics, Inc.',
			'Paris, Texas',
			'make or buy',
			'19" rack',
			'Vous recrutez ?',
			'Kauf sowie -miete',
		],
		...['oregon', 'Disney+', 'COVID-19', 'solar - wind', 'https://example.com', '3:1', 'ANDROID'],
	])('is searched as it is, without a doubt: %s', (value) => {
		const result = checkKeyword(value);
		expect(sent(result)).toBe(value);
		expect(doubts(result).replace(/.*fewer than 3.*/, '')).toBe('');
	});

	it.each(['', ' ', undefined, {}])('refuses %j', (value) => {
		expect(refusal(checkKeyword(value))).toMatch(/empty|object/);
	});
});

describe('full_name', () => {
	it('puts white space in order', () => {
		expect(sent(checkFullName(' Jane \n Doe '))).toBe('Jane Doe');
	});

	it.each([
		...['Jane', 'jane@w3.org', 'Agent 007', '\u201cJane Doe\u201d', '"Jane" Doe'],
		...[
			'Doe, Jane',
			'DOE, JANE',
			'Jane Doe; John Roe',
			'Jane Doe | CEO',
			'Jane Doe - CEO',
			'Jane Doe\nJohn Roe',
		],
	])('sends %j with a hint', (value) => {
		expect(hints(checkFullName(value))).not.toBe('');
	});

	it.each([
		...['Jane Doe', '山田太郎', "Conan O'Brien", 'Anne-Marie Doe', 'Jean Doe y Roe'],
		...['Jane Doe, PhD', 'Jane Doe, MBA, CPA', 'Jane Doe, M.D.', 'John Roe, Jr.', 'John Roe, III'],
		...['Jane Doe, PharmD', 'Jane Doe, SHRM-CP', 'Jane Doe, CFA®', 'JANE DOE, PHD', 'MARTIN KING, JR.'],
	])('sends %j without a hint', (value) => {
		expect(hints(checkFullName(value))).toBe('');
	});

	it.each([
		...[
			'Network Member',
			'Test Test',
			'Accounts Payable',
			'Front Desk',
			'Sales Team',
			'Customer Service',
			'No Name',
		],
		...['First Last', 'Human Resources', 'Info', 'HR Department', 'Not Provided'],
	])('is doubtful where all its words are of none: %s', (value) => {
		expect(doubts(checkFullName(value))).toMatch(/is no name of a person|is one word/);
	});

	it.each([
		...['Ada Linden [LEFT COMPANY]', 'Ada Linden (left)', 'Ada Linden (do not contact)', 'Ada Linden LEFT'],
		...['Ada Linden DO NOT USE', 'Ada Linden no longer with company', '{Ada} Linden'],
	])('is doubtful with a remark: %s', (value) => {
		expect(doubts(checkFullName(value))).toMatch(/has a remark.*Remove it, or the row/);
	});

	it.each([
		...['Ana Sales', 'John Person', 'Mark Price', 'Ali Ali', 'Robert (Bob) Left', 'Ada First', 'Jane Desk'],
		...['JANE LEFT', 'Mohamed Mohamed', 'Emma Test'],
	])('takes a name with such a word: %s', (value) => expect(doubts(checkFullName(value))).toBe(''));
});

describe('lists of text', () => {
	it.each([['Sales, Human Resources,Sales,'], [['Sales', ' Human Resources ', 'Sales', '', null]]])(
		'reads departments from %j',
		(value) => {
			const result = checkDepartments(value);
			expect(sent(result)).toEqual(['Sales', 'Human Resources']);
			expect(hints(result)).toBe('');
		},
	);

	it.each([
		',',
		';',
		'|',
		'\n',
		'\r\n',
		'\r',
		'，',
		'、',
		'；',
		'｜',
		' ;; ',
		'\u2028',
		'\u2029',
		'\u0085',
		'\v',
	])('splits at %j, in a text and in the entries of a list', (separator) => {
		const text = `Sales${separator}Human Resources`;
		for (const value of [text, [text], ['Sales', text], JSON.stringify([text])]) {
			expect(sent(checkDepartments(value))).toEqual(['Sales', 'Human Resources']);
			expect(hints(checkDepartments(value))).toBe('');
		}
		expect(sent(checkSeniorities(`CXO${separator}Vice President`))).toEqual(['CXO', 'Vice President']);
		expect(sent(checkCountries(`Germany${separator}France`))).toEqual(['Germany', 'France']);
	});

	it.each([
		'Media and Communication',
		'Sales & Marketing',
		'Sales/Marketing',
		'Sales Marketing',
		'Sales-Marketing',
	])('does not split %s', (value) => {
		expect(sent(checkDepartments(value))).toEqual([value]);
	});

	it('takes invisible characters off', () => {
		const result = checkDepartments('\ufeffSales; Mar\u200bketing');
		expect(sent(result)).toEqual(['Sales', 'Marketing']);
		expect(doubts(result)).toBe('');
		expect(hints(result)).toMatch(/U\+200B/);
	});

	it.each([
		'undefined',
		'Sales, null',
		'Sales;undefined',
		['Sales', '[object Object]'],
		'={{ $json.x }}',
		'#N/A',
	])('refuses %j, which never was meant', (value) => {
		expect(refusal(checkDepartments(value))).toMatch(/holds/);
		expect(checkCountries(value).ok).toBe(false);
	});

	it('sends what it does not know with a hint', () => {
		const result = checkSeniorities(['cxo', 'Wizard']);
		expect(sent(result)).toEqual(['CXO', 'Wizard']);
		expect(hints(result)).toMatch(/"Wizard" isn't a known.*\n"cxo" was read as CXO/);
	});

	it('names the entries that are not text', () => {
		expect(wrongParts(checkDepartments(['Sales', {}, ['x']]))).toEqual(['entry 2', 'entry 3']);
	});

	it('sends countries, with a hint for unknown ones and for more than five', () => {
		expect(hints(checkCountries('Germany, Austria'))).toBe('');
		expect(hints(checkCountries('Deutschland, France'))).toMatch(
			/^"Deutschland" isn't a known country[^"]*$/,
		);
		expect(hints(checkCountries('Chad,Cuba,Fiji,Iran,Iraq,Mali'))).toMatch(/up to 5/);
	});
});

describe('a country', () => {
	it.each([
		['Czechia', 'Czech Republic'],
		['C\u00f4te d\u2019Ivoire', 'Ivory Coast'],
		["Cote d'Ivoire", 'Ivory Coast'],
		['United States of America', 'United States'],
		['U.S.A.', 'United States'],
		['The Netherlands', 'Netherlands'],
		['Republic of Korea', 'South Korea'],
		['Korea, Republic of', 'South Korea'],
		['Tanzania, United Republic of', 'Tanzania'],
		['Iran (Islamic Republic of)', 'Iran'],
		['T\u00fcrkiye', 'Turkey'],
		['Viet Nam', 'Vietnam'],
		['Russian Federation', 'Russia'],
		['St. Lucia', 'Saint Lucia'],
		['Bosnia & Herzegovina', 'Bosnia and Herzegovina'],
		['Hong Kong SAR China', 'Hong Kong'],
		['Republic of Austria', 'Austria'],
		['GB', 'United Kingdom'],
		['UK', 'United Kingdom'],
		['uk', 'United Kingdom'],
		['DEU', 'Germany'],
		['germany', 'Germany'],
	])('is read as the name on the list, with a note: %s', (given, name) => {
		for (const value of [given, [given]]) {
			const result = checkCountries(value);
			expect(sent(result)).toEqual([name]);
			expect(doubts(result)).toBe('');
			expect(hints(result)).toMatch(new RegExp(`was read as ${name}\\.$`));
		}
	});

	it.each(['Congo', 'Korea', 'in', 'no', 'NA', 'Europe', 'EU', 'California', 'England', 'Deutschland'])(
		'is doubtful where it may be another, or none: %s',
		(name) => expect(doubts(checkCountries(name))).toMatch(/isn't a known country/),
	);

	it('may be another name of each on the list, and never of two', () => {
		const names = Object.values(ALIASES).flat();
		expect(new Set(names).size).toBe(names.length);
		for (const [country, others] of Object.entries(ALIASES))
			for (const other of others) expect(sent(checkCountries([other]))).toEqual([country]);
	});
});

describe('amounts in USD', () => {
	it.each([
		[5, 5],
		['0.50', 0.5],
		[0, 0],
	])('takes %j', (value, expected) => {
		expect(sent(checkUsd(value))).toBe(expected);
	});

	it.each([-1, '-1', 'five', '1e3', '', NaN, Infinity, null, {}, true])('refuses %j', (value) => {
		expect(refusal(checkUsd(value))).toMatch(/amount|less than zero|empty|not text/);
	});
});

describe('created_since', () => {
	it.each([
		['2026-11-01T09:00Z', '2026-11-01T09:00:00Z'],
		['2026-11-01T09Z', '2026-11-01T09:00:00Z'],
		['2026-11-01T09:00:00+0100', '2026-11-01T09:00:00+01:00'],
		['2026-11-01T09:00:00-05', '2026-11-01T09:00:00-05:00'],
		['2026-11-01T09:00:00,5Z', '2026-11-01T09:00:00.500Z'],
		['20261101T090000Z', '2026-11-01T09:00:00Z'],
		['2026-11-01', '2026-11-01T00:00:00+01:00'],
		['2026-11-01T09:00:00Z', '2026-11-01T09:00:00Z'],
	])('is converted from ISO 8601: %s', (given, converted) => {
		expect(sent(checkTimestamp(given, { timeZone: 'Europe/Berlin' })).text).toBe(converted);
	});

	it.each(['2026-13-01T09:00Z', '2026-11-01T25:00Z', 'yesterday', '2026-03-32T02:30'])(
		'cannot be %s',
		(given) => {
			expect(checkTimestamp(given, { timeZone: 'Europe/Berlin' }).ok).toBe(false);
		},
	);
});
