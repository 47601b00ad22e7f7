import type { IExecuteFunctions, INodeParameterResourceLocator, INodeProperties } from 'n8n-workflow';

import type { Problem, Verdict } from '../shared/validation/verdict';

/** A problem with the name of the field as the editor shows it. */
export interface FieldProblem extends Problem {
	field: string;
}

const isEmpty = (value: unknown): boolean =>
	value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

const isLocator = (value: unknown): value is INodeParameterResourceLocator =>
	typeof value === 'object' && value !== null && '__rl' in value;

type Named = Pick<INodeProperties, 'displayName' | 'name'> & { options?: unknown; values?: unknown };

/** Display names by parameter path: `limit`, `options.timeLimit`. */
const displayNames = (fields: Named[], prefix = ''): Array<[string, string]> =>
	fields.flatMap((field): Array<[string, string]> => {
		const nested = [field.options, field.values].filter(Array.isArray).flat() as Named[];
		return [
			[prefix + field.name, field.displayName],
			...displayNames(
				nested.filter((entry) => entry.displayName !== undefined),
				`${prefix}${field.name}.`,
			),
		];
	});

/** Reads the parameters of one item and collects every problem, so that all are reported at once. */
export class Reader {
	readonly problems: FieldProblem[] = [];

	readonly hints: string[] = [];

	/** The editor's time zone: a date without an offset means this one. */
	readonly timeZone: string;

	readonly now = Date.now();

	constructor(
		private readonly execution: IExecuteFunctions,
		private readonly fields: INodeProperties[],
		readonly item: number,
		/** Loopback URLs are fine only where the service itself is on loopback. */
		readonly serviceIsLoopback: boolean,
	) {
		this.timeZone = execution.getTimezone();
	}

	/** The parameter as it was given, undefined if the editor does not show it; a dot reaches into a collection. */
	raw(path: string): unknown {
		const value = this.execution.getNodeParameter(path, this.item, null) ?? undefined;
		return isLocator(value) ? value.value : value;
	}

	text(path: string): string {
		const value = this.raw(path);
		return value === undefined || value === null ? '' : String(value);
	}

	flag(path: string): boolean {
		return this.raw(path) === true;
	}

	/** The checked value. After a problem it is not to be used: the operation will not run. */
	value<T>(path: string, check: (value: unknown) => Verdict<T>): T {
		return this.judge(this.nameOf(path), check(this.raw(path)));
	}

	/** Like `value`, and undefined when the field is empty. */
	optional<T>(path: string, check: (value: unknown) => Verdict<T>): T | undefined {
		// Read once: evaluating an expression is what costs most.
		const value = this.raw(path);
		return isEmpty(value) ? undefined : this.judge(this.nameOf(path), check(value));
	}

	/** Notes what a check said. `name` may depend on the part of the value that is wrong. */
	judge<T>(name: string | ((part: string | undefined) => string), verdict: Verdict<T>): T {
		if (verdict.ok) {
			this.hints.push(...verdict.hints);
			return verdict.value;
		}
		for (const problem of verdict.problems) {
			this.problems.push({ ...problem, field: typeof name === 'string' ? name : name(problem.part) });
		}
		return undefined as T;
	}

	get json(): unknown {
		return this.execution.getInputData()[this.item]?.json;
	}

	private nameOf(path: string): string {
		return new Map(displayNames(this.fields)).get(path) ?? path;
	}
}
