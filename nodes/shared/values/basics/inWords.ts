import { decode } from 'punycode/';

import { attempt } from './values';

/**
 * Characters that are never shown: joiners, direction marks, byte order marks, controls. Variation selectors are kept, as they
 * change emoji.
 */
const INVISIBLE =
	/(?![\s\u0085]|\p{Variation_Selector})[\p{Default_Ignorable_Code_Point}\p{Cc}\u2800\ufff9-\ufffb]|\ufeff/gu;

const isInvisible = (text: string): boolean => text.search(INVISIBLE) >= 0;

/** Everything that ends a line. */
export const LINE_BREAK = /\r\n?|[\n\v\f\u0085\u2028\u2029]/g;

/** Separators in one text with several values, as spreadsheets and CRMs use them. */
export const SEPARATOR = /[,;|\n\r\v\f\u0085\u2028\u2029，、；｜،؛]/;

const OTHER_BLANK = /[^\S\n\t ]/g;

/** Zero-width (non-)joiners, which some scripts need inside words. */
const JOINER = /^[\u200c\u200d]$/;
const OF_JOINING_SCRIPT = String.raw`(?!\p{Script=Latin}|\p{Script=Greek}|\p{Script=Cyrillic})[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]`;
/** Not `$`: directly after a class, V8 14.6 (Node 26) finds no character beyond U+FFFF with it. */
const BEFORE_JOINER = new RegExp(`${OF_JOINING_SCRIPT}(?![^])`, 'u');
const AFTER_JOINER = new RegExp(`^${OF_JOINING_SCRIPT}`, 'u');

/** Whether a joiner is inside a word of such a script, ignoring other invisible characters next to it. */
const joins = (text: string, at: number): boolean =>
	BEFORE_JOINER.test(text.slice(Math.max(0, at - 8), at).replace(INVISIBLE, '')) &&
	AFTER_JOINER.test(text.slice(at + 1, at + 9).replace(INVISIBLE, ''));

const codePointName = (character: string): string =>
	`U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** The text with invisible characters by their code points: `jane<U+200B>`. */
export const withCodePoints = (text: string): string =>
	text.replace(INVISIBLE, (character, at: number) =>
		JOINER.test(character) && joins(text, at) ? character : `<${codePointName(character)}>`,
	);

/** A line with a caret below it: the check of title expressions marks a mistake this way. */
export const MARKED_LINE = /^.*\n *\^$/m;

/** The text for places that show it in one line. */
export const withoutMarks = (text: string): string => text.replace(/^.*\n *\^(?:\n|$)/gm, '');

/** Curly, low, angle and full-width double quotes, for use inside a character class. */
export const SMART_QUOTES = String.raw`\u201c-\u201f\u00ab\u00bb\uff02`;

export const SMART_QUOTE = new RegExp(`[${SMART_QUOTES}]`);

const MAX_SHOWN_LENGTH = 60;

/** Text on one line, cut after 60 characters. Invisible characters are shown by their code points. */
export function shortened(text: string): string {
	const characters = Array.from(text.slice(0, 2 * (MAX_SHOWN_LENGTH + 1)));
	const start = withCodePoints(characters.slice(0, MAX_SHOWN_LENGTH).join(''));
	return `${start.replace(/\s/g, ' ')}${characters.length > MAX_SHOWN_LENGTH ? '…' : ''}`;
}

/** Like `shortened`, in double quotes. */
export const quoted = (text: string): string => `"${shortened(text)}"`;

/** Says that a text was taken for another. */
export const readAs = (text: string, meant: string): string => `${quoted(text)} was read as ${meant}.`;

/**
 * Removes invisible characters and blanks at the ends, and makes every other blank a plain one. `removed` is a sentence about the
 * invisible characters.
 */
export function normalizeText(given: string): { text: string; removed?: string } {
	const plain = (text: string) => text.replace(LINE_BREAK, '\n').replace(OTHER_BLANK, ' ').trim();
	if (!isInvisible(given)) return { text: plain(given) };
	const places: number[] = [];
	const text = given.replace(INVISIBLE, (character, at: number) => {
		if (JOINER.test(character) && joins(given, at)) return character;
		places.push(at);
		return '';
	});
	if (places.length === 0) return { text: plain(text) };
	const named = places.slice(0, NAMED).map((at) => {
		const number = Array.from(given.slice(0, at)).length + 1;
		return `${codePointName(given.slice(at))} (character ${number})`;
	});
	const more = places.length > NAMED ? ` and ${places.length - NAMED} more` : '';
	const what = places.length === 1 ? 'An invisible character was' : 'Invisible characters were';
	return { text: plain(text), removed: `${what} removed: ${named.join(', ')}${more}.` };
}

/** The text on one line, without invisible characters. */
export const oneLine = (text: string): string => normalizeText(text).text.replace(/\s+/g, ' ');

/** What chats, wikis and mail take for more than text, and what stands there instead. */
const SYNTAXES: ReadonlyArray<readonly [sign: RegExp, instead: string]> = [
	// HTML, links and mentions in Slack, and custom emoji in Discord.
	[/[<>]/g, ''],
	// Links and images in Markdown.
	[/[[\]]/g, ''],
	// Mentions and email addresses.
	[/[@\uff20]/g, ''],
	// Code.
	[/`/g, ''],
	// URLs, also without a protocol. A host name alone stays: campaigns are named after websites.
	[/:?\/\/+|\bwww\./gi, ' '],
	[/(?<=[\p{L}\d]\.[\p{L}\d-]{2,})[:/?#](?=\S|$)/gu, ' '],
];

/** A text that a stranger wrote, on one line, so that no tool takes it for a link, a mention, code or HTML. */
export const disarmed = (text: string): string =>
	SYNTAXES.reduce((plain, [sign, instead]) => plain.replace(sign, instead), oneLine(text))
		.replace(/ +/g, ' ')
		.trim();

/** A host name with something behind it, and not behind a slash, after which no tool looks for one. */
const HOST_IN_PATH = /(?<=[^\w./~-][^/]*)\.(?=[a-z\d-]{2,}[/:])|(?<=[^\w./~-]www)\./gi;

/** The same for the path of a URL of a few hundred characters, with which it still leads to its page. */
export const disarmedPath = (path: string): string =>
	path
		.replace(/\/\/+/g, '/')
		.replace(/[[\]<>@`]/g, encodeURIComponent)
		.replace(HOST_IN_PATH, '%2E');

const INVISIBLE_START = new RegExp(`^(?:\\s|${INVISIBLE.source})+`, 'u');

/** The end of the text without blanks and invisible characters. Searches backwards, since a pattern would be tried at every position. */
function endOfVisible(text: string): number {
	let end = text.length;
	for (;;) {
		const last = text.codePointAt(end - 2) ?? 0;
		const length = last > 0xffff ? 2 : 1;
		const character = text.slice(end - length, end);
		if (character === '' || (character.trim() !== '' && !isInvisible(character))) return end;
		end -= length;
	}
}

/** The text without blanks and invisible characters at its ends. The inside is kept, since it may be JSON. */
export const trimText = (given: string): string =>
	given.slice(0, endOfVisible(given)).replace(INVISIBLE_START, '');

/** How many values a sentence names before it only counts the rest. */
export const NAMED = 5;

/** The same for a list, such as that of the columns of an item. */
export const LISTED = 20;

/** The first values, and how many more there are. */
export function listed(values: readonly unknown[], max = NAMED, separator = ', '): string {
	const more = values.length - max;
	return `${values.slice(0, max).join(separator)}${more > 0 ? ` and ${more} more` : ''}`;
}

/** The first lines, and one with how many more there are. */
export const firstLines = (lines: readonly string[], max = NAMED): string[] => [
	...lines.slice(0, max),
	...(lines.length > max ? [`${lines.length - max} more.`] : []),
];

/** E.g. "item 3", or "items 1, 2 and 4 more". */
export const itemsNamed = (items: ReadonlyArray<number | string>, max = NAMED): string =>
	`${items.length === 1 ? 'item' : 'items'} ${listed(items, max)}`;

/** E.g. "1,000 updates". */
export const counted = (count: number, one: string, many: string): string =>
	`${String(count).replace(/\B(?=(\d{3})+$)/g, ',')} ${count === 1 ? one : many}`;

const MAX_EXCERPT_LENGTH = 140;

/** A text in one line, cut between characters. */
export function excerpt(value: unknown): string {
	if (typeof value !== 'string') return '';
	const text = value
		.slice(0, 10 * MAX_EXCERPT_LENGTH)
		.replace(/\s+/g, ' ')
		.trim();
	const [start = ''] = new RegExp(`^.{0,${MAX_EXCERPT_LENGTH}}`, 'u').exec(text) ?? [];
	return start === text ? text : `${start}…`;
}

export const withText = (start: string, value: unknown): string =>
	[start, excerpt(value)].filter(Boolean).join(': ');

const MICRO_DECIMALS = 6;

let format: Intl.NumberFormat | undefined;
let shortFormat: Intl.NumberFormat | undefined;

/** E.g. $0.10; more than two decimals only if the amount has them. The format is created on first use, since it's slow to load. */
export const usd = (amount: number): string =>
	(format ??= new Intl.NumberFormat('en-US', {
		style: 'currency',
		currency: 'USD',
		maximumFractionDigits: MICRO_DECIMALS,
	})).format(amount);

/** A large amount in short form: $4.5M. */
export const shortUsd = (amount: number): string =>
	(shortFormat ??= new Intl.NumberFormat('en-US', {
		style: 'currency',
		currency: 'USD',
		notation: 'compact',
		maximumSignificantDigits: 3,
	})).format(amount);

const DOCS = 'https://github.com/company-radar/n8n-nodes-company-radar/blob/main/docs';

/** A link in the description of a field. @param place a page, and maybe a heading, such as `money.md#retries` */
export const docsLink = (text: string, place: string): string => `<a href="${DOCS}/${place}">${text}</a>`;

/** ASCII domains in a text as people read them. A label is a blank if it stands for nothing: newer versions of Node.js accept any with `xn--`. */
export const domainInWords = (ascii: string): string =>
	ascii.replace(/(?<![\w-])xn--([\w-]*)/g, (_, label: string) => attempt(() => decode(label)) || ' ');
