import {
	RADAR_STATUSES,
	RADAR_TYPES,
	type RadarType,
	radarTypeName,
	radarTypeWithValue,
	SAMPLE_NAMES,
	SAMPLE_TYPES,
} from '../../api/radarTypes';
import { quoted, normalizeText, readAs } from '../basics/inWords';
import { nearNameFinder } from './keys';
import {
	classifyValue,
	choiceCheck,
	listCheck,
	checkTextList,
	lettersOf,
	textCheck,
	isNot,
	checkObject,
	checkText,
	isBlank,
	holdsVariable,
	isLeftOver,
} from './primitives';
import { andThen, invalid, valid, withNotes, type ValidationResult, allOf, inPart } from '../basics/refusal';
import { doubtAbout, findSign } from '../signs/find';
import { FULL_NAME } from '../signs/contacts';
import { searchedAsOne } from '../signs/texts';
import { KEYWORD_MIN_LENGTH, COUNTRIES_MAX } from '../../api/assumptions';
import COUNTRIES from '../../api/countries.json';
import COUNTRY_ALIASES from '../../api/countryAliases.json';
import { PACKAGE_FIELDS } from '../../api/radarFields';
import { isoTextOf } from './dates';

const checkTypeValue = choiceCheck(RADAR_TYPES, 'radar type', radarTypeWithValue);

/** The radar types that a label may mean, by its letters: "New Hires", "Company: New Hires" or "company-new-hires". */
function typesLabeled(label: string): RadarType[] {
	const letters = lettersOf(label);
	return RADAR_TYPES.filter((type) => {
		const name = radarTypeName(type);
		const group = type.slice(0, type.indexOf('_'));
		return [type, name, `${group} ${name}`].some((each) => lettersOf(each) === letters);
	});
}

/** `radar_type`: one of the 15 values, or its label. */
export function checkRadarType(value: unknown): ValidationResult<RadarType> {
	if (typeof value !== 'string' || RADAR_TYPES.some((type) => type === value)) return checkTypeValue(value);
	const [type, ...others] = typesLabeled(value);
	if (type === undefined) return checkTypeValue(value);
	if (others.length === 0) return withNotes(valid(type), value.trim() !== type && readAs(value, type));
	const groups = [type, ...others].map(radarTypeWithValue).join(' or ');
	return invalid(`${quoted(value)} is the label of several radar types.`, `Use ${groups}.`);
}

/** Radar types in a list, in one text with separators, or in the JSON text of a list. */
export const checkRadarTypes = listCheck(checkRadarType, `Use radar types such as ${RADAR_TYPES[0]}.`);

/** `radar_status`: active or inactive. */
export const checkRadarStatus = choiceCheck(RADAR_STATUSES, 'radar status');

/** `update_type` of a test event. */
export const checkSampleType = choiceCheck(
	SAMPLE_TYPES,
	'type of test event',
	(type) => `${SAMPLE_NAMES[type]} (${type})`,
);

/** `full_name` of a contact radar: any text. One that doesn't look like a person's name is doubtful. */
export const checkFullName = textCheck(`${FULL_NAME}, such as Jane Doe.`, (text, refuse) => {
	const name = text.replace(/\s+/g, ' ');
	if (/\bundefined\b/.test(name)) return refuse('has a part that is missing: undefined');
	return valid(name, doubtAbout('name', text));
});

/** A list of two, or a phrase. Several commas are doubtful, and the one in a number is none. */
const ONE_COMMA = /^[^,]*(?:(?<!\d),|,(?!\d))[^,]*$/;

/** `keyword` of an industry radar: any text. One that is a list, or has the syntax of a search or leftovers of a program, is doubtful. */
export const checkKeyword = textCheck('Use a word or a phrase, such as heat pumps.', (text) => {
	const keyword = text.replace(/[\t\n]+/g, ' ');
	return withNotes(
		valid(keyword, doubtAbout('keyword', text)),
		Array.from(keyword).length < KEYWORD_MIN_LENGTH &&
			`${quoted(keyword)} has fewer than ${KEYWORD_MIN_LENGTH} characters and may be rejected.`,
		ONE_COMMA.test(keyword) && `${quoted(keyword)} ${searchedAsOne('phrase', 'the comma')}.`,
		keyword !== text && 'Line breaks and tabs were changed to blanks.',
	);
});

/** Accepts a list of texts. Those that `knownAs` knows get their known spelling. Others are doubtful, for the reason that `doubtOf` gives. */
const knownListCheck =
	(knownAs: (text: string) => string | undefined, fix: string, doubtOf: (text: string) => string) =>
	(value: unknown): ValidationResult<string[]> =>
		andThen(checkTextList(value, fix), (given) => {
			const texts = [...new Set(given.map((text) => knownAs(text) ?? text))];
			const corrected = given.filter((text) => !texts.includes(text));
			return withNotes(
				valid(texts, ...texts.filter((text) => knownAs(text) === undefined).map(doubtOf)),
				...corrected.map((text) => readAs(text, String(knownAs(text)))),
			);
		});

/** The letters of a country's name: "St. Lucia" is "Saint Lucia", "The Netherlands" is "Netherlands". */
const countryKey = (name: string): string =>
	name
		.normalize('NFKD')
		.toLowerCase()
		.replace(/&/g, 'and')
		.replace(/\bst\b/g, 'saint')
		.replace(/\P{L}+/gu, '')
		.replace(/^the/, '');

const CODE = /^[A-Z]{2,3}$/;

/** The listed names by their keys and codes, and by those of their other names. Created with the first country, so that n8n starts faster. */
let countries: ReadonlyMap<string, string> | undefined;

const readCountries = (): ReadonlyMap<string, string> =>
	new Map(
		COUNTRIES.flatMap((name): Array<[string, string]> => {
			const others = (COUNTRY_ALIASES as Readonly<Record<string, string[]>>)[name] ?? [];
			return [name, ...[name, ...others].map((each) => (CODE.test(each) ? each : countryKey(each)))].map(
				(key) => [key, name],
			);
		}),
	);

/** The listed name of a country. Codes count in capitals only: "no" and "in" are words. */
function listedCountry(text: string): string | undefined {
	countries ??= readCountries();
	const listed = countries.get(text);
	if (listed !== undefined) return listed;
	const key = countryKey(text);
	return countries.get(key) ?? countries.get(key.replace(/^(?:republic|kingdom|state)of(?:the)?/, ''));
}

const checkCountryNames = knownListCheck(
	listedCountry,
	'Use full English names, such as Germany, France.',
	(name) => `${quoted(name)} isn't a known country. Use full English names, such as Germany.`,
);

/** Keeps "Korea, Republic of" from being split, also between other separators. */
const withoutCommas = (text: unknown): unknown =>
	typeof text === 'string'
		? text.replace(/[^;|\n]+/g, (part) => (listedCountry(part.trim()) ? part.replace(/,/g, '') : part))
		: text;

/** `countries` of an industry radar: full English names. Values that the service may reject are doubtful. */
export function checkCountries(value: unknown): ValidationResult<string[]> {
	const given = classifyValue(value);
	const names = given.kind === 'list' ? given.items.map(withoutCommas) : withoutCommas(value);
	return andThen(checkCountryNames(names), (known) =>
		valid(
			known,
			known.length > COUNTRIES_MAX &&
				`${known.length} countries may be too many: the service accepts up to ${COUNTRIES_MAX}.`,
		),
	);
}

const initialsOf = (name: string): string => name.replace(/(\p{L})\p{L}*\W*/gu, '$1').toLowerCase();

/** The known name that a text probably means: `Vice-President` and `VP` are Vice President. */
function nearestIn(names: readonly string[], text: string): string | undefined {
	const letters = lettersOf(text);
	return (
		nearNameFinder(names)(text) ??
		names.find((name) => initialsOf(name) === letters) ??
		names.find((name) =>
			[lettersOf(name).startsWith(letters), letters.includes(lettersOf(name))].some(Boolean),
		)
	);
}

/** `departments` and `seniorities`: any text. One that isn't known is doubtful, and the nearest known one is named. */
export const checkFilterNames = (
	value: unknown,
	{ choices = [], one = '' }: { choices?: readonly string[]; one?: string },
): ValidationResult<string[]> =>
	knownListCheck(
		(text) => choices.find((name) => name.toLowerCase() === text.toLowerCase()),
		`Use names such as ${choices[0]}.`,
		(text) => {
			const near = nearestIn(choices, text);
			const advice = near === undefined ? `Known are ${choices.join(', ')}.` : `Did you mean ${near}?`;
			return `${quoted(text)} isn't a known ${one}, so it may have no effect. ${advice}`;
		},
	)(value);

export const leftOutEmpty = (name: string): string => `${name} is empty and was left out.`;

type Texts = Record<string, string>;

type CustomField = [name: string, text: string];

/** Text stays as it is, since it may be a template. A note says what looks like a mistake. */
function checkCustomField(name: string, value: unknown): ValidationResult<CustomField[]> {
	if (PACKAGE_FIELDS.includes(name)) {
		return withNotes(valid<CustomField[]>([]), `${quoted(name)} belongs to another radar and was left out.`);
	}
	if (value === null || value === undefined) {
		return withNotes(valid<CustomField[]>([]), leftOutEmpty(quoted(name)));
	}
	const text = asText(value);
	if (text === undefined) {
		return inPart(name, isNot('text', value, 'Use text, or leave the entry out.', ` of ${quoted(name)}`));
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
	if (rows.kind !== 'list') return isNot('rows of name and value', value, fix);
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
