import { COUNTRIES_MAX } from '../api/assumptions';
import { quoted } from './primitives';
import { checkTextList } from './textList';
import { valid, type ValidationResult } from './result';

/** `countries` of an industry radar: full English names. What the service may refuse is sent with a hint. */
export function checkCountries(value: unknown): ValidationResult<string[]> {
	const list = checkTextList(value, 'Use full English names, such as Germany, with commas between them.');
	if (!list.ok) return list;
	const hints = list.value
		.filter((name) => /^[a-z]{2,3}$/i.test(name))
		.map(
			(name) => `${quoted(name)} looks like a code; the service wants the full English name of a country.`,
		);
	if (list.value.length > COUNTRIES_MAX) {
		hints.push(`${list.value.length} countries are given; the service may take ${COUNTRIES_MAX} at most.`);
	}
	return valid(list.value, ...hints);
}
