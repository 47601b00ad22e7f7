import type {
	IExecuteFunctions,
	IHookFunctions,
	IPollFunctions,
	IWebhookFunctions,
	IGetNodeParameterOptions,
	INode,
	INodeExecutionData,
	INodeParameterResourceLocator,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { clock } from '../host/clock';
import { holdsExpression, isFilledByModel, isSingleCall, isTool } from '../host/host';
import { parseJson } from '../values/basics/values';
import { isEmpty } from '../values/rules/primitives';
import type { DomainContext } from '../values/rules/domain';
import type { UpdatesSinceContext } from '../values/rules/dates';

/** A symbol, since it's left out of the node's JSON but kept when a field is copied. */
const NOT_FOR_MODELS = Symbol('an AI model must not fill in the field');

/** A field that an AI model must not fill in, because it affects spending or where data is sent. Options are such fields by default. */
export const notForModels = (field: INodeProperties): INodeProperties =>
	Object.assign({ ...field }, { [NOT_FOR_MODELS]: true });

/** An option that an AI model may fill in, unless it's marked as not for models. */
export const forModels = (field: INodeProperties): INodeProperties =>
	Object.assign({ [NOT_FOR_MODELS]: false }, field);

const OPTION = /^options\.[^.]+$/;

const isLocator = (value: unknown): value is INodeParameterResourceLocator =>
	typeof value === 'object' && value !== null && '__rl' in value;

type Field = Pick<INodeProperties, 'displayName' | 'name'> & {
	type?: string;
	options?: unknown;
	values?: unknown;
	[NOT_FOR_MODELS]?: boolean;
};

/** All fields with their parameter paths: `limit`, `options.timeLimit`. */
const allFields = (fields: Field[], prefix = ''): Array<[path: string, field: Field]> =>
	fields.flatMap((field): Array<[string, Field]> => {
		const nested = [field.options, field.values].filter(Array.isArray).flat() as Field[];
		return [
			[prefix + field.name, field],
			...allFields(
				nested.filter((entry) => entry.displayName !== undefined),
				`${prefix}${field.name}.`,
			),
		];
	});

/** The values that a field offers, with their names. */
type Choices = Map<unknown, string>;

const ABSENT = Symbol('absent');

/** Whether a field has a value, was set but has none, or was left out. */
export type Presence = 'given' | 'empty' | 'absent';

/** An execution, or a context of n8n that has no items. */
export interface ParameterSource {
	getNodeParameter(
		path: string,
		item: number,
		fallback: unknown,
		options?: IGetNodeParameterOptions,
	): unknown;
	getTimezone(): string;
	getNode(): INode;
	getInputData?(): INodeExecutionData[];
}

export type TriggerContext = IExecuteFunctions | IHookFunctions | IPollFunctions | IWebhookFunctions;

/** Only executions have items, so getNodeParameter() of other contexts takes no item index. */
export const sourceOf = (context: TriggerContext): ParameterSource =>
	'getInputData' in context
		? context
		: {
				getNodeParameter: (name, _item, fallback, options) =>
					context.getNodeParameter(name, fallback, options),
				getTimezone: () => context.getTimezone(),
				getNode: () => context.getNode(),
			};

/** What values are checked against. */
export type ReadContext = UpdatesSinceContext & DomainContext;

export const contextOf = (source: Pick<ParameterSource, 'getTimezone'>): ReadContext => ({
	now: clock.computerTime(),
	timeZone: source.getTimezone(),
	serviceIsLoopback: false,
});

/** The parameters of a node. Evaluating expressions is slow, so a parameter without one is read once for all items. */
export class NodeParameters {
	readonly context: ReadContext;

	private readonly fixed = new Map<string, unknown>();

	private readonly writtenValues = new Map<string, string | undefined>();

	/** The names of all fields of the operation, as the editor shows them, by path. */
	readonly names: ReadonlyMap<string, string>;

	/** The paths of the fields that an AI model must not fill in. */
	readonly notForModels: ReadonlySet<string>;

	/** The choices of the fields with a list to choose one value from, by path. */
	readonly choices: ReadonlyMap<string, Choices>;

	constructor(
		private readonly source: ParameterSource,
		fields: INodeProperties[],
	) {
		this.context = contextOf(source);
		const all = allFields(fields);
		this.names = new Map(all.map(([path, { displayName }]) => [path, displayName]));
		this.notForModels = new Set(
			all.filter(([path, field]) => field[NOT_FOR_MODELS] ?? OPTION.test(path)).map(([path]) => path),
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
	 * The value of the parameter; undefined if the editor doesn't show it. A dot in the path reaches into a collection.
	 * @throws ExpressionError if n8n can't evaluate its expression
	 */
	get(path: string, item: number): unknown {
		if (this.fixed.has(path)) return this.fixed.get(path);
		if (this.written(path) === undefined) return undefined;
		const value: unknown = this.source.getNodeParameter(path, item, null);
		const given = isLocator(value) ? value.value : value;
		if (!this.isChanging(path)) this.fixed.set(path, given);
		return given;
	}

	/** Whether the user set the parameter: added it as an option, or gave it an expression. */
	isSet(path: string): boolean {
		return path.includes('.') ? this.written(path) !== undefined : this.isChanging(path);
	}

	/** Whether an AI model that uses the node as a tool fills in the parameter, or a part of it. */
	isForModel(path: string): boolean {
		return isFilledByModel(this.written(path));
	}

	/** @param value of the parameter. n8n makes an AI model fill in every field that is left to it, so it leaves one out with an empty value. */
	presenceOf(path: string, value: unknown): Presence {
		if (!isEmpty(value)) return 'given';
		return this.isSet(path) && !this.isForModel(path) ? 'empty' : 'absent';
	}

	get itemCount(): number {
		return this.source.getInputData?.().length ?? 0;
	}

	/** Whether an AI agent uses the node as a tool. */
	get isTool(): boolean {
		return isTool(this.source);
	}

	/** Whether limits of an execution count only this call. */
	get isSingleCall(): boolean {
		return this.isTool && isSingleCall(this.source);
	}

	json(item: number): unknown {
		return this.source.getInputData?.()[item]?.json;
	}

	/** Whether the parameter has an expression, so each item may have another value. */
	isChanging(path: string): boolean {
		return holdsExpression(this.written(path));
	}

	/** The parameter as the workflow holds it, its expressions included. */
	asWritten(path: string): unknown {
		return parseJson(this.written(path) ?? '');
	}

	/** Like `asWritten`, as JSON; undefined if the parameter is absent. */
	private written(path: string): string | undefined {
		if (!this.writtenValues.has(path)) {
			const raw: unknown = this.source.getNodeParameter(path, 0, ABSENT, { rawExpressions: true });
			this.writtenValues.set(path, raw === ABSENT ? undefined : JSON.stringify(raw));
		}
		return this.writtenValues.get(path);
	}
}
