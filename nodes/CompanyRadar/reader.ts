import type { Problem, Verdict } from '../shared/validation/verdict';
import { checkFlag } from '../shared/validation/flag';
import type { Parameters } from './parameters';

/** A problem with the name of the field as the editor shows it. */
export interface FieldProblem extends Problem {
	field: string;
}

const isEmpty = (value: unknown): boolean =>
	value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Reads the parameters of one item and collects every problem, so that all are reported at once. */
export class Reader {
	readonly problems: FieldProblem[] = [];

	readonly hints: string[] = [];

	/** Fields whose expression failed: nothing more is to be said of them. */
	private readonly unreadable = new Set<string>();

	constructor(
		private readonly parameters: Parameters,
		readonly item: number,
		/** Loopback URLs are fine only where the service itself is on loopback. */
		readonly serviceIsLoopback: boolean,
	) {}

	get timeZone(): string {
		return this.parameters.timeZone;
	}

	get now(): number {
		return this.parameters.now;
	}

	get json(): unknown {
		return this.parameters.json(this.item);
	}

	/** The parameter as it was given, undefined if the editor does not show it; a dot reaches into a collection. */
	raw(path: string): unknown {
		try {
			return this.parameters.get(path, this.item);
		} catch (error) {
			this.failed(path, error instanceof Error ? error.message : String(error));
			return undefined;
		}
	}

	text(path: string): string {
		const value = this.raw(path);
		return value === undefined || value === null ? '' : String(value);
	}

	/** A switch; `fallback` where the editor does not show it. */
	flag(path: string, fallback = false): boolean {
		return this.optional(path, checkFlag) ?? fallback;
	}

	/** The checked value. After a problem it is not to be used: the operation will not run. */
	value<T>(path: string, check: (value: unknown) => Verdict<T>): T {
		return this.judge(() => this.nameOf(path), check(this.raw(path)));
	}

	/** Like `value`, and undefined when the field is empty. */
	optional<T>(path: string, check: (value: unknown) => Verdict<T>): T | undefined {
		// Read once: evaluating an expression is what costs most.
		const value = this.raw(path);
		return isEmpty(value) ? undefined : this.judge(() => this.nameOf(path), check(value));
	}

	/** Whether an AI model that uses the node as a tool fills the parameter in, or a part of it. */
	isForModel(path: string): boolean {
		return this.parameters.isForModel(path);
	}

	/** Notes what a check said. `name` may depend on the part of the value that is wrong. */
	judge<T>(name: string | ((part: string | undefined) => string), verdict: Verdict<T>): T {
		if (verdict.ok) {
			this.hints.push(...verdict.hints);
			return verdict.value;
		}
		for (const problem of verdict.problems) {
			const field = typeof name === 'string' ? name : name(problem.part);
			if (!this.unreadable.has(field)) this.problems.push({ ...problem, field });
		}
		return undefined as T;
	}

	private failed(path: string, why: string): void {
		const field = this.nameOf(path);
		if (this.unreadable.has(field)) return;
		this.unreadable.add(field);
		this.problems.push({
			field,
			reason: `The expression cannot be evaluated: ${why.replace(/\.+$/, '')}.`,
			fix: 'Open the field and correct the expression, or look whether this item has what it asks for.',
		});
	}

	private nameOf(path: string): string {
		return this.parameters.names.get(path) ?? path;
	}
}
