/** Wording that no text for people may use: coined or outdated words where n8n has its own. */
export const OLD_PHRASES = [
	'switch on',
	'switched on',
	'switched off',
	'switch the workflow',
	'activation',
	'so long',
	'so many',
	'anew',
	'hand over',
	'handed over',
	'what became of',
	'told',
	'tells',
	'for want of',
	'now and then',
	'bears?\\b',
	'beside',
	'surest',
	'creation bod',
	'bulk submission',
	'exists already',
	'existed already',
	'in place of',
	'Empty means',
	'JSON of Each Item',
	'watched',
	'there is no way',
	'belongs into',
	'not known whether',
	'given up',
	'gave the',
	'in order',
	'so that it',
	'as good as',
	'in vain',
	'once more',
	'has to be',
	'is to be',
	'by then',
	'wherever',
	'whatever',
	'upon',
	'shall',
	'buys?\\b',
	'bought',
	'add funds', // top up
	'grace period', // paid month
	'paid period', // paid month
	'its runs\\b', // executions
	'no longer than',
	'cost money',
	'cannot',
];

/** Words for which the pages and examples have another: one word for one thing. */
export const OTHER_TERMS = [
	'watch(es|ing)?\\b', // monitor
	'findings? to (a|the)\\b', // updates to
	'in step with', // in sync with
	'alarms?\\b', // alert
	'costs? money', // is charged
	'costs you', // is charged
	'puts? out', // returns
	'hands over', // returns
	'switch(es)? (on|off)', // publish, turn on
	'bulk submissions?', // bulk request
	'licence',
	'behaviour',
	'content with', // happy with
	'dead letters?', // failed
];

/** Comments are for readers of code, so only what reads like a translation is old there. */
export const IN_COMMENTS = [
	'so long',
	'so many',
	'beside',
	'bears?',
	'anew',
	'told',
	'hand(ed|s)? over',
	'(is|has) to be',
	'in vain',
	'what (becomes?|became) of',
	'watched',
	'bought',
	'buys?',
	'shall',
	'upon',
	'by then',
	'once more',
	'surest',
	'for want of',
	'now and then',
].map((phrase) => `${phrase}\\b`);

/** The phrase where it begins a word. */
const patternOf = (phrase: string) => new RegExp(`\\b${phrase}`, 'i');

/** The texts that use old wording, each with the phrase. */
export const oldWording = (texts: string[], phrases: readonly string[] = OLD_PHRASES): string[] =>
	phrases.flatMap((phrase) =>
		texts.filter((text) => patternOf(phrase).test(text)).map((text) => `${phrase}: ${text}`),
	);
