import { cpuMsOf } from '../../cpuMsOf';
import { checkFullName, checkKeyword } from '../../../nodes/shared/values/rules/radarFieldChecks';
import { checkText, isBlank } from '../../../nodes/shared/values/rules/primitives';
import { checkPlainText } from '../../../nodes/shared/values/rules/text';
import {
	normalizeText,
	shortened,
	trimText,
	withCodePoints,
} from '../../../nodes/shared/values/basics/plainText';
import { doubts, hints, refusal, sent } from './results';

describe('an invisible character', () => {
	it.each([
		...[0xfeff, 0x200b, 0x2060, 0x00ad, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e],
		...[
			0x0000, 0x0008, 0x001b, 0x007f, 0x009f, 0x034f, 0x061c, 0x115f, 0x1160, 0x2061, 0x2064, 0x2066, 0x2069,
		],
		...[0x206a, 0x2800, 0x3164, 0xffa0, 0xfff9, 0x1d173, 0xe0001],
	])('number %i is removed, with a note that names it and its place', (codePoint) => {
		const character = String.fromCodePoint(codePoint);
		const name = `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
		const result = checkPlainText(`heat${character} pumps`);
		expect(sent(result)).toBe('heat pumps');
		expect(doubts(result)).toBe('');
		expect(hints(result)).toBe(`An invisible character was removed: ${name} (character 5).`);
		expect(trimText(`${character} x${character}y ${character}`)).toBe(`x${character}y`);
		expect(isBlank(` ${character} `)).toBe(true);
		expect(withCodePoints(`a${character}b`)).toBe(`a<${name}>b`);
	});

	it('is counted in characters, and named three times at most', () => {
		expect(normalizeText('😀\u200bx').removed).toMatch(/character 2\)/);
		expect(normalizeText('\u200ba\u200bb\u200bc\u200bd\u2060').removed).toBe(
			'Invisible characters were removed: U+200B (character 1), U+200B (character 3), U+200B (character 5) and 2 more.',
		);
	});

	it.each([
		['Persian', 'می\u200cخواهم'],
		['Persian name', 'زهرا رضایی\u200cنژاد'],
		['Devanagari with a joiner', 'क्\u200dष'],
		['Devanagari with a non-joiner', 'क्\u200cष'],
		['Sinhala', 'ශ්\u200dරී'],
		['a family', '👨\u200d👩\u200d👧'],
		['a person at a computer', '👩\u200d💻'],
		['a person with a skin tone', '👩🏽\u200d💻'],
		['a burning heart', '❤\ufe0f\u200d🔥'],
		['a heart', '❤\ufe0f'],
		['a variant of a Han character', '葛\u{e0100}'],
		['accents', 'e\u0301a\u0308'],
		['right to left', 'שלום עולם'],
	])('is none in %s', (_, text) => {
		expect(sent(checkPlainText(text))).toBe(text);
		expect(hints(checkPlainText(text))).toBe('');
		expect(withCodePoints(text)).toBe(text);
	});

	it('goes, and leaves the joiner of a word beside it', () => {
		expect(normalizeText('می\u200b\u200cخواهم').text).toBe('می\u200cخواهم');
	});

	it.each(['a\u200cb', 'a\u200db', '\u200cمی', 'می\u200c', '1\u200c2', 'x \u200d y', 'д\u200cа', 'α\u200dβ'])(
		'is a joiner that joins nothing: %j',
		(text) => {
			expect(sent(checkPlainText(text))).not.toMatch(/[\u200c\u200d]/);
			expect(hints(checkPlainText(text))).toMatch(/U\+200[CD]/);
		},
	);
});

describe('a text of nothing but blanks and invisible characters', () => {
	it.each([
		'\u200b',
		' \u200b ',
		'\u200b \u200b',
		'\u200b \u200b \u200b',
		'\u200c\u00a0\u200c\u00a0\u200c\u00a0',
		'\u3164\n\u2800\n\u3164',
	])('is empty: %j', (text) => {
		expect(isBlank(text)).toBe(true);
		expect(refusal(checkKeyword(text))).toMatch(/^is empty/);
	});
});

describe('blanks', () => {
	it.each([
		['\u00a0heat\u00a0pumps\u00a0', 'heat pumps'],
		['heat\u2003pumps', 'heat pumps'],
		['heat\u3000pumps', 'heat pumps'],
		['heat\u202fpumps', 'heat pumps'],
		['a\r\nb', 'a\nb'],
		['a\rb', 'a\nb'],
		['a\u2028b\u2029c\u0085d\ve', 'a\nb\nc\nd\ne'],
		['a\tb', 'a\tb'],
		[' \ufeff x \u200b ', 'x'],
	])('of %j become plain: %j', (given, text) => {
		expect(normalizeText(given).text).toBe(text);
	});
});

describe('text that never was meant', () => {
	it.each([
		...['undefined', 'null', 'NULL', 'UNDEFINED', 'NaN', 'Invalid Date', 'Invalid DateTime'],
		...['[object Object]', '[object Promise]', '[object Object],[object Object]', 'x [object Object]'],
		...['#N/A', '#REF!', '#VALUE!', '#NAME?', '#DIV/0!', '#NULL!', '#NUM!', '#ERROR!'],
		...['#NV', '#N/D', 'N/D', '#\u00a1VALOR!', '#\u00bfNOMBRE?', '#YOK', '#\u041d/\u0414'],
		...[
			'undefined undefined',
			'null, null',
			'undefined null',
			'null;null',
			'NULL | NULL',
			'undefined-undefined',
		],
		...[
			'undefined\nundefined',
			'NaN/NaN',
			'#N/A #N/A',
			'null, undefined, NaN',
			'undefinedundefined',
			'nullnull',
		],
		...[' undefined ', '\u200bnull', 'nu\u200bll', 'null\u00a0'],
	])('is refused as what an expression without data gives: %j', (text) => {
		expect(refusal(checkPlainText(text))).toMatch(
			/^holds ".*", which is what an expression without data gives\n?.*Check the expression/,
		);
		expect(checkKeyword(text).ok).toBe(false);
		expect(checkFullName(text).ok).toBe(false);
	});

	it.each([
		...[
			'{{ $json.topic }}',
			'{{$json["topic"]}}',
			'{{ $now }}',
			'{{$("Node").item.json.x}}',
			"{{ $('Node').first() }}",
		],
		...[
			'{{ $node["x"].json.y }}',
			'{{ $input.first().json.x }}',
			'{{ $today.toISO() }}',
			'{{ $fromAI("x") }}',
		],
		...[
			'x {{ $json.x }} y',
			'{{ "a" + $json.x }}',
			'{{ first }} {{ $json.x }}',
			'{{\n$json.x\n}}',
			'{{ $json.x',
		],
		...['={{ $json.x }}', '=heat pumps', '= heat pumps', '\ufeff=x', '=', '{{ {}[$json.x] }}'],
	])('is refused as an expression that n8n did not evaluate: %j', (text) => {
		expect(refusal(checkPlainText(text))).toMatch(
			/^holds an expression that n8n didn't evaluate: [^]*Switch the field to Expression/,
		);
	});

	it.each([
		...[
			'=HYPERLINK("https://example.com";"Example")',
			'=SUM(A1)',
			"='Sheet 1'!B2",
			'=Leads!$A$2',
			'=+A1',
			'=A2',
		],
		...['=WENN(A1>1;"x";"y")', '=IFERROR(VLOOKUP(A2,B:C,2),"")'],
	])('is refused as a formula of a sheet: %s', (text) => {
		expect(refusal(checkPlainText(text))).toMatch(/^is a formula of the sheet that arrived as text: =/);
	});

	it.each([
		...[
			'C++ Developer',
			'Entwickler*in (m/w/d)',
			'Engineer [Remote]',
			'R&D',
			'.NET',
			'C#',
			'AT&T',
			'3M',
			'24/7 support',
		],
		...['Jane Null', 'Null Island', 'null pointer', 'Nan Goldin', 'nan', 'Null', 'n/a', 'nil'],
		...['{% x %}', '{ $json }'],
		...[
			'a=b',
			'E = mc²',
			'"=x"',
			'#1 brand',
			'#NoFilter',
			'object Object',
			'[object]',
			'O’Brien',
			'„Wärme“',
			'山田太郎',
			'-',
			'?',
		],
	])('is not %j, which stays as it is', (text) => {
		expect(sent(checkPlainText(text))).toBe(text);
		expect(hints(checkPlainText(text))).toBe('');
	});

	it.each([
		'None',
		'N/A',
		'<NA>',
		'#WERT!',
		'a {{ first_name }} template',
		'{{topic}}',
		'${name}',
		'$json.x',
		'<%= x %>',
		"$('Sheet').item.json.x",
	])('is %j', (text) => {
		expect(refusal(checkPlainText(text))).toMatch(/didn't evaluate|without data/);
	});

	it.each(['undefined behavior', 'heat undefined', '"undefined" OR CEO', 'undefined.io'])(
		'may be %j',
		(text) => {
			expect(doubts(checkPlainText(text))).toMatch(/an expression may lack data/);
		},
	);

	it.each(['https://n8n.example.com/webhook/undefined', 'https://x.com/null', 'undefined.doe@w3.org'])(
		'has a part that is missing: %s',
		(text) => {
			expect(refusal(checkPlainText(text))).toMatch(/without data/);
		},
	);

	it('is shown short, and with its invisible characters', () => {
		expect(refusal(checkPlainText(`{{ $json.x }}${'x'.repeat(1000)}`)).length).toBeLessThan(300);
		expect(refusal(checkText({}, 'Fix.'))).toMatch(/an object/);
		expect(refusal(checkText(' \u200b', 'Fix.'))).toMatch(/^is empty/);
	});
});

describe('a broken character', () => {
	it.each([
		...[
			'Jos\ufffd Garc\ufffda',
			'KÃ¶ln',
			'CafÃ©',
			'GeschÃ¤ftsfÃ¼hrer',
			'MÃ\u0089RITO',
			'PeÃ±a',
			'FranÃ§ois',
			'Ãœnal',
		],
		...[
			'Dâ€™Angelo',
			'â€œheatâ€\u009d',
			'JiÅ™Ã\u00ad',
			'Ð¡ÐµÑ€Ð³ÐµÐ¹',
			'ÅŸirket',
			'ðŸ™‚',
			'Smith Â® Ltd',
			'1Â½',
		],
	])('is doubtful: %s', (text) => {
		expect(doubts(checkPlainText(text))).toMatch(
			/has broken characters, ".+"\. Read the file with its own encoding\./,
		);
	});

	it.each([
		...[
			'“CAFÉ”',
			'CAFÉ’S',
			'SÃO PAULO',
			'Âge d’or',
			'ÎLE-DE-FRANCE',
			'ÅNGSTRÖM',
			'NÑ',
			'Å², Å³',
			'À –',
			'Ärzte',
		],
		...['EL NIÑO…', 'Ørsted', 'Đorđe', 'Ùmbria', 'Ñandú · Ñu', 'Nº 5', '5 €', '„Österreich“', 'Ö®'],
	])('is not in %s', (text) => {
		expect(doubts(checkPlainText(text))).toBe('');
	});
});

describe('a name', () => {
	it.each(['Jane undefined', 'undefined Doe'])('is refused with a part that is missing: %s', (name) => {
		expect(refusal(checkFullName(name))).toMatch(/undefined/);
	});

	it.each(['Jane null', 'Jane #N/A'])('is doubtful with a part that may be missing: %s', (name) => {
		expect(doubts(checkFullName(name))).toMatch(/does not look like/);
	});

	it.each([
		'Jane Null',
		'Mary-Jane O’Brien',
		'زهرا رضایی\u200cنژاد',
		'Nguyễn Thị Minh',
		'D’Angelo Undefinedson',
	])('passes unchanged: %s', (name) => {
		expect(sent(checkFullName(name))).toBe(name);
		expect(hints(checkFullName(name))).toBe('');
	});
});

describe('reading a text takes no longer than its length', () => {
	it.each([
		['invisible characters between words', 'a\u200b'.repeat(20_000)],
		['a run of invisible characters', `x${'\u200b'.repeat(20_000)}x`],
		['open braces', '{{'.repeat(20_000)],
		['open braces with dollars', `${'{{$'.repeat(1500)}}`],
		['dollars in braces', `${'{{'.repeat(500)}${'$'.repeat(500)}}`],
		['repeated nulls', `${'null, '.repeat(20_000)}x`],
		['blanks', `a${' '.repeat(100_000)}b`],
	])('%s', async (_, text) => {
		const { cpuMs } = await cpuMsOf(() => [checkPlainText(text), trimText(text), shortened(text)]);
		expect(cpuMs).toBeLessThan(300);
	});
});
