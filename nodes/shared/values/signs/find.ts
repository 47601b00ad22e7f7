import { quoted } from '../basics/inWords';
import { CONTACT_SIGNS } from './contacts';
import { DOMAIN_SIGNS } from './domains';
import { SEARCH_SIGNS } from './searches';
import type { TextPlace, Sign } from './sign';
import { TEXT_SIGNS } from './texts';
import { TITLE_SIGNS } from './titles';

/** The first sign of a place counts. */
export const SIGNS: readonly Sign[] = [
	...TEXT_SIGNS,
	...TITLE_SIGNS,
	...SEARCH_SIGNS,
	...DOMAIN_SIGNS,
	...CONTACT_SIGNS,
];

/** A sign of a text: what it is, and what to do, without full stops. */
export interface FoundSign {
	sign: Sign;
	/** The text that has it. */
	text: string;
	is: string;
	todo: string;
}

/** Advice about a phrase holds for a title of a list, too, unless it has its own. */
const adviceOf = ({ todo }: Sign, place: TextPlace) =>
	todo[place] ?? (place === 'title' ? todo.phrase : undefined);

const atPlace = new Map<TextPlace, readonly Sign[]>();

function signsAt(place: TextPlace): readonly Sign[] {
	const known = atPlace.get(place) ?? SIGNS.filter((sign) => adviceOf(sign, place) !== undefined);
	atPlace.set(place, known);
	return known;
}

function foundBy(form: Sign['form'], text: string): string | undefined {
	if (form instanceof RegExp) return form.exec(text)?.[0];
	if (typeof form === 'function') return form(text);
	return form.has(text) ? text : undefined;
}

export function findSign(place: TextPlace, text: string): FoundSign | undefined {
	for (const sign of signsAt(place)) {
		const found = foundBy(sign.form, text);
		if (found === undefined) continue;
		const [is, todo = ''] = [sign.is, adviceOf(sign, place)].map((words) =>
			typeof words === 'function' ? words(found, text) : words,
		);
		// Of a long expression, its part is enough.
		return { sign, text: place === 'expression' ? found.trim() : text, is: is ?? '', todo };
	}
	return undefined;
}

/** As a sentence about the text. */
export function signInWords({ text, is, todo }: FoundSign): string {
	const what = /^\p{Ll}/u.test(is) ? `${quoted(text)} ${is}` : is;
	return `${[what, todo].filter(Boolean).join(/\?$/.test(what) ? ' ' : '. ')}.`;
}

/** The doubt about a text, as a sentence. */
export function doubtAbout(place: TextPlace, text: string): string | false {
	const found = findSign(place, text);
	return found !== undefined && signInWords(found);
}
