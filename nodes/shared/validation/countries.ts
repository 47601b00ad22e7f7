import { COUNTRIES_MAX } from '../api/assumptions';
import { COUNTRIES } from '../api/countries';
import { quoted } from './primitives';
import { checkTextList } from './textList';
import { valid, type ValidationResult } from './result';

/** `countries` of an industry radar: full English names. What the service may refuse is sent with a hint. */
export function checkCountries(value: unknown): ValidationResult<string[]> {
	const list = checkTextList(value, 'Use full English names separated by commas, such as Germany, France.');
	if (!list.ok) return list;
	const hints = list.value
		.filter((name) => !COUNTRIES.includes(name))
		.map((name) => `${quoted(name)} isn't a known country. Use full English names, such as Germany.`);
	if (list.value.length > COUNTRIES_MAX) {
		hints.push(`${list.value.length} countries may be too many: the service accepts up to ${COUNTRIES_MAX}.`);
	}
	return valid(list.value, ...hints);
}
