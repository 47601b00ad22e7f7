import { LIMITS } from '../../interface/limits';
import { isTerm, normalize, type Fault, type Step, type Term, type TermToken, type Token } from './language';
import { lengthFault, missingOperator, missingTerm, notExact, tokenAt } from './repairs';

type Operator = 'and' | 'or' | 'not';
type Pending = { operator: Operator } | { open: Token };

const STRENGTH: Readonly<Record<Operator, number>> = { or: 1, and: 2, not: 3 };

/** A program for the evaluator, or the first fault of grammar. */
export type Program = { terms: Term[]; steps: Step[] };

/**
 * Operator precedence with a stack of its own: neither depth nor length of the input reaches the call stack, and every token is
 * looked at once.
 */
export function parse(text: string, tokens: readonly Token[]): Program | Fault {
	const program: Program = { terms: [], steps: [] };
	const pending: Pending[] = [];
	let depth = 0;
	let expectsTerm = true;

	for (let index = 0; ; index += 1) {
		const token = tokenAt(tokens, index);
		if (token.kind === 'end') {
			if (expectsTerm) return missingTerm(text, tokens, index);
			return unwind(pending, program.steps) ?? program;
		}
		if (expectsTerm) {
			if (token.kind === 'not') {
				pending.push({ operator: 'not' });
				continue;
			}
			if (token.kind === 'open') {
				depth += 1;
				if (depth > LIMITS.jobTitlesGroups) return tooDeep(token);
				pending.push({ open: token });
				continue;
			}
			const exact = token.kind === 'exact';
			const title = exact ? titleOfExact(tokens, index) : token;
			if (title === undefined) return notExact(text, tokens, index);
			if (!isTerm(title)) return missingTerm(text, tokens, index);
			const fault = lengthFault(title);
			if (fault) return fault;
			program.steps.push(program.terms.length);
			program.terms.push({ text: title.text, exact, normal: normalize(title.text) });
			if (exact) index += 3;
			expectsTerm = false;
		} else if (token.kind === 'and' || token.kind === 'or') {
			reduce(pending, program.steps, STRENGTH[token.kind]);
			pending.push({ operator: token.kind });
			expectsTerm = true;
		} else if (token.kind === 'close') {
			reduce(pending, program.steps, 0);
			if (pending.pop() === undefined) {
				return {
					at: token.start,
					reason: 'This closing parenthesis has no opening one.',
					fix: 'Remove it, or open the group with (.',
				};
			}
			depth -= 1;
		} else {
			return missingOperator(text, tokens, index);
		}
	}
}

/** Moves operators that bind at least as strongly to the steps, up to the open group. */
function reduce(pending: Pending[], steps: Step[], strength: number): void {
	for (let top = pending.at(-1); top && 'operator' in top; top = pending.at(-1)) {
		if (STRENGTH[top.operator] < strength) return;
		steps.push(top.operator);
		pending.pop();
	}
}

function unwind(pending: Pending[], steps: Step[]): Fault | undefined {
	reduce(pending, steps, 0);
	const group = pending.at(-1);
	return group && 'open' in group
		? {
				at: group.open.start,
				reason: 'This opening parenthesis is not closed.',
				fix: 'Close the group with ), or remove the parenthesis.',
			}
		: undefined;
}

/** The one phrase between the parentheses of `EXACT("…")`. */
function titleOfExact(tokens: readonly Token[], index: number): TermToken | undefined {
	const title = tokenAt(tokens, index + 2);
	return title.kind === 'phrase' && tokenAt(tokens, index + 3).kind === 'close' ? title : undefined;
}

const tooDeep = (token: Token): Fault => ({
	at: token.start,
	reason: `This group is nested more than ${LIMITS.jobTitlesGroups} deep.`,
	fix: 'Remove parentheses that are not needed.',
});
