import type { NodeParameters, ReadContext } from './nodeParameters';
import { TimeSlice } from '../host/clock';
import { asError, attempt } from '../values/basics/values';
import { type Refusal, hintOn, type Check, type ValidationResult } from '../values/basics/refusal';
import { radarNumbered } from '../values/radars/radarInWords';
import { CHECK_EXPRESSION } from '../values/signs/texts';
import { checkFlag, checkUsd, IS_EMPTY, isEmpty, shown, useOneOf } from '../values/rules/primitives';

export const ALLOW_DOUBTFUL = 'allowDoubtful';
const ALLOW_DOUBTFUL_PATH = `options.${ALLOW_DOUBTFUL}`;

/** @param correct what else to do about doubtful values */
export const orAllow = (correct: string): string =>
	`${correct}, or turn on 'Allow Doubtful Values' under Options.`;
const CORRECT = "Correct it. An AI agent can't use doubtful values.";

/** What is worth knowing about a value that is sent. */
export interface Note {
	text: string;
	/** Of a radar in a list: its place, from 1. */
	radar?: number;
}

/** The field that a part of a checked value belongs to, or the only field. */
type FieldNamer = string | ((part: string | undefined) => string);

const TOOL_NEEDS_LIMIT = {
	what: "is missing or 0, so AI agents can't use this tool, which charges your account.",
	todo: 'Set it above 0 under Options. It counts all calls of an execution.',
};

const SINGLE_CALL_NEEDS_BUDGET = {
	what: 'is missing. n8n keeps nothing between the calls of this tool, so other limits count one call, and nothing is charged without it.',
	todo: 'Set it under Options.',
};

/** The same for values that mean the same in a field, such as 5 and "5", or nothing and an empty text. */
const comparedText = (value: unknown): string | undefined => attempt(() => String(value ?? '').trim());

/** Reads the parameters of one item and collects every problem, so that all are reported at once. */
export class ParameterReader {
	readonly problems: Refusal[] = [];

	/** Notes about values that are sent. */
	readonly notes: Note[] = [];

	/** Paths of the fields that were read, and of those that were read with a check. */
	private readonly pathsRead = new Set<string>();
	private readonly checked = new Set<string>();

	constructor(
		readonly parameters: NodeParameters,
		readonly item = 0,
	) {}

	get context(): ReadContext {
		return this.parameters.context;
	}

	/** Like `NodeParameters.get`, but reports an expression that fails. */
	raw(path: string): unknown {
		this.pathsRead.add(path);
		return this.rawOf(path, this.item);
	}

	private rawOf(path: string, item: number): unknown {
		try {
			return this.parameters.get(path, item);
		} catch (error) {
			this.complain(path, {
				what: `The expression can't be evaluated: ${asError(error).message.replace(/\.+$/, '')}.`,
				todo: `${CHECK_EXPRESSION}.`,
			});
			return undefined;
		}
	}

	/** A switch; `fallback` if the editor doesn't show it. */
	flag(path: string, fallback = false): boolean {
		return this.optional(path, checkFlag) ?? fallback;
	}

	/** The checked value. After a problem, it's undefined, but then the operation doesn't run. */
	value<T>(path: string, check: Check<T>): T {
		this.checked.add(path);
		return this.acceptField(path, check(this.raw(path)));
	}

	/** Like `value`, but undefined if the field is absent. An empty one is a problem, since leaving it out means something else. */
	optional<T>(path: string, check: Check<T>): T | undefined {
		this.checked.add(path);
		const value = this.raw(path);
		const presence = this.parameters.presenceOf(path, value);
		if (presence === 'absent') return undefined;
		const result = presence === 'given' ? check(value) : undefined;
		// Text of nothing but separators is a list without entries.
		if (result && !(result.ok && isEmpty(result.value))) return this.acceptField(path, result);
		// Only a field that was added to a collection can be removed.
		const removal = path.includes('.') ? ', or remove the field' : '';
		const todo = `Enter a value${removal}. If you use an expression, check its result.`;
		this.complain(path, { what: IS_EMPTY, todo });
		return undefined;
	}

	/** An optional limit of what is charged. An AI agent's tool needs one above 0, or it charges nothing. */
	limit(path: string, check: Check<number>): number | undefined {
		const limit = this.optional(path, check);
		if (this.parameters.isTool && !limit) this.complain(path, TOOL_NEEDS_LIMIT);
		return limit;
	}

	/** Monthly Budget. A tool needs it where n8n keeps nothing between its calls. */
	budget(): number | undefined {
		const path = 'options.monthlyBudget';
		const budget = this.optional(path, checkUsd);
		if (this.parameters.isSingleCall && budget === undefined) this.complain(path, SINGLE_CALL_NEEDS_BUDGET);
		return budget;
	}

	/**
	 * Collects the problems or notes of a check, and returns the value. `name` may depend on the part of the value that is meant. Doubts
	 * are problems in what is charged.
	 */
	accept<T>(name: FieldNamer, result: ValidationResult<T>): T {
		const { value, doubts } = this.acceptWithDoubts(name, result);
		this.problems.push(...doubts);
		return value;
	}

	/** Like `accept`, but returns the doubts, for a radar that may exist already. */
	acceptWithDoubts<T>(name: FieldNamer, result: ValidationResult<T>): { value: T; doubts: Refusal[] } {
		const fieldOf = (part?: string) => (typeof name === 'string' ? name : name(part));
		if (!result.ok) {
			const found = result.problems.map((problem) => ({ ...problem, field: fieldOf(problem.field) }));
			// Not spread: a list of a hundred thousand may have more than a call takes.
			for (const problem of found.filter(({ field }) => !this.hasProblem(field))) this.problems.push(problem);
			return { value: undefined as T, doubts: [] };
		}
		const doubts = this.judge(result.doubts, fieldOf);
		this.note(...result.notes);
		return { value: result.value, doubts };
	}

	/**
	 * The doubts that are refused, since nothing may be charged for them. If the user allows them, or nothing costs anything, they're notes.
	 * @param radar of a list: its place, from 1
	 */
	judge(doubts: readonly Refusal[], fieldOf: (part?: string) => string, radar?: number): Refusal[] {
		if (doubts.length === 0) return [];
		const { names, isTool: ofAgent } = this.parameters;
		// An operation that is free has no option to allow doubtful values.
		const areRefused = names.has(ALLOW_DOUBTFUL_PATH) && (ofAgent || !this.flag(ALLOW_DOUBTFUL_PATH));
		const todo = ofAgent ? CORRECT : orAllow('Correct it');
		const found = doubts.map((doubt) => ({ ...doubt, field: fieldOf(doubt.field), todo }));
		if (!areRefused)
			for (const { field, what } of found) this.notes.push({ text: hintOn(field, what), radar });
		const place = (field: string) => (radar === undefined ? field : radarNumbered(radar, field));
		return areRefused ? found.map((doubt) => ({ ...doubt, field: place(doubt.field) })) : [];
	}

	note(...texts: readonly string[]): void {
		this.notes.push(...texts.map((text) => ({ text })));
	}

	/** Rejects values that a list field doesn't offer, unless a check has read them: the node would treat them as another choice. */
	checkChoices(): void {
		for (const [path, choices] of this.parameters.choices) {
			if (this.checked.has(path)) continue;
			const value = this.raw(path);
			if (value === undefined || choices.has(value)) continue;
			if (isEmpty(value) && (path.includes('.') || this.parameters.isForModel(path))) continue;
			const known = [...choices].map(([choice, name]) => `${name} (${String(choice)})`);
			this.complain(path, {
				what: isEmpty(value) ? IS_EMPTY : `${shown(value)} is not one of its choices.`,
				todo: useOneOf(known),
			});
		}
	}

	/** Rejects a field read so far that has another value for another item: as a setting, it counts once for the whole run. */
	async requireSameForAllItems(): Promise<void> {
		const slice = new TimeSlice();
		for (const path of this.pathsRead) {
			if (!this.parameters.isChanging(path)) continue;
			const value = this.rawOf(path, this.item);
			for (let item = this.item + 1; item < this.parameters.itemCount; item++) {
				await slice.yieldToEventLoop();
				const other = this.rawOf(path, item);
				if (comparedText(other) === comparedText(value)) continue;
				this.complain(path, {
					what: `must be the same for all items: item ${this.item} has ${shown(value)}, item ${item} has ${shown(other)}.`,
					todo: 'Enter a fixed value, or take it from one item, such as {{ $input.first().json.limit }}.',
				});
				break;
			}
		}
	}

	private acceptField<T>(path: string, result: ValidationResult<T>): T {
		const name = this.fieldNameOf(path);
		return this.accept(
			name,
			result.ok ? { ...result, notes: result.notes.map((note) => hintOn(name, note)) } : result,
		);
	}

	/** Reports a field without a usable value, unless it has a problem already. */
	private complain(path: string, problem: Pick<Refusal, 'what' | 'todo'>): void {
		const field = this.fieldNameOf(path);
		if (!this.hasProblem(field)) this.problems.push({ kind: 'wrong', ...problem, field });
	}

	private hasProblem(field: string | undefined): boolean {
		return this.problems.some((problem) => problem.field === field);
	}

	private fieldNameOf(path: string): string {
		return this.parameters.names.get(path) ?? path;
	}
}
