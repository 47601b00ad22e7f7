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

/**
 * Why a text can't be what the user meant, although it may be a template: it has an n8n variable in double braces, or only stands
 * for a missing value.
 */
export function unevaluatedIn(text: string): Refusal | undefined {
	const parts = text.split('{{').slice(1);
	const isOfN8n = parts.some((part) => /\$[a-z_(]/i.test(part.split('}}', 1)[0] ?? ''));
	if (isOfN8n) return notEvaluated(text);
	return LEFTOVER.test(text) ? leftOver(text) : undefined;
}

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

/** The normalized text, for every field. Rejects a text that can't be what the user meant. */
export function checkPlainText(given: string): ValidationResult<string> {
	const { text, removed = false } = normalizeText(given);
	const doubt =
		UNDEFINED_WORD.test(text) && `${shortened(text)} holds "undefined": an expression may lack data.`;
	return unresolvedIn(text) ?? withNotes(valid(text, doubt), removed);
}
