/** Why something isn't done, and what to do about it. */
export interface Refusal {
	/** `wrong`: it can't be right. `doubtful`: it's probably a mistake. */
	kind: 'wrong' | 'doubtful';
	/** What happened: a sentence, or words that follow the name of the field: `is empty`. */
	what: string;
	/** Sentences. */
	todo: string;
	/** The name of the field as the editor shows it; before that is known, the wrong part of a value that has parts: `custom_fields.crm_id`. */
	field?: string;
	/** Of a mistake inside a text: its place, from 0. */
	at?: number;
}
