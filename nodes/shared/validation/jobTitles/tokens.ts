/** The first four may wait on the parser's stack; they stand in the order in which they bind, the weakest first. */
export enum Kind {
	Open,
	Or,
	And,
	Not,
	Close,
	Exact,
	Word,
	Phrase,
	End,
}

/** The tokens of an expression, in columns: one object for each token would take most of the time of a parse. */
export class Tokens {
	length = 0;

	private readonly kinds: Uint8Array;

	private readonly starts: Uint32Array;

	private readonly ends: Uint32Array;

	constructor(readonly expression: string) {
		const most = expression.length + 1;
		this.kinds = new Uint8Array(most);
		this.starts = new Uint32Array(most);
		this.ends = new Uint32Array(most);
	}

	push(kind: Kind, start: number, end: number): void {
		this.kinds[this.length] = kind;
		this.starts[this.length] = start;
		this.ends[this.length] = end;
		this.length += 1;
	}

	/** Before the first token and after the last one there is an `End`. */
	kind(index: number): Kind {
		return index >= 0 && index < this.length ? (this.kinds[index] ?? Kind.End) : Kind.End;
	}

	/** Where a token begins in the expression, quotes included. */
	start(index: number): number {
		return this.starts[index] ?? 0;
	}

	end(index: number): number {
		return this.ends[index] ?? 0;
	}

	/** A token as it is written. */
	written(index: number): string {
		return this.expression.slice(this.starts[index], this.ends[index]);
	}

	/** What a term says: as it is written, without quotes. */
	term(index: number): string {
		const quote = this.kinds[index] === Kind.Phrase ? 1 : 0;
		return this.expression.slice(this.start(index) + quote, this.end(index) - quote);
	}
}
