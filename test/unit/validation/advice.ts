import { checkJobTitles, parseJobTitles } from '../../../nodes/shared/values/rules/jobTitles/check';
import { matchJobTitle } from '../../../nodes/shared/values/rules/jobTitles/match';
import type { ValidationResult } from '../../../nodes/shared/values/basics/refusal';

/** What a check says about a text: the reason, and what to do. Nothing if it's accepted. */
export function adviceIn(result: ValidationResult<unknown>): string | undefined {
	if (!result.ok) return result.problems.map(({ what, todo }) => `${what.split('\n', 1)[0]} ${todo}`)[0];
	return result.doubts[0]?.what;
}

/** The text with the words that a message quotes at its beginning replaced. */
function replaced(text: string, message: string, by: string): string {
	const [, quoted = ''] =
		/^(?:.*?\(character \d+\)\. )?"(.*?)" (?:is|has|stands|may|begins|ends|contains) /s.exec(message) ?? [];
	const at = text.replace(/\s/g, ' ').indexOf(`"${quoted}"`);
	// A phrase is quoted with its own quotes.
	if (at >= 0 && /^["(]|^NOT "/.test(by)) return text.slice(0, at) + by + text.slice(at + quoted.length + 2);
	const start = text.replace(/\s/g, ' ').indexOf(quoted);
	if (quoted === '' || start < 0)
		throw new Error(`${JSON.stringify(text)} doesn't have what this is about: ${message}`);
	return text.slice(0, start) + by + text.slice(start + quoted.length);
}

type Obey = [advice: RegExp, obey: (text: string, found: string[], message: string) => string | undefined];

const inText = (find: RegExp | string, by: string) => (text: string) => text.replace(find, by);

/** Each piece of advice on an expression, obeyed to the letter. No title filter is left where it leads to levels. */
const OBEYED: readonly Obey[] = [
	[/choose Seniorities instead of job titles/, () => undefined],
	[/leave Job Titles out/, () => undefined],
	[
		/Write (AND NOT|OR NOT|AND|OR) instead of (\S+)\.$/,
		(text, [operator = '', sign = '']) => text.replace(sign, ` ${operator} `),
	],
	[
		/Put the title in quotes, (".*"), or write/s,
		(text, [title = '']) => text.replace(title.slice(1, -1), title),
	],
	[
		/write (AND|OR) in capitals/,
		(text, [operator = '']) => text.replace(new RegExp(` ${operator} `, 'i'), ` ${operator} `),
	],
	[
		/Write operators in capitals/,
		(text) => text.replace(/(?<= )(?:and|or|not)(?= )/gi, (word) => word.toUpperCase()),
	],
	[/Write AND, or put the words in quotes/, (text, _, message) => replaced(text, message, 'AND')],
	[/Write (\S+), and AND between titles/, inText(/(?:^|\s)\+(?=\S)/g, ' AND ')],
	[/such as (\(.*\))\.$/, (text, [titles = ''], message) => replaced(text, message, titles)],
	[
		/(?:Write|write) only the title, (.*)\.$/,
		(text, [title = ''], message) => replaced(text, message, title),
	],
	[
		/Write AND NOT\.$/,
		(text, _, message) =>
			/and NOT \(/.test(message) ? text.replace(/ NOT /, ' AND NOT ') : replaced(text, message, 'AND NOT'),
	],
	[/Write AND or OR here/, inText(/(?<=["\w)]) (?=["\w(])(?!(?:AND|OR|NOT)\b)(?<!(?:AND|OR|NOT) )/, ' OR ')],
	[
		/(?:W|: w|\. W)rite ((?:AND|OR)(?: NOT)?|NOT)\.$/,
		(text, [operator = ''], message) => replaced(text, message, operator),
	],
	[/(?:W|: w)rite (.+)\.$/s, (text, [by = ''], message) => replaced(text, message, by)],
	[/Use (?:straight )?(?:double )?quotes \("\)/, inText(/&quot;|[‘’'`“”„″]/g, '"')],
	[/Close the phrase with a second double quote/, (text) => `${text}"`],
	[/Leave them out/, (text) => text.replace(/[<>]/g, '').replace(/^"['‘](.*)['’]"$/, '"$1"')],
	[/Leave it out/, (text, _, message) => replaced(text, message, '').trim()],
	[/Enter the text as people read it/, (text) => decoded(text)],
	[/Add a title, or remove the operator/, inText(/^(?:AND|OR)\s+|\s+(?:AND|OR|NOT)$/g, '')],
];

export const decoded = (text: string) =>
	decodeURIComponent(text.replaceAll('&amp;', '&').replace(/<\/?\w+>/g, ' '))
		.replace(/\\u00e4/g, 'ä')
		.replace(/(?<=\p{L})\?(?=\p{L})/gu, 'ü');

function obey(text: string, message: string): string | undefined {
	for (const [advice, apply] of OBEYED) {
		const found = advice.exec(message);
		if (found) {
			const [, ...words] = found;
			const next = apply(text, words, message);
			if (next === text) throw new Error(`${JSON.stringify(text)} can't be changed as told: ${message}`);
			return next;
		}
	}
	throw new Error(`Nobody can obey this: ${message}`);
}

const UNRELATED = ['Nurse', 'Zookeeper', 'Lighthouse Keeper'];

/** Follows the advice on an expression until it is accepted. Returns all steps. */
function follow(expression: string): string[] {
	const steps = [expression];
	for (;;) {
		const text = steps.at(-1) ?? '';
		const advice = adviceIn(checkJobTitles(text, { isOfPeople: true }));
		if (advice === undefined) return steps;
		if (steps.length > 3) throw new Error(`Still refused after three times: ${steps.join(' → ')}: ${advice}`);
		const next = obey(text, advice);
		if (next === undefined) return [...steps, '(no title filter)'];
		steps.push(next.trim());
	}
}

/** What the advice on an expression leads to. Fails if that filter is too wide or too narrow, or takes more than two steps. */
export function advised(expression: string): string {
	const steps = follow(expression);
	expect([2, 3]).toContain(steps.length);
	const last = steps.at(-1) ?? '';
	if (last === '(no title filter)') return last;
	const parsed = parseJobTitles(last);
	if (!parsed.ok) throw new Error(`${last} is no expression`);
	const { terms } = parsed.value;
	const matched = (title: string) => matchJobTitle(parsed.value, title).matches;
	if (!/NOT/.test(last)) {
		expect(UNRELATED.filter(matched)).toEqual([]);
		expect(matched(terms.map(({ text }) => text).join(' '))).toBe(true);
	}
	expect(terms.filter(({ text }) => /^(?:in|innen|[mwd]|and|or|not)$|[:/<>|*「」]/i.test(text))).toEqual([]);
	return last;
}
