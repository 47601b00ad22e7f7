import { normalizeText, quoted, shortened } from '../basics/plainText';
import { invalid, valid, withNotes, type ValidationResult } from './result';

const NO_VALUE = String.raw`(?:undefined|UNDEFINED|null|NULL|None|NaN|Invalid Date(?:Time)?|N/A|N/D|<NA>|#N/[ABD]|#NV|#I/T|#Н/Д|#YOK|#PUUTTUU|#HIÁNYZIK|#[¡¿]?[\p{Lu}\d/]+[!?])`;

/** Texts that an expression or a spreadsheet gives for a missing value. */
const LEFTOVER = new RegExp(String.raw`^${NO_VALUE}(?:[\s,;/|.&-]*${NO_VALUE})*$|\[object \w+\]`, 'u');

/** A URL or an email address with a part that is missing. */
const MISSING_PART = /^\S*\/(?:undefined|null|NaN)(?:[/?#]\S*)?$|^(?:\S*[._-])?undefined(?:[._-]\S*)?@/u;

/** Only doubtful, because it may be part of a name: `undefined.io`, "undefined behavior". */
const UNDEFINED_WORD = /(?:^|[\s"./])undefined(?:[\s"./]|$)/;

/** An n8n expression, or a placeholder of a template, that was stored as text. */
const PLACEHOLDER = /^=|\{\{|^\$(?:json|node|input|item|vars|env|now|today|items?)\b|^\$\(|\$\{|<%|\{\w+\}@/;

type Refusal = ReturnType<typeof invalid>;

const notEvaluated = (text: string): Refusal =>
	invalid(
		`holds an expression that n8n didn't evaluate: ${shortened(text)}`,
		'Switch the field to Expression. If the value comes from your data, correct it there.',
	);

/** Whether a text has an n8n variable in double braces. */
export const holdsVariable = (text: string): boolean =>
	text
		.split('{{')
		.slice(1)
		.some((part) => /\$[a-z_(]/i.test(part.split('}}', 1)[0] ?? ''));

/** Whether a text only stands for a missing value. */
export const isLeftOver = (text: string): boolean => LEFTOVER.test(text.trim());

const leftOver = (text: string): Refusal =>
	invalid(
		`holds ${quoted(text)}, which is what an expression without data gives`,
		'Check the expression, and that this item has the data for it.',
	);

/** Why a text can't be what the user meant: it's an expression that wasn't evaluated, or the result of one without data. */
export function unresolvedIn(text: string): Refusal | undefined {
	if (PLACEHOLDER.test(text)) return notEvaluated(text);
	return LEFTOVER.test(text) || MISSING_PART.test(text) ? leftOver(text) : undefined;
}

/**
 * Characters that a file has after it was read with the wrong encoding: UTF-8 as Latin-1 or Windows-1252 (`Ã¶` for ö), or unknown
 * bytes. Quotes and dashes may follow a capital letter, so they count after Ã, Â and â€ only.
 */
const BROKEN =
	/\ufffd|[ÂÃ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|[ÄÅÎÏÐÑØÙ][\u0080-\u00a9\u00ac-\u00b1\u00b4-\u00b6\u00b8\u00b9\u00bb-\u00be€‚ƒ„†‡ˆ‰Š‹ŒŽ•˜™š›œžŸ]|â€.|ðŸ./u;

const NOT_ASCII = /[^\0-\x7f]/;

/** The doubt about a text with broken characters. Reads the text as it came: some of them are invisible. */
export function brokenIn(text: string): string | false {
	const broken = NOT_ASCII.test(text) ? BROKEN.exec(text)?.[0] : undefined;
	return (
		broken !== undefined &&
		`${quoted(text)} has broken characters, ${quoted(broken)}. Read the file with its own encoding.`
	);
}

/** What programs leave in texts, which searches take literally. */
const LEFT_IN: ReadonlyArray<readonly [RegExp, string]> = [
	[/&(?:#\d{2,6}|#x[\da-f]{2,6}|[a-z]{2,6}\d?);/i, 'an HTML entity'],
	[
		/<\/?(?:a|b|br|div|em|font|h\d|hr|i|img|li|ol|p|small|span|strong|sub|sup|td|tr|u|ul)(?:\s[^<>]*)?\/?>/i,
		'an HTML tag',
	],
	[/%(?:2[\da-f]|3[a-f]|[cd][\da-f]%[89ab][\da-f]|e[\da-f]%[89ab][\da-f])/i, 'a percent escape'],
	[/\\(?:u[\da-f]{4}|x[\da-f]{2})/i, 'an escape'],
	[/(?<=\p{L})\?(?=\p{L})/u, 'a question mark inside a word'],
];

/** What another program left in a text, worded to follow it. URLs have percent escapes and question marks of their own. */
export function leftIn(text: string): string | undefined {
	if (!/[&<%\\?]/.test(text) || text.includes('://')) return undefined;
	for (const [form, name] of LEFT_IN) {
		const found = form.exec(text)?.[0];
		if (found !== undefined)
			return `has ${name}, ${found}, which is searched literally. Enter the text as people read it`;
	}
	return undefined;
}

/** The normalized text, for every field. Rejects a text that can't be what the user meant. */
export function checkPlainText(given: string): ValidationResult<string> {
	const { text, removed = false } = normalizeText(given);
	const doubt =
		UNDEFINED_WORD.test(text) && `${shortened(text)} holds "undefined": an expression may lack data.`;
	return unresolvedIn(text) ?? withNotes(valid(text, doubt, brokenIn(given)), removed);
}
