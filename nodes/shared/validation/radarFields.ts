import {
	RADAR_STATUSES,
	RADAR_TYPES,
	SAMPLE_TYPES,
	type RadarStatus,
	type RadarType,
	type SampleType,
} from '../api/radarTypes';
import { checkChoice, checkEach, checkText, quoted, checkTextList } from './primitives';
import { type ValidationResult, invalid, valid } from './result';
import { KEYWORD_MIN_LENGTH, COUNTRIES_MAX, DEPARTMENTS, SENIORITIES } from '../api/assumptions';
import { COUNTRIES } from '../api/countries';

/** `radar_type`: one of the 15 values. */
export const checkRadarType = (value: unknown): ValidationResult<RadarType> =>
	checkChoice(value, RADAR_TYPES, 'radar type');

/** Radar types in a list, in one text with commas between them, or in the JSON text of a list. */
export const checkRadarTypes = (value: unknown): ValidationResult<RadarType[]> =>
	checkEach(value, checkRadarType, `Use radar types such as ${RADAR_TYPES[0]}.`);

/** `radar_status`: active or inactive. */
export const checkRadarStatus = (value: unknown): ValidationResult<RadarStatus> =>
	checkChoice(value, RADAR_STATUSES, 'radar status');

/** `update_type` of a test event. */
export const checkSampleType = (value: unknown): ValidationResult<SampleType> =>
	checkChoice(value, SAMPLE_TYPES, 'type of test event');

const UUID = /^([\da-f]{8})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{12})$/i;

/** `radar_id`: a UUID, in its lower-case form with hyphens. */
export const checkRadarId = (value: unknown): ValidationResult<string> => checkUuid(value, 'radar');

/** `bulk_id`: a UUID, in its lower-case form with hyphens. */
export const checkBulkId = (value: unknown): ValidationResult<string> => checkUuid(value, 'bulk request');

/** Radar ids in a list, or in one text with commas between them; repeats are left out. How many may be sent is the caller's. */
export const checkRadarIds = (value: unknown): ValidationResult<string[]> =>
	checkEach(value, checkRadarId, fixOf('radar'));

function checkUuid(value: unknown, what: string): ValidationResult<string> {
	const text = checkText(value, fixOf(what));
	if (!text.ok) return text;
	const [, ...groups] = UUID.exec(text.value) ?? [];
	if (groups.length === 0)
		return invalid(`${quoted(text.value)} is not the ID of a ${what} (a UUID).`, fixOf(what));
	return valid(groups.join('-').toLowerCase());
}

const fixOf = (what: string) => `Use the ID of the ${what}, such as 3f2b8c1e-5d4a-4b6f-9e7a-1c2d3e4f5a6b.`;

/** `full_name` of a contact radar: any text. One that hardly names a person is sent with a hint. */
export function checkFullName(value: unknown): ValidationResult<string> {
	const text = checkText(value, 'Use first and last name, such as Jane Doe.');
	if (!text.ok) return text;
	const name = text.value.replace(/\s+/g, ' ');
	if (/[@/]|\d/.test(name)) return valid(name, `${quoted(name)} does not look like the name of a person.`);
	if (/^[\p{Script=Latin}.'-]+$/u.test(name))
		return valid(name, `${quoted(name)} is one word; use first and last name.`);
	return valid(name);
}

/** `keyword` of an industry radar: any text. One that is very short is sent with a hint. */
export function checkKeyword(value: unknown): ValidationResult<string> {
	const text = checkText(value, 'Use a word or a phrase, such as heat pumps.');
	if (!text.ok || Array.from(text.value).length >= KEYWORD_MIN_LENGTH) return text;
	return valid(
		text.value,
		`${quoted(text.value)} has fewer than ${KEYWORD_MIN_LENGTH} characters and may be rejected.`,
	);
}

/** `countries` of an industry radar: full English names. What the service may refuse is doubtful. */
export function checkCountries(value: unknown, isForModel?: IsForModel): ValidationResult<string[]> {
	const fix = 'Use full English names separated by commas, such as Germany, France.';
	const list = checkTextList(value, fix);
	if (!list.ok) return list;
	const hints = list.value
		.filter((name) => !COUNTRIES.includes(name))
		.map((name) => `${quoted(name)} isn't a known country. Use full English names, such as Germany.`);
	if (list.value.length > COUNTRIES_MAX) {
		hints.push(`${list.value.length} countries may be too many: the service accepts up to ${COUNTRIES_MAX}.`);
	}
	return doubtful(list.value, hints, fix, isForModel);
}

/** `departments`: any text; one that is not known is doubtful. */
export const checkDepartments = (value: unknown, isForModel?: IsForModel) =>
	checkKnown(value, DEPARTMENTS, 'department', isForModel);

/** `seniorities`: any text; one that is not known is doubtful. */
export const checkSeniorities = (value: unknown, isForModel?: IsForModel) =>
	checkKnown(value, SENIORITIES, 'seniority', isForModel);

function checkKnown(
	value: unknown,
	known: readonly string[],
	what: string,
	isForModel?: IsForModel,
): ValidationResult<string[]> {
	const list = checkTextList(value, `Use names separated by commas, such as ${known[0]}.`);
	if (!list.ok) return list;
	const hints = list.value
		.filter((text) => !known.includes(text))
		.map((text) => {
			const meant = known.find((name) => name.toLowerCase() === text.toLowerCase());
			return meant === undefined
				? `${quoted(text)} isn't a known ${what} and may have no effect.`
				: `${quoted(text)} isn't a known ${what}. Did you mean "${meant}"?`;
		});
	return doubtful(list.value, hints, `Use ${known.join(', ')}.`, isForModel);
}

/** Whether an AI model fills in the value. */
type IsForModel = () => boolean;

/** What is doubtful is sent with a hint. Nobody reads a hint about what a model filled in, so that is refused. */
const doubtful = <T>(
	value: T,
	hints: string[],
	fix: string,
	isForModel: IsForModel = () => false,
): ValidationResult<T> =>
	hints.length > 0 && isForModel()
		? { ok: false, problems: hints.map((reason) => ({ reason, fix })) }
		: valid(value, ...hints);
