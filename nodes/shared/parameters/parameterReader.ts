import type {
	IGetNodeParameterOptions,
	INodeExecutionData,
	INodeParameterResourceLocator,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { clock } from '../concurrency/clock';
import { TimeSlice } from '../concurrency/timeSlice';
import { holdsExpression, isFilledByModel } from '../n8n/host';
import { parseJson } from '../basics/json';
import { counted, listed } from '../basics/listed';
import { PageHosts, type DomainContext } from '../validation/domain';
import type { UpdatesSinceContext } from '../validation/dates';
import { checkFlag, IS_EMPTY, isEmpty, shown } from '../validation/primitives';
import { forField, withSubject, type Check, type Problem, type ValidationResult } from '../validation/result';

/** Not in the JSON of the node, and kept where a field is copied. */
const MODEL_MAY_FILL = Symbol('whether an AI model may fill in the field');

/** The field affects spending, or where data is sent: an AI model must not fill it in. The same holds for every option. */
export const notForModels = (field: INodeProperties): INodeProperties =>
	Object.assign({ ...field }, { [MODEL_MAY_FILL]: false });

/** An option that an AI model may fill in. */
export const forModels = (field: INodeProperties): INodeProperties =>
	Object.assign({ ...field }, { [MODEL_MAY_FILL]: true });

const OPTION = /^options\.[^.]+$/;

const isLocator = (value: unknown): value is INodeParameterResourceLocator =>
	typeof value === 'object' && value !== null && '__rl' in value;

type Field = Pick<INodeProperties, 'displayName' | 'name'> & {
	type?: string;
	options?: unknown;
	values?: unknown;
	[MODEL_MAY_FILL]?: boolean;
};

/** All fields with their parameter paths: `limit`, `options.timeLimit`. */
const fieldsIn = (fields: Field[], prefix = ''): Array<[path: string, field: Field]> =>
	fields.flatMap((field): Array<[string, Field]> => {
		const nested = [field.options, field.values].filter(Array.isArray).flat() as Field[];
		return [
			[prefix + field.name, field],
			...fieldsIn(
				nested.filter((entry) => entry.displayName !== undefined),
				`${prefix}${field.name}.`,
			),
		];
	});

/** The values that a field offers, with their names. */
type Choices = Map<unknown, string>;

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

/** What values are checked against. */
export type ReadContext = UpdatesSinceContext & DomainContext & { pages: PageHosts };

export const contextOf = (source: Pick<ParameterSource, 'getTimezone'>): ReadContext => ({
	now: clock.computerTime(),
	timeZone: source.getTimezone(),
	serviceIsLoopback: false,
	pages: new PageHosts(),
});

/** The parameters of a node. Evaluating is what costs most, so what holds no expression is read once for all items. */
export class NodeParameters {
	readonly context: ReadContext;

	private readonly fixed = new Map<string, unknown>();

	private readonly writtenValues = new Map<string, string | undefined>();

	/** All fields that the operation has, with the names that the editor shows, by their paths. */
	readonly names: ReadonlyMap<string, string>;

	/** The fields that an AI model must not fill in, by their paths. */
	readonly notForModels: ReadonlySet<string>;

	/** The fields with a list to choose one value from, by their paths. */
	readonly choices: ReadonlyMap<string, Choices>;

	constructor(
		private readonly source: ParameterSource,
		fields: INodeProperties[],
	) {
		this.context = contextOf(source);
		const all = fieldsIn(fields);
		this.names = new Map(all.map(([path, { displayName }]) => [path, displayName]));
		this.notForModels = new Set(
			all.filter(([path, field]) => !(field[MODEL_MAY_FILL] ?? !OPTION.test(path))).map(([path]) => path),
		);
		const choices = new Map<string, Choices>();
		for (const [path, { type, options }] of all) {
			if (type !== 'options') continue;
			const values = choices.get(path) ?? new Map<unknown, string>();
			for (const { name, value } of options as INodePropertyOptions[]) values.set(value, name);
			choices.set(path, values);
		}
		this.choices = choices;
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
		const slice = new TimeSlice();
		const distinct = new Set<unknown>();
		for (let item = 0; item < (this.isChanging(path) ? this.itemCount : 1); item++) {
			await slice.yieldToEventLoop();
			distinct.add(this.get(path, item));
		}
		return [...distinct];
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

	/** Whether it holds an expression, which may give each item another value. */
	isChanging(path: string): boolean {
		return holdsExpression(this.written(path));
	}

	/** The parameter as the workflow holds it, its expressions included. */
	asWritten(path: string): unknown {
		return parseJson(this.written(path) ?? '');
	}

	/** The same as JSON; undefined if it is absent. */
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

/** How many problems a message explains before it only counts. */
const MAX_EXPLAINED = 20;

/** What a user reads of fields whose values can't be used: `message` names them all, `description` says what to do. */
export function explainProblems(problems: readonly FieldProblem[]): { message: string; description: string } {
	const names = [...new Set(problems.map(({ field }) => `'${field}'`))];
	const texts = problems.slice(0, MAX_EXPLAINED).map(({ field, reason, fix }) => {
		// Below the headline stands, e.g., the place in an expression.
		const [headline = '', ...below] = reason.split('\n');
		return { message: withSubject(`'${field}'`, headline), description: [...below, fix].join('\n') };
	});
	const [only] = texts;
	if (only && texts.length === 1) return only;
	const more = problems.length - texts.length;
	return {
		message:
			names.length === 1
				? `The field ${names[0]} needs another value`
				: `These fields need another value: ${listed(names, MAX_EXPLAINED)}`,
		description: [
			...texts.map(({ message, description }) => `${message}\n${description}`),
			...(more > 0 ? [`${counted(more, 'more problem', 'more problems')} like these.`] : []),
		].join('\n'),
	};
}

/** The word for an added field that is empty, by its collection. */
const REMOVABLE: Readonly<Record<string, string>> = {
	options: 'option',
	filters: 'filter',
	additionalFields: 'field',
	exclude: 'exclusion',
	titleOptions: 'option',
};

function fixForEmpty(path: string): string {
	const what = path.includes('.') ? REMOVABLE[path.split('.', 1)[0] ?? ''] : undefined;
	const remove = what === undefined ? '' : `, or remove the ${what}`;
	return `Enter a value${remove}. If you use an expression, check that this item has the data for it.`;
}

/** Reads the parameters of one item and collects every problem, so that all are reported at once. */
export class ParameterReader {
	readonly problems: FieldProblem[] = [];

	/** Hints about values that are sent. */
	readonly hints: string[] = [];

	/** Fields whose expression failed: nothing more is said of them. */
	private readonly unreadable = new Set<string>();

	/** Paths of the fields that were read with a check. */
	private readonly checked = new Set<string>();

	constructor(
		readonly parameters: NodeParameters,
		readonly item = 0,
	) {}

	get context(): ReadContext {
		return { ...this.parameters.context, allowUnknownDomains: this.flag('options.allowUnknownDomains') };
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
	value<T>(path: string, check: Check<T>): T {
		this.checked.add(path);
		return this.acceptField(path, check(this.raw(path)));
	}

	/**
	 * Like `value`, and undefined when the field is absent. One that is set and empty is a problem, since absent means something else,
	 * unless a model left it empty. With `mayBeEmpty`, an empty one is left out with a hint, as an empty cell of a table is.
	 */
	optional<T>(path: string, check: Check<T>, { mayBeEmpty = false } = {}): T | undefined {
		return this.checkOptional(path, this.raw(path), check, mayBeEmpty);
	}

	/** Notes what a check said, and returns the value. `name` may depend on the part of the value that is wrong. */
	accept<T>(name: string | ((part: string | undefined) => string), result: ValidationResult<T>): T {
		if (result.ok) {
			this.hints.push(...result.doubts, ...result.notes);
			return result.value;
		}
		for (const problem of result.problems) {
			const field = typeof name === 'string' ? name : name(problem.part);
			if (!this.unreadable.has(field)) this.problems.push({ ...problem, field });
		}
		return undefined as T;
	}

	/** Refuses choices that a field doesn't offer, where nothing else has checked them: each would be taken for another one. */
	checkChoices(): void {
		for (const [path, choices] of this.parameters.choices) {
			if (this.checked.has(path)) continue;
			const value = this.raw(path);
			const field = this.fieldNameOf(path);
			if (value === undefined || choices.has(value)) continue;
			if (isEmpty(value) && (path.includes('.') || this.parameters.isForModel(path))) continue;
			if (this.problems.some((problem) => problem.field === field)) continue;
			const known = [...choices].map(([choice, name]) => `${name} (${String(choice)})`);
			this.complain(path, {
				reason: isEmpty(value) ? IS_EMPTY : `${shown(value)} is not one of its choices.`,
				fix: `Use one of these: ${known.join(', ')}.`,
			});
		}
	}

	private acceptField<T>(path: string, result: ValidationResult<T>): T {
		const name = this.fieldNameOf(path);
		return this.accept(name, forField(name, this.parameters.isForModel(path), result));
	}

	private checkOptional<T>(path: string, value: unknown, check: Check<T>, mayBeEmpty = false): T | undefined {
		this.checked.add(path);
		const result = isEmpty(value) ? undefined : check(value);
		if (result && !(result.ok && isEmpty(result.value))) return this.acceptField(path, result);
		if (!result && !this.parameters.isSet(path)) return undefined;
		// n8n has a model fill in every field that is left to it, so an empty text is its way to leave one out.
		if (value === '' && this.parameters.isForModel(path)) return undefined;
		if (mayBeEmpty && value !== undefined) {
			this.hints.push(`${this.fieldNameOf(path)} is empty and was left out.`);
		} else {
			this.complain(path, { reason: IS_EMPTY, fix: fixForEmpty(path) });
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

	/** Notes that a field has no value, and nothing more of it. */
	private complain(path: string, problem: Problem): void {
		const field = this.fieldNameOf(path);
		if (this.unreadable.has(field)) return;
		this.unreadable.add(field);
		this.problems.push({ ...problem, field });
	}

	private fieldNameOf(path: string): string {
		return this.parameters.names.get(path) ?? path;
	}
}
