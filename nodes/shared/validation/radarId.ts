import { checkText, quoted } from './primitives';
import { checkEach } from './textList';
import { invalid, valid, type ValidationResult } from './result';

const UUID = /^([\da-f]{8})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{12})$/i;

/** `radar_id`: a UUID, in its lower-case form with hyphens. */
export const checkRadarId = (value: unknown): ValidationResult<string> => checkUuid(value, 'radar');

/** `bulk_id`: a UUID, in its lower-case form with hyphens. */
export const checkBulkId = (value: unknown): ValidationResult<string> => checkUuid(value, 'bulk submission');

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

const fixOf = (what: string) =>
	`Use the ID that the service gave the ${what}, such as 3f2b8c1e-5d4a-4b6f-9e7a-1c2d3e4f5a6b.`;
