import { PACKAGE_FIELDS } from '../../api/names';
import { isoTextOf } from './dates';
import {
	classifyValue,
	shown,
	checkObject,
	checkText,
	isBlank,
	holdsVariable,
	isLeftOver,
} from './primitives';
import { allOf, andThen, inPart, invalid, valid, withNotes, type ValidationResult } from './result';
import { doubtAbout, findSign } from '../signs/find';
import { normalizeText, quoted } from '../basics/plainText';

type Texts = Record<string, string>;

type CustomField = [name: string, text: string];

/** Text stays as it is, since it may be a template. A note says what looks like a mistake. */
function checkCustomField(name: string, value: unknown): ValidationResult<CustomField[]> {
	if (PACKAGE_FIELDS.includes(name)) {
		return withNotes(valid<CustomField[]>([]), `${quoted(name)} belongs to another radar and was left out.`);
	}
	if (value === null || value === undefined) {
		return withNotes(valid<CustomField[]>([]), `${quoted(name)} is empty and was left out.`);
	}
	const text = asText(value);
	if (text === undefined) {
		const reason = `The value of ${quoted(name)} is ${shown(value)}, not text.`;
		return invalid(reason, 'Use text, or leave the entry out.', name);
	}
	const isHidden = normalizeText(text).removed !== undefined;
	return withNotes(
		valid<CustomField[]>([[name, text]]),
		(holdsVariable(text) || isLeftOver(text)) &&
			`${quoted(name)} ${findSign('unresolved', text.trim())?.is}.`,
		isHidden && `The value of ${quoted(name)} has invisible characters, which were kept: ${quoted(text)}.`,
		doubtAbout('encoding', text),
		losesDigits(value) &&
			`The value of ${quoted(name)} has more digits than a number can hold, and was sent as ${text}. Format the column as text.`,
	);
}

/** A whole number beyond 2^53, or one that a spreadsheet has shortened. */
const losesDigits = (value: unknown): boolean =>
	typeof value === 'number'
		? Number.isInteger(value) && !Number.isSafeInteger(value)
		: typeof value === 'string' && /^\d[.,]\d+E\+\d{2}$/.test(value.trim());

const toCustomFields = (checked: ValidationResult<CustomField[][]>): ValidationResult<Texts> =>
	andThen(checked, (lists) => valid(Object.fromEntries(lists.flat())));

/**
 * `custom_fields` (docs/contributing/api.md, Create a radar), string values only: an object, or its JSON text. Sends numbers, booleans
 * and dates as text; leaves out null, with a hint; rejects other values, named by their key.
 */
export const checkCustomFields = (value: unknown): ValidationResult<Texts> =>
	andThen(checkObject(value, 'Use an object with text values, such as { "crm_id": "42" }.'), (entries) =>
		toCustomFields(allOf(entries.map(([name, given]) => checkCustomField(name, given)))),
	);

/** `custom_fields` as rows of name and value, by the same rules. A row without a value is left out, and each needs a name of its own. */
export function checkCustomFieldRows(value: unknown): ValidationResult<Texts> {
	const rows = classifyValue(value);
	const fix = 'Give each row a name and a value.';
	if (rows.kind !== 'list') return invalid(`The value is ${shown(value)}, not rows of name and value.`, fix);
	const names = new Set<string>();
	const cells = rows.items.map((row, index): ValidationResult<CustomField[]> => {
		const entries = classifyValue(row);
		const cell = new Map(entries.kind === 'object' ? entries.entries : []);
		const part = `row ${index + 1}`;
		if (isBlank(cell.get('name'))) return invalid(`Row ${index + 1} has no name.`, fix);
		const name = checkText(cell.get('name'), fix);
		if (!name.ok) return inPart(part, name);
		if (names.has(name.value)) {
			const reason = `The name ${quoted(name.value)} is used more than once.`;
			return invalid(reason, 'Use each name once.', name.value);
		}
		names.add(name.value);
		const given = cell.get('value');
		return andThen(name, (text) => checkCustomField(text, isBlank(given) ? undefined : given));
	});
	return toCustomFields(allOf(cells));
}

/** Text stays as it is, blanks included. */
function asText(value: unknown): string | undefined {
	if (typeof value === 'string') return value;
	const classified = classifyValue(value);
	if (classified.kind === 'number')
		return Number.isFinite(Number(classified.number)) ? String(classified.number) : undefined;
	if (classified.kind === 'boolean') return String(classified.boolean);
	return classified.kind === 'instant' ? isoTextOf(classified) : undefined;
}
