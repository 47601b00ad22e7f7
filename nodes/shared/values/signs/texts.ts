import { quoted, shortened, SMART_QUOTES } from '../basics/inWords';
import type { TextPlace, Sign } from './sign';

const NO_VALUE = String.raw`(?:undefined|UNDEFINED|null|NULL|None|NaN|Invalid Date(?:Time)?|N/A|N/D|<NA>|#N/[ABD]|#NV|#I/T|#Н/Д|#YOK|#PUUTTUU|#HIÁNYZIK|#[¡¿]?[\p{Lu}\d/]+[!?])`;

/** Texts that an expression or a spreadsheet gives for a missing value. */
export const LEFTOVER = new RegExp(String.raw`^${NO_VALUE}(?:[\s,;/|.&-]*${NO_VALUE})*$|\[object \w+\]`, 'u');

/** Cells that say that there is no value, in the languages of CRMs. */
export const NO_VALUE_CELL = new RegExp(
	String.raw`^(?:n\.?\s?[/.]?\s?a\.?|n\.?\/?d\.?|nil|none|null|tb[acd]|not (?:applicable|available|provided|specified)|#N\/A|#NV|<NA>|[-–—_.?/]+|\((?:blank|empty|leer|vide|vacío|vuoto|leeg)\)|keine?(?: angaben?)?|k\.\s?a\.|ningun[oa]|sin (?:datos|nombre|especificar)|s\/d|aucune?|néant|non renseignée?|nessun[oa]|geen|n\.v\.t\.?|brak|nenhuma?|sem (?:dados|nome)|não informado|ingen|inget|yok|нет|не указано|desconocid[oa]|desconhecid[oa]|sconosciut[oa]|unknown|unbekannt|inconnue?|onbekend|okänd|なし|無し|无|暂无|未設定|不明|未知)$`,
	'i',
);

/** Also a URL or an email address with a part that is missing. */
const MISSING = new RegExp(
	String.raw`${LEFTOVER.source}|^\S*\/(?:undefined|null|NaN)(?:[/?#]\S*)?$|^(?:\S*[._-])?undefined(?:[._-]\S*)?@`,
	'u',
);

/**
 * Characters that a file has after it was read with the wrong encoding: UTF-8 as Latin-1 or Windows-1252 (`Ã¶` for ö), or unknown
 * bytes. Quotes and dashes may follow a capital letter, so they count after Ã, Â and â€ only.
 */
const BROKEN =
	/\ufffd|[ÂÃ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|[ÄÅÎÏÐÑØÙ][\u0080-\u00a9\u00ac-\u00b1\u00b4-\u00b6\u00b8\u00b9\u00bb-\u00be€‚ƒ„†‡ˆ‰Š‹ŒŽ•˜™š›œžŸ]|â€.|ðŸ./u;

/** Of a part that this service doesn't take for syntax. */
export const searchedLiterally = (part: string, verb: 'is' | 'are' | 'may be' = 'is'): string =>
	`has ${part}, which ${verb} searched literally`;

/** Of a text that may be several. @param including what parts them */
export const searchedAsOne = (searched: string, including = ''): string =>
	`is searched as one ${searched}${including && `, including ${including}`}`;

const NOT_ASCII = /[^\0-\x7f]/;

/** What a program left in a text that is searched for. URLs have percent escapes and question marks of their own. */
const leftBy = (
	source: string,
	name: string,
	form: RegExp,
	refuses: string,
	passes: string,
	places: readonly TextPlace[] = ['word', 'phrase', 'title', 'keyword', 'name'],
): Sign => ({
	form: (text) => (/[&<%\\?]/.test(text) && !text.includes('://') ? form.exec(text)?.[0] : undefined),
	is: (found) => searchedLiterally(`${name}, ${found}`),
	todo: Object.fromEntries(places.map((place) => [place, 'Enter the text as people read it'])),
	source,
	refuses,
	passes,
});

/** What to do if an expression gives no value. */
export const CHECK_EXPRESSION = 'Check the expression, and that this item has the data for it';

export const TEXT_SIGNS: readonly Sign[] = [
	{
		form: /^=\s*[+-]?(?:[\p{Lu}][\p{Lu}\d._]*\(|(?:[\p{L}\d_]+!|'[^']+'!)?\$?[A-Z]{1,3}\$?\d+\b)/u,
		is: (_, text) => `is a formula of the sheet that arrived as text: ${shortened(text)}`,
		todo: {
			unresolved: 'Read the values of the sheet, not its formulas, or replace the formula by its value',
		},
		source: 'sheets that are read with their formulas, and CSV files of such sheets',
		refuses: '=HYPERLINK("https://example.com";"Example")',
		passes: 'A1 Telekom',
	},
	{
		form: /^=|\{\{|^\$(?:json|node|input|item|vars|env|now|today|items?)\b|^\$\(|\$\{|<%|\{\w+\}@/,
		is: (_, text) => `holds an expression that n8n didn't evaluate: ${shortened(text)}`,
		todo: {
			unresolved: 'Switch the field to Expression. If the value comes from your data, correct it there',
		},
		source: 'n8n expressions, and templates of other programs',
		refuses: '{{ $json.domain }}',
		passes: 'Cost in $',
	},
	{
		form: MISSING,
		is: (_, text) => `holds ${quoted(text)}, which is what an expression without data gives`,
		todo: { unresolved: CHECK_EXPRESSION },
		source: 'JavaScript, Python and the errors of spreadsheets in several languages',
		refuses: '#N/A',
		passes: 'null island',
	},
	{
		// It may be part of a name: `undefined.io`, "undefined behavior".
		form: /(?:^|[\s"./])undefined(?:[\s"./]|$)/,
		is: 'holds "undefined": an expression may lack data',
		todo: { text: '' },
		source: 'texts that an expression puts together',
		refuses: 'Head of undefined',
		passes: 'undefinedness',
	},
	{
		form: (text) => (NOT_ASCII.test(text) ? BROKEN.exec(text)?.[0] : undefined),
		is: (found) => `has broken characters, ${quoted(found)}`,
		todo: { encoding: 'Read the file with its own encoding' },
		source: 'CSV files that were read as UTF-8, or as Windows-1252, and are the other one',
		refuses: 'KÃ¶ln',
		passes: 'Köln',
	},
	{
		form: /&(?:quot|#34|#x22);/i,
		is: 'has HTML entities',
		todo: { word: 'Use double quotes (")' },
		source: 'texts copied from the source of a web page',
		refuses: '&quot;head',
		passes: 'R&D',
	},
	leftBy(
		'texts copied from the source of a web page',
		'an HTML entity',
		/&(?:#\d{2,6}|#x[\da-f]{2,6}|[a-z]{2,6}\d?);/i,
		'R&amp;D',
		'R&D',
	),
	leftBy(
		'texts copied from the source of a web page',
		'an HTML tag',
		/<\/?(?:a|b|br|div|em|font|h\d|hr|i|img|li|ol|p|small|span|strong|sub|sup|td|tr|u|ul)(?:\s[^<>]*)?\/?>/i,
		'solar<br>panel',
		'Jane B',
		['phrase', 'title', 'keyword', 'name', 'word'],
	),
	leftBy(
		'texts copied from an address',
		'a percent escape',
		/%(?:2[\da-f]|3[a-f]|[cd][\da-f]%[89ab][\da-f]|e[\da-f]%[89ab][\da-f])/i,
		'head%20of',
		'Head Of',
	),
	leftBy('JSON that was read as text', 'an escape', /\\(?:u[\da-f]{4}|x[\da-f]{2})/i, 'Gesch\\u00e4ft', 'C#'),
	leftBy(
		'files that were written with an encoding without the letter',
		'a question mark inside a word',
		/(?<=\p{L})\?(?=\p{L})/u,
		'Jane M?ller',
		'Jane Müller',
	),
	{
		form: new RegExp(`[,;|"'\`<>)\\].\u2018\u2019${SMART_QUOTES}]$`),
		is: (found) => `ends with ${found}`,
		todo: { url: "If that isn't part of the URL, remove it" },
		source: 'URLs copied with the text around them',
		refuses: 'https://example.com/a;',
		passes: 'https://example.com/a/',
	},
];
