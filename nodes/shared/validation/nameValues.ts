import { listed } from '../listed';
import { isoTextOf } from './dates';
import { classifyValue, quoted, shown, checkObject, checkText } from './primitives';
import { allOf, andThen, inPart, invalid, valid, type Check, type ValidationResult } from './result';

type Texts = Record<string, string>;

/**
 * Checks rows of `name` and `value`, as the editor collects them. Every row has a name, and no two the same: the other rows are
 * problems.
 */
function checkRows<T>(value: unknown, checkCell: (name: string, cell: unknown) => ValidationResult<T>) {
	const rows = classifyValue(value);
	const fix = 'Give each row a name and a value.';
	if (rows.kind !== 'list') return invalid(`The value is ${shown(value)}, not rows of name and value.`, fix);
	const names = new Set<string>();
	const faults: Array<ValidationResult<T>> = [];
	const cells: Array<ValidationResult<T>> = [];
	rows.items.forEach((row, index) => {
		const entries = classifyValue(row);
		const cell = new Map(entries.kind === 'object' ? entries.entries : []);
		const name = checkText(cell.get('name'), fix);
		if (!name.ok) {
			faults.push(invalid(`Row ${index + 1} has no name.`, fix, `row ${index + 1}`));
		} else if (names.has(name.value)) {
			const reason = `The name ${quoted(name.value)} is used more than once.`;
			faults.push(invalid(reason, 'Use each name once.', name.value));
		} else {
			names.add(name.value);
			cells.push(checkCell(name.value, cell.get('value')));
		}
	});
	return allOf([...faults, ...cells]);
}

const MAX_SHOWN_NAMES = 5;

type CustomField = [name: string, text: string, isConverted: boolean];

function checkCustomField(name: string, value: unknown): ValidationResult<CustomField> {
	const text = asText(value);
	if (text !== undefined) return valid([name, text, typeof value !== 'string']);
	const reason = `The value of ${quoted(name)} is ${shown(value)}, not text.`;
	return invalid(reason, 'Use text, or leave the entry out.', name);
}

const toCustomFields = (checked: ValidationResult<CustomField[]>): ValidationResult<Texts> =>
	andThen(checked, (fields) => {
		const texts = Object.fromEntries(fields);
		const converted = fields.filter(([, , isConverted]) => isConverted).map(([name]) => quoted(name));
		if (converted.length === 0) return valid(texts);
		const names = listed(converted, MAX_SHOWN_NAMES);
		return valid(texts, `Sent as text: ${names}. Custom fields hold text only.`);
	});

/**
 * `custom_fields` (docs/api.md, Create a radar), string values only: an object, or the JSON text of one.
 * Numbers, yes/no values and dates are sent as text, with a hint; each other value is refused, named by its key.
 */
export const checkCustomFields: Check<Texts> = (value) =>
	andThen(checkObject(value, 'Use an object with text values, such as { "crm_id": "42" }.'), (entries) =>
		toCustomFields(allOf(entries.map(([name, given]) => checkCustomField(name, given)))),
	);

/** `custom_fields` as rows of name and value, by the same rules. */
export const checkCustomFieldRows: Check<Texts> = (value) =>
	toCustomFields(checkRows(value, checkCustomField));

/** Text stays as it is, blanks included. */
function asText(value: unknown): string | undefined {
	if (typeof value === 'string') return value;
	const classified = classifyValue(value);
	if (classified.kind === 'number')
		return Number.isFinite(Number(classified.number)) ? String(classified.number) : undefined;
	if (classified.kind === 'boolean') return String(classified.boolean);
	return classified.kind === 'instant' ? isoTextOf(classified) : undefined;
}

/** Additional query parameters of `GET /v1/updates` as rows of name and value; each row has a value. */
export const checkQueryParameters: Check<Texts> = (value) =>
	andThen(
		checkRows(value, (name, cell) =>
			inPart(
				name,
				andThen(checkText(cell, 'Use text or a number, or remove the row.'), (text) =>
					valid([name, text] as const),
				),
			),
		),
		(parameters) => valid(Object.fromEntries(parameters)),
	);
