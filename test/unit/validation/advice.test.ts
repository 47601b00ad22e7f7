import { compileJobTitles } from '../../../nodes/shared/values/rules/jobTitles/check';
import { SIGNS } from '../../../nodes/shared/values/signs/find';
import { adviceIn, advised, decoded } from './advice';

type Titles = Readonly<Record<'anyOf' | 'allOf' | 'noneOf', string>>;

const onlyAny = (anyOf: string): Titles => ({ anyOf, allOf: '', noneOf: '' });

/** An expression in which a row of the table has its sign. */
function expressionsOf({ todo, refuses }: (typeof SIGNS)[number]): string[] {
	const isOperator = 'word' in todo && /^(?:Write (?:AND|OR|NOT)|Write operators)/.test(String(todo.word));
	return [
		...('expression' in todo ? [refuses] : []),
		...('word' in todo ? [isOperator ? `director ${refuses} sales` : (refuses.split(' ').at(-1) ?? '')] : []),
		...('phrase' in todo || 'person' in todo ? [`"${refuses}"`] : []),
	];
}

describe('advice on an expression, obeyed to the letter', () => {
	it.each(SIGNS.flatMap(expressionsOf))(
		'leads to one that is right, in two steps at most: %s',
		(expression) => expect(advised(expression)).not.toBe(expression),
	);
});

/** Each piece of advice on a title of a list, obeyed to the letter. */
function obeyInList(title: string, message: string): Titles | undefined {
	if (/choose Seniorities|leave Job Titles out/.test(message)) return undefined;
	if (/Enter one title per line/.test(message))
		return onlyAny(
			title.replace(/\s*(?:[,;|\t、/]|\s(?:AND|OR|or|oder)\s|(?:^|\s)\d[.)]\s)\s*/g, '\n').trim(),
		);
	if (/None of These/.test(message))
		return { ...onlyAny('sales'), noneOf: title.replace(/^(?:NOT\s+|[-!–])/, '') };
	if (/All of These/.test(message)) return { ...onlyAny(''), allOf: title.replace(/^\+/, '') };
	if (/Enter only the title/.test(message)) return onlyAny(title.replace(/^\w+[:=]/, ''));
	if (/Leave it out/.test(message)) return onlyAny(title.replace(/^\S+\s/, ''));
	if (/Leave them out/.test(message)) return onlyAny(title.replace(/['‘’]/g, ''));
	if (/such as \(recruiter OR recruiting\)/.test(message)) return onlyAny('recruiter\nrecruiting');
	if (/Use straight quotes/.test(message)) return onlyAny(title.replace(/[“”]/g, ''));
	if (/Enter the text as people read it/.test(message)) return onlyAny(decoded(title));
	const [, written] = /Write "(.*)"\.$/.exec(message) ?? [];
	if (written !== undefined) return onlyAny(written);
	throw new Error(`Nobody can obey this: ${message}`);
}

const LISTED = SIGNS.filter(({ todo }) => 'title' in todo || 'phrase' in todo || 'person' in todo).map(
	({ refuses }) => refuses,
);

describe('advice on a title of a list, obeyed to the letter', () => {
	it.each([
		...LISTED,
		'Head of Sales, CFO',
		'VP Sales/Head of Sales',
		'1. CEO 2. CFO',
		'CEO oder CTO',
		'VP+',
		'Director or above',
	])('leads to titles that are right: %s', (title) => {
		const check = (titles: Titles) => adviceIn(compileJobTitles(titles, { isOfPeople: true }));
		const advice = check(onlyAny(title)) ?? '';
		const next = obeyInList(title, advice);
		if (next) expect(check(next)).toBeUndefined();
	});
});
