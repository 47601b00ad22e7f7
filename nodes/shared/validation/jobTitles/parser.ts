import { LIMITS } from '../../api/limits';
import type { SyntaxProblem, Step, Term } from './language';
import { lengthProblem, missingOperator, missingTerm, notExact } from './syntaxErrors';
import { Kind, type Tokens } from './tokens';

const { Open, Or, And, Not, Close, Exact, Word, Phrase, End } = Kind;

export interface Program {
	terms: Term[];
	steps: Step[];
}

/**
 * A program for the evaluator, or the first fault of grammar. Operator precedence with a stack of its own: neither depth nor length
 * of the input reaches the call stack, and every token is looked at once.
 */
export function parse(tokens: Tokens): Program | SyntaxProblem {
	return new Parser(tokens).run();
}

class Parser {
	private readonly program: Program = { terms: [], steps: [] };

	/** Indexes of the operators and open groups that wait for what follows them. */
	private readonly pending: number[] = [];

	private depth = 0;

	private expectsOperand = true;

	constructor(private readonly tokens: Tokens) {}

	run(): Program | SyntaxProblem {
		for (let index = 0; index < this.tokens.length; index += 1) {
			const problem = this.expectsOperand ? this.operand(index) : this.operator(index);
			if (problem) return problem;
			if (this.tokens.kind(index) === Exact) index += 3;
		}
		return this.program;
	}

	private operand(index: number): SyntaxProblem | undefined {
		const { tokens } = this;
		switch (tokens.kind(index)) {
			case Not:
				this.pending.push(index);
				return undefined;
			case Open:
				this.pending.push(index);
				this.depth += 1;
				return this.depth > LIMITS.jobTitlesGroups ? tooDeep(tokens.start(index)) : undefined;
			case Exact:
				return isExact(tokens, index) ? this.term(index + 2, 'exact') : notExact(tokens, index);
			case Phrase:
				return this.term(index, 'phrase');
			case Word:
				return this.term(index, 'word');
			default:
				return missingTerm(tokens, index);
		}
	}

	private term(index: number, kind: Term['kind']): SyntaxProblem | undefined {
		const text = this.tokens.term(index);
		this.program.steps.push(this.program.terms.length);
		this.program.terms.push({ text, kind });
		this.expectsOperand = false;
		return lengthProblem(text, this.tokens.start(index));
	}

	private operator(index: number): SyntaxProblem | undefined {
		const kind = this.tokens.kind(index);
		switch (kind) {
			case And:
			case Or:
				this.settle(kind);
				this.pending.push(index);
				this.expectsOperand = true;
				return undefined;
			case Close:
				this.settle(Or);
				this.depth -= 1;
				return this.pending.pop() === undefined ? notOpened(this.tokens.start(index)) : undefined;
			case End: {
				this.settle(Or);
				const group = this.pending.pop();
				return group === undefined ? undefined : notClosed(this.tokens.start(group));
			}
			default:
				return missingOperator(this.tokens, index);
		}
	}

	/** Moves the waiting operators that bind at least as strongly to the steps, up to the open group. */
	private settle(weakest: Kind): void {
		for (let top = this.pending.length - 1; top >= 0; top -= 1) {
			const kind = this.tokens.kind(this.pending[top] ?? -1);
			if (kind < weakest) return;
			this.program.steps.push(kind === And ? 'and' : kind === Or ? 'or' : 'not');
			this.pending.pop();
		}
	}
}

/** `EXACT("…")`: one phrase between the parentheses. */
const isExact = (tokens: Tokens, index: number): boolean =>
	tokens.kind(index + 2) === Phrase && tokens.kind(index + 3) === Close;

const notOpened = (at: number): SyntaxProblem => ({
	at,
	reason: 'This closing parenthesis has no opening one.',
	fix: 'Remove it, or open the group with (.',
});

const notClosed = (at: number): SyntaxProblem => ({
	at,
	reason: 'This opening parenthesis is not closed.',
	fix: 'Close the group with ), or remove the parenthesis.',
});

const tooDeep = (at: number): SyntaxProblem => ({
	at,
	reason: `This group is nested more than ${LIMITS.jobTitlesGroups} deep.`,
	fix: 'Remove parentheses that are not needed.',
});
