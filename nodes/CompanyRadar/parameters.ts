import type { IExecuteFunctions, INodeParameterResourceLocator, INodeProperties } from 'n8n-workflow';

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

/** The parameters of a run. Evaluating is what costs most, so what holds no expression is read once for all items. */
export class Parameters {
	/** The editor's time zone: a date without an offset means this one. */
	readonly timeZone: string;

	readonly now = Date.now();

	private readonly fixed = new Map<string, unknown>();

	private readonly changing = new Set<string>();

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
		const value = this.execution.getNodeParameter(path, item, null) ?? undefined;
		const given = isLocator(value) ? value.value : value;
		if (!this.isChanging(path)) this.fixed.set(path, given);
		return given;
	}

	/** Whether an AI model that uses the node as a tool fills the parameter in, or a part of it. */
	isForModel(path: string): boolean {
		return /\$fromAI\b/i.test(this.written(path));
	}

	json(item: number): unknown {
		return this.execution.getInputData()[item]?.json;
	}

	/** All fields that the operation has, with the names that the editor shows, by their paths. */
	get names(): ReadonlyMap<string, string> {
		this.shownNames ??= new Map(displayNames(this.fields));
		return this.shownNames;
	}

	/** n8n's expressions begin with an equals sign. */
	private isChanging(path: string): boolean {
		if (!this.changing.has(path) && this.written(path).includes('"=')) this.changing.add(path);
		return this.changing.has(path);
	}

	/** The parameter as the workflow holds it, its expressions included, as JSON. */
	private written(path: string): string {
		return JSON.stringify(this.execution.getNodeParameter(path, 0, null, { rawExpressions: true }));
	}
}
