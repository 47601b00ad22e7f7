import { RADAR_STATUSES, RADAR_TYPES, SAMPLE_TYPES, type RadarType } from '../api/radarTypes';
import { choiceCheck, checkEach, quoted, checkTextList, textCheck } from './primitives';
import { andThen, valid, type Check, type ValidationResult } from './result';
import { KEYWORD_MIN_LENGTH, COUNTRIES_MAX, DEPARTMENTS, SENIORITIES } from '../api/assumptions';
import COUNTRIES from '../api/countries.json';

/** `radar_type`: one of the 15 values. */
export const checkRadarType = choiceCheck(RADAR_TYPES, 'radar type');

/** Radar types in a list, in one text with commas between them, or in the JSON text of a list. */
export const checkRadarTypes: Check<RadarType[]> = (value) =>
	checkEach(value, checkRadarType, `Use radar types such as ${RADAR_TYPES[0]}.`);

/** `radar_status`: active or inactive. */
export const checkRadarStatus = choiceCheck(RADAR_STATUSES, 'radar status');

/** `update_type` of a test event. */
export const checkSampleType = choiceCheck(SAMPLE_TYPES, 'type of test event');

const UUID = /^([\da-f]{8})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{12})$/i;

const fixOf = (what: string) => `Use the ID of the ${what}, such as 3f2b8c1e-5d4a-4b6f-9e7a-1c2d3e4f5a6b.`;

/** Checks for a UUID, to its lower-case form with hyphens. */
const uuidCheck = (what: string) =>
	textCheck(fixOf(what), (text, refuse) => {
		const [, ...groups] = UUID.exec(text) ?? [];
		if (groups.length === 0) return refuse(`is not the ID of a ${what} (a UUID)`);
		return valid(groups.join('-').toLowerCase());
	});

export const checkRadarId = uuidCheck('radar');

export const checkBulkId = uuidCheck('bulk request');

/** Radar ids in a list, or in one text with commas between them; repeats are left out. How many may be sent is the caller's. */
export const checkRadarIds: Check<string[]> = (value) => checkEach(value, checkRadarId, fixOf('radar'));

/** `full_name` of a contact radar: any text. One that hardly names a person is sent with a hint. */
export const checkFullName = textCheck('Use first and last name, such as Jane Doe.', (text) => {
	const name = text.replace(/\s+/g, ' ');
	if (/[@/]|\d/.test(name)) return valid(name, `${quoted(name)} does not look like the name of a person.`);
	if (/^[\p{Script=Latin}.'-]+$/u.test(name))
		return valid(name, `${quoted(name)} is one word; use first and last name.`);
	return valid(name);
});

/** `keyword` of an industry radar: any text. One that is very short is sent with a hint. */
export const checkKeyword = textCheck('Use a word or a phrase, such as heat pumps.', (text) =>
	valid(
		text,
		Array.from(text).length < KEYWORD_MIN_LENGTH &&
			`${quoted(text)} has fewer than ${KEYWORD_MIN_LENGTH} characters and may be rejected.`,
	),
);

/** Checks for a list of texts. Doubtful ones are sent with a hint. Nobody reads a hint about what a model filled in, so that is refused. */
const textListCheck =
	(fix: string, hintsOn: (texts: string[]) => string[], fixForModel = fix) =>
	(value: unknown, isForModel = () => false): ValidationResult<string[]> =>
		andThen(checkTextList(value, fix), (texts) => {
			const hints = hintsOn(texts);
			if (hints.length === 0 || !isForModel()) return valid(texts, ...hints);
			return { ok: false, problems: hints.map((reason) => ({ reason, fix: fixForModel })) };
		});

/** `countries` of an industry radar: full English names. What the service may refuse is doubtful. */
export const checkCountries = textListCheck(
	'Use full English names separated by commas, such as Germany, France.',
	(names) => [
		...names
			.filter((name) => !COUNTRIES.includes(name))
			.map((name) => `${quoted(name)} isn't a known country. Use full English names, such as Germany.`),
		...(names.length > COUNTRIES_MAX
			? [`${names.length} countries may be too many: the service accepts up to ${COUNTRIES_MAX}.`]
			: []),
	],
);

const filterCheck = (known: readonly string[], what: string) => {
	const hintOn = (text: string) => {
		const meant = known.find((name) => name.toLowerCase() === text.toLowerCase());
		return `${quoted(text)} isn't a known ${what}${meant ? `. Did you mean "${meant}"?` : ' and may have no effect.'}`;
	};
	return textListCheck(
		`Use names separated by commas, such as ${known[0]}.`,
		(texts) => texts.filter((text) => !known.includes(text)).map(hintOn),
		`Use ${known.join(', ')}.`,
	);
};

/** `departments`: any text; one that is not known is doubtful. */
export const checkDepartments = filterCheck(DEPARTMENTS, 'department');

/** `seniorities`: any text; one that is not known is doubtful. */
export const checkSeniorities = filterCheck(SENIORITIES, 'seniority');
