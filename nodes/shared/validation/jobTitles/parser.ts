import { LIMITS } from '../../api/limits';
import type { Expression, ParsedJobTitles, SyntaxProblem, Term, Token } from './language';
import {
	groupNotClosed,
	groupNotOpened,
	lengthProblem,
	missingOperator,
	missingTerm,
	notExact,
	quoteNotClosed,
	tooDeep,
} from './syntaxErrors';

/** `EXACT` with a parenthesis after it, parentheses, phrases, and words. Other white space was made a blank before. */
const TOKEN = /(EXACT)(?=[ \t\n\r]*\()|[()]|"[^"]*"?|[^ \t\n\r()"]+/g;

const OPERATORS = ['(', ')', 'AND', 'OR', 'NOT'] as const;

function kindOf(text: string, exact: string | undefined): Token['kind'] {
	if (exact !== undefined) return 'EXACT';
	return OPERATORS.find((sign) => sign === text) ?? (text.startsWith('"') ? 'phrase' : 'word');
}

const isUnclosed = ({ kind, text }: Token): boolean =>
	kind === 'phrase' && (text.length === 1 || !text.endsWith('"'));

/** The parsed expression, or its first problem: an unclosed quote, or else a mistake in the grammar. */
export function parseExpression(expression: string): Pick<ParsedJobTitles, 'terms' | 'root'> | SyntaxProblem {
	const tokens = Array.from(expression.matchAll(TOKEN), ({ 0: text, 1: exact, index: at }): Token => ({
		kind: kindOf(text, exact),
		text,
		at,
	}));
	const unclosed = tokens.find(isUnclosed);
	if (unclosed) return quoteNotClosed(expression, unclosed.at);
	return new Parser([...tokens, { kind: 'END', text: '', at: expression.length }]).parse();
}

/** Recursive descent: groups nest 32 deep at most. */
class Parser {
	private readonly terms: Term[] = [];

	private index = 0;

	private depth = 0;

	private problem: SyntaxProblem | undefined;

	constructor(private readonly tokens: readonly Token[]) {}

	parse(): ReturnType<typeof parseExpression> {
		const root = this.alternatives();
		if (this.next?.kind === ')') this.fail(groupNotOpened(this.next));
		if (this.kind !== 'END') this.fail(missingOperator(this.tokens, this.index));
		return this.problem ?? { terms: this.terms, root };
	}

	private get next(): Token | undefined {
		return this.tokens[this.index];
	}

	private get kind(): Token['kind'] {
		return this.next?.kind ?? 'END';
	}

	private take(kind: Token['kind']): boolean {
		const isNext = this.kind === kind;
		if (isNext) this.index++;
		return isNext;
	}

	/** Notes the first fault and skips the rest. */
	private fail(problem: SyntaxProblem): Expression {
		this.problem ??= problem;
		this.index = this.tokens.length;
		return { text: '', kind: 'word' };
	}

	private alternatives(): Expression {
		return this.chain('OR', () => this.chain('AND', () => this.operand()));
	}

	private chain(operator: 'AND' | 'OR', next: () => Expression): Expression {
		const first = next();
		if (this.kind !== operator) return first;
		const parts = [first];
		while (this.take(operator)) parts.push(next());
		return { operator, parts };
	}

	private operand(): Expression {
		let isNegated = false;
		while (this.take('NOT')) isNegated = !isNegated;
		const part = this.group();
		return isNegated ? { operator: 'NOT', part } : part;
	}

	private group(): Expression {
		const open = this.next;
		if (!open || !this.take('(')) return this.term();
		if (++this.depth > LIMITS.jobTitlesGroups) return this.fail(tooDeep(open));
		const inner = this.alternatives();
		this.depth--;
		if (this.take(')')) return inner;
		const isEnd = this.kind === 'END';
		return this.fail(isEnd ? groupNotClosed(open) : missingOperator(this.tokens, this.index));
	}

	private term(): Expression {
		const { tokens, index, kind } = this;
		if (kind === 'word' || kind === 'phrase') return this.add(index, kind, 1);
		if (kind !== 'EXACT') return this.fail(missingTerm(tokens, index));
		const isExact = tokens[index + 2]?.kind === 'phrase' && tokens[index + 3]?.kind === ')';
		return isExact ? this.add(index + 2, 'exact', 4) : this.fail(notExact(tokens, index));
	}

	private add(index: number, kind: Term['kind'], length: number): Expression {
		const { text: written = '', at = 0 } = this.tokens[index] ?? {};
		const text = kind === 'word' ? written : written.slice(1, -1);
		const term: Term = { text, kind };
		this.terms.push(term);
		this.index += length;
		const problem = lengthProblem(text, at);
		return problem ? this.fail(problem) : term;
	}
}
