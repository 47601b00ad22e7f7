import { fieldName } from '../../../nodes/shared/api/radarFields';
import { type Refusal, hintOn, type ValidationResult } from '../../../nodes/shared/values/basics/refusal';

/** A doubt with its field, as messages show it. */
const inWords = ({ field, what }: Refusal): string =>
	field === undefined ? what : hintOn(fieldName(field), what);

/** The value that is sent; fails with the problems where there are any. */
export function sent<T>(result: ValidationResult<T>): T {
	if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.problems)}`);
	return result.value;
}

/** The hints that go with the value: doubts, then notes. */
export function hints<T>(result: ValidationResult<T>): string {
	sent(result);
	return result.ok ? [...result.doubts.map(inWords), ...result.notes].join('\n') : '';
}

/** All reasons and fixes of a refusal in one text; fails where the value was taken. */
export function refusal<T>(result: ValidationResult<T>): string {
	if (result.ok) throw new Error(`taken as ${JSON.stringify(result.value)}`);
	return result.problems.map(({ what, todo }) => `${what} ${todo}`).join('\n');
}

/** The parts of the value that are wrong. */
export function wrongParts<T>(result: ValidationResult<T>): Array<string | undefined> {
	if (result.ok) throw new Error(`taken as ${JSON.stringify(result.value)}`);
	return result.problems.map(({ field }) => field);
}
