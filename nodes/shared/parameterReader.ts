import type {
	IGetNodeParameterOptions,
	INodeExecutionData,
	INodeParameterResourceLocator,
	INodeProperties,
} from 'n8n-workflow';

import { clock } from './client/clock';
import { TimeSlice } from './timeSlice';
import { holdsExpression, isFilledByModel } from './host';
import { isEmpty, checkFlag } from './validation/primitives';
import { valid, type Problem, type ValidationResult } from './validation/result';

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

const ABSENT = Symbol('absent');

/** An execution, or a context of n8n that has no items. */
export interface ParameterSource {
	getNodeParameter(
		path: string,
		item: number,
		fallback: unknown,
		options?: IGetNodeParameterOptions,
	): unknown;
	getTimezone(): string;
	getInputData?(): INodeExecutionData[];
}

/** The parameters of a node. Evaluating is what costs most, so what holds no expression is read once for all items. */
export class NodeParameters {
	/** The editor's time zone: a date without an offset means this one. */
	readonly timeZone: string;

	readonly now = clock.computerTime();

	private readonly fixed = new Map<string, unknown>();

	private readonly writtenValues = new Map<string, string | undefined>();

	private readonly valuesOfAllItems = new Map<string, unknown[]>();

	private shownNames: ReadonlyMap<string, string> | undefined;

	constructor(
		private readonly source: ParameterSource,
		private readonly fields: INodeProperties[],
	) {
		this.timeZone = source.getTimezone();
	}

	/**
	 * The parameter as it was given, undefined if the editor does not show it; a dot reaches into a collection.
	 * @throws ExpressionError where n8n cannot evaluate its expression
	 */
	get(path: string, item: number): unknown {
		if (this.fixed.has(path)) return this.fixed.get(path);
		if (this.written(path) === undefined) return undefined;
		const value: unknown = this.source.getNodeParameter(path, item, null);
		const given = isLocator(value) ? value.value : value;
		if (!this.isChanging(path)) this.fixed.set(path, given);
		return given;
	}

	/** The different values that the parameter has over all items. @throws ExpressionError as `get` does */
	async ofAllItems(path: string): Promise<unknown[]> {
		let values = this.valuesOfAllItems.get(path);
		if (!values) {
			const slice = new TimeSlice();
			const distinct = new Set<unknown>();
			for (let item = 0; item < (this.isChanging(path) ? this.itemCount : 1); item++) {
				await slice.yieldToEventLoop();
				distinct.add(this.get(path, item));
			}
			values = [...distinct];
			this.valuesOfAllItems.set(path, values);
		}
		return values;
	}

	/** Whether the user asked for it: an option that was added, or a field with an expression. */
	isSet(path: string): boolean {
		return path.includes('.') ? this.written(path) !== undefined : this.isChanging(path);
	}

	/** Whether an AI model that uses the node as a tool fills the parameter in, or a part of it. */
	isForModel(path: string): boolean {
		return isFilledByModel(this.written(path));
	}

	get itemCount(): number {
		return this.source.getInputData?.().length ?? 0;
	}

	json(item: number): unknown {
		return this.source.getInputData?.()[item]?.json;
	}

	/** All fields that the operation has, with the names that the editor shows, by their paths. */
	get names(): ReadonlyMap<string, string> {
		this.shownNames ??= new Map(displayNames(this.fields));
		return this.shownNames;
	}

	/** Whether it holds an expression, which may give each item another value. */
	isChanging(path: string): boolean {
		return holdsExpression(this.written(path));
	}

	/** The parameter as the workflow holds it, its expressions included, as JSON; undefined if it is absent. */
	private written(path: string): string | undefined {
		if (!this.writtenValues.has(path)) {
			const raw: unknown = this.source.getNodeParameter(path, 0, ABSENT, { rawExpressions: true });
			this.writtenValues.set(path, raw === ABSENT ? undefined : JSON.stringify(raw));
		}
		return this.writtenValues.get(path);
	}
}

/** A problem with the name of the field as the editor shows it. */
export interface FieldProblem extends Problem {
	field: string;
}

/** What a user reads of fields whose values can't be used: `message` names them all, `description` says what to do. */
export function explainProblems(problems: readonly FieldProblem[]): { message: string; description: string } {
	const names = [...new Set(problems.map(({ field }) => `'${field}'`))];
	const texts = problems.map(({ field, reason, fix }) => {
		// Below the headline stands, e.g., the place in an expression.
		const [headline = '', ...below] = reason.split('\n');
		return { message: `'${field}': ${headline}`, description: [...below, fix].join('\n') };
	});
	const [only] = texts;
	if (only && texts.length === 1) return only;
	return {
		message:
			names.length === 1
				? `The field ${names[0]} needs another value`
				: `These fields need another value: ${names.join(', ')}`,
		description: texts.map(({ message, description }) => `${message}\n${description}`).join('\n'),
	};
}

const EMPTY_FIX =
	'Enter a value, or remove the option. If you use an expression, check that this item has the data for it.';

/** Reads the parameters of one item and collects every problem, so that all are reported at once. */
export class ParameterReader {
	readonly problems: FieldProblem[] = [];

	readonly hints: string[] = [];

	/** Fields whose expression failed: nothing more is to be said of them. */
	private readonly unreadable = new Set<string>();

	constructor(
		readonly parameters: NodeParameters,
		readonly item = 0,
		/** Loopback URLs are fine only where the service itself is on loopback. */
		readonly serviceIsLoopback = false,
	) {}

	get timeZone(): string {
		return this.parameters.timeZone;
	}

	get now(): number {
		return this.parameters.now;
	}

	/** The parameter as it was given, undefined if the editor does not show it; a dot reaches into a collection. */
	raw(path: string): unknown {
		try {
			return this.parameters.get(path, this.item);
		} catch (error) {
			this.failed(path, error);
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
			this.failed(path, error);
			return true;
		}
	}

	/** The checked value. After a problem it is not to be used: the operation will not run. */
	value<T>(path: string, check: (value: unknown) => ValidationResult<T>): T {
		return this.unwrap(() => this.nameOf(path), check(this.raw(path)));
	}

	/** Like `value`, and undefined when the field is absent. One that is set and empty is a problem, since absent means something else, unless a model left it empty. */
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
		// n8n has a model fill in every field that is left to it, so an empty text is its way to leave one out.
		if (value === '' && this.isForModel(path)) return undefined;
		const result = isEmpty(value) ? undefined : check(value);
		if (result && !(result.ok && isEmpty(result.value))) return this.unwrap(() => this.nameOf(path), result);
		if (result || this.parameters.isSet(path)) {
			this.complain(path, { reason: 'The value is empty.', fix: EMPTY_FIX });
		}
		return undefined;
	}

	private failed(path: string, error: unknown): void {
		const why = error instanceof Error ? error.message : String(error);
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
