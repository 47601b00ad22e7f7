import { classifyValue, shown } from './primitives';
import { invalid, valid, type ValidationResult } from './result';

/** A switch: true or false, or their text. */
export function checkFlag(value: unknown): ValidationResult<boolean> {
	const seen = classifyValue(value);
	if (seen.kind === 'boolean') return valid(seen.boolean);
	const text = seen.kind === 'text' ? seen.text.toLowerCase() : '';
	if (text === 'true' || text === 'false') return valid(text === 'true');
	return invalid(`${shown(value)} is neither true nor false.`, 'Use true or false, or leave the field out.');
}
