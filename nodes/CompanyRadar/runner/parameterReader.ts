import { isBlank } from '../../shared/validation/primitives';
import { valid, type Problem, type ValidationResult } from '../../shared/validation/result';
import { checkFlag } from '../../shared/validation/flag';
import type { RunParameters } from './runParameters';

/** A problem with the name of the field as the editor shows it. */
export interface FieldProblem extends Problem {
	field: string;
}

const EMPTY_FIX =
	'Enter a value, or remove the option. If you use an expression, check that this item has the data for it.';

const isEmpty = (value: unknown): boolean => isBlank(value) || (Array.isArray(value) && value.length === 0);

/** Reads the parameters of one item and collects every problem, so that all are reported at once. */
export class ParameterReader {
	readonly problems: FieldProblem[] = [];

	readonly hints: string[] = [];

	/** Fields whose expression failed: nothing more is to be said of them. */
	private readonly unreadable = new Set<string>();

	constructor(
		private readonly parameters: RunParameters,
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

	get isOnlyItem(): boolean {
		return this.parameters.itemCount === 1;
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

	/** Whether a switch is on for any item of the run, one that is rejected included. */
	async flagOfAnyItem(path: string): Promise<boolean> {
		try {
			const values = await this.parameters.ofAllItems(path);
			return values.some((value) => this.checkOptional(path, value, checkFlag) === true);
		} catch (error) {
			this.failed(path, error instanceof Error ? error.message : String(error));
			return true;
		}
	}

	/** The checked value. After a problem it is not to be used: the operation will not run. */
	value<T>(path: string, check: (value: unknown) => ValidationResult<T>): T {
		return this.unwrap(() => this.nameOf(path), check(this.raw(path)));
	}

	/** Like `value`, and undefined when the field is absent. One that is set and empty is a problem: absent means something else. */
	optional<T>(path: string, check: (value: unknown) => ValidationResult<T>): T | undefined {
		// Read once: evaluating an expression is what costs most.
		return this.checkOptional(path, this.raw(path), check);
	}

	/** The unchecked value, undefined when the field is absent. One that is set and empty is a problem. */
	given(path: string): unknown {
		return this.optional(path, (value) => valid(value));
	}

	/** Like `given` for a column of the input: an empty cell is as good as none, and only a missing one is a problem. */
	cell(path: string): unknown {
		const value = this.raw(path);
		if (value === undefined || !isEmpty(value)) return this.checkOptional(path, value, (cell) => valid(cell));
		if (this.parameters.isSet(path)) this.hints.push(`${this.nameOf(path)} is empty and was left out.`);
		return undefined;
	}

	/** Whether an AI model that uses the node as a tool fills the parameter in, or a part of it. */
	isForModel(path: string): boolean {
		return this.parameters.isForModel(path);
	}

	/** Notes what a check said. `name` may depend on the part of the value that is wrong. */
	unwrap<T>(name: string | ((part: string | undefined) => string), result: ValidationResult<T>): T {
		if (result.ok) {
			this.hints.push(...result.hints);
			return result.value;
		}
		for (const problem of result.problems) {
			const field = typeof name === 'string' ? name : name(problem.part);
			if (!this.unreadable.has(field)) this.problems.push({ ...problem, field });
		}
		return undefined as T;
	}

	private checkOptional<T>(
		path: string,
		value: unknown,
		check: (value: unknown) => ValidationResult<T>,
	): T | undefined {
		const result = isEmpty(value) ? undefined : check(value);
		if (result && !(result.ok && isEmpty(result.value))) return this.unwrap(() => this.nameOf(path), result);
		if (result || this.parameters.isSet(path)) {
			this.complain(path, { reason: 'The value is empty.', fix: EMPTY_FIX });
		}
		return undefined;
	}

	private failed(path: string, why: string): void {
		this.complain(path, {
			reason: `The expression can't be evaluated: ${why.replace(/\.+$/, '')}.`,
			fix: 'Correct the expression, or check that this item has the data for it.',
		});
	}

	/** Notes what is to be said of a field that has no value, and nothing more of it. */
	private complain(path: string, problem: Problem): void {
		const field = this.nameOf(path);
		if (this.unreadable.has(field)) return;
		this.unreadable.add(field);
		this.problems.push({ ...problem, field });
	}

	private nameOf(path: string): string {
		return this.parameters.names.get(path) ?? path;
	}
}
