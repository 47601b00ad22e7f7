import type { IExecuteFunctions, INodeParameterResourceLocator, INodeProperties } from 'n8n-workflow';

import { TimeSlice } from '../../shared/timeSlice';
import { holdsExpression, isFilledByModel } from '../../shared/host';

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

/** The parameters of a run. Evaluating is what costs most, so what holds no expression is read once for all items. */
export class RunParameters {
	/** The editor's time zone: a date without an offset means this one. */
	readonly timeZone: string;

	readonly now = Date.now();

	private readonly fixed = new Map<string, unknown>();

	private readonly writtenValues = new Map<string, string | undefined>();

	private readonly valuesOfAllItems = new Map<string, unknown[]>();

	private shownNames: ReadonlyMap<string, string> | undefined;

	constructor(
		private readonly execution: IExecuteFunctions,
		private readonly fields: INodeProperties[],
	) {
		this.timeZone = execution.getTimezone();
	}

	/**
	 * The parameter as it was given, undefined if the editor does not show it; a dot reaches into a collection.
	 * @throws ExpressionError where n8n cannot evaluate its expression
	 */
	get(path: string, item: number): unknown {
		if (this.fixed.has(path)) return this.fixed.get(path);
		if (this.written(path) === undefined) return undefined;
		const value: unknown = this.execution.getNodeParameter(path, item, null);
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
		return this.execution.getInputData().length;
	}

	json(item: number): unknown {
		return this.execution.getInputData()[item]?.json;
	}

	/** All fields that the operation has, with the names that the editor shows, by their paths. */
	get names(): ReadonlyMap<string, string> {
		this.shownNames ??= new Map(displayNames(this.fields));
		return this.shownNames;
	}

	private isChanging(path: string): boolean {
		return holdsExpression(this.written(path));
	}

	/** The parameter as the workflow holds it, its expressions included, as JSON; undefined if it is absent. */
	private written(path: string): string | undefined {
		if (!this.writtenValues.has(path)) {
			const raw: unknown = this.execution.getNodeParameter(path, 0, ABSENT, { rawExpressions: true });
			this.writtenValues.set(path, raw === ABSENT ? undefined : JSON.stringify(raw));
		}
		return this.writtenValues.get(path);
	}
}
