import type { INode, INodeParameters, INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

type Values = INodeParameters;

const isObject = (value: unknown): value is Values =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const isExpression = (value: unknown) => typeof value === 'string' && value.startsWith('=');

/** What is wrong with the chosen entries of a list in the editor. */
function choiceProblems({ options = [] }: INodeProperties, value: unknown, path: string): string[] {
	if (isExpression(value)) return [];
	const offered = options.map((option) => ('value' in option ? option.value : undefined));
	const chosen = Array.isArray(value) ? value : [value];
	return chosen
		.filter((entry) => !offered.includes(entry as string))
		.map((entry) => `${path}: there is no choice '${String(entry)}'`);
}

/** Holds the parameters of a node against what the editor would show for them. */
class ParameterCheck {
	private readonly complete: Values;

	constructor(
		private readonly node: INode,
		private readonly description: INodeTypeDescription,
	) {
		this.complete =
			NodeHelpers.getNodeParameters(
				description.properties,
				node.parameters,
				true,
				false,
				node,
				description,
			) ?? {};
	}

	problems(): string[] {
		const { properties } = this.description;
		const resolved = { ...this.node, parameters: this.complete };
		const issues = NodeHelpers.getNodeParametersIssues(properties, resolved, this.description);
		return [
			...this.inside(this.node.parameters, this.complete, properties, ''),
			...Object.values(issues?.parameters ?? {}).flat(),
		];
	}

	/** Names that do not exist, or are not shown, among `given`. `all` has the defaults too: they decide what is shown. */
	private inside(given: Values, all: Values, properties: INodeProperties[], prefix: string): string[] {
		return Object.entries(given).flatMap(([name, value]) => {
			const path = prefix + name;
			const named = properties.filter((property) => property.name === name);
			const shown = named.find((property) => this.isShown(all, property, prefix));
			if (shown) return this.value(shown, value, path);
			return [
				named.length > 0
					? `${path}: is not shown with these settings`
					: `${path}: there is no such parameter`,
			];
		});
	}

	private isShown(values: Values, property: INodeProperties, prefix: string): boolean {
		return prefix === ''
			? NodeHelpers.displayParameter(values, property, this.node, this.description)
			: NodeHelpers.displayParameter(values, property, this.node, this.description, this.complete);
	}

	private value(property: INodeProperties, value: unknown, path: string): string[] {
		switch (property.type) {
			case 'options':
			case 'multiOptions':
				return choiceProblems(property, value, path);
			case 'collection':
				return isObject(value)
					? this.inside(value, value, property.options as INodeProperties[], `${path}.`)
					: [`${path}: is not an object`];
			case 'fixedCollection':
				return this.rows(property, value, path);
			default:
				return [];
		}
	}

	private rows({ options = [] }: INodeProperties, value: unknown, path: string): string[] {
		if (!isObject(value)) return [`${path}: is not an object`];
		return Object.entries(value).flatMap(([name, entries]) => {
			const group = options.find((option) => option.name === name);
			if (!group || !('values' in group)) return [`${path}.${name}: there is no such parameter`];
			const rows = (Array.isArray(entries) ? entries : [entries]) as Values[];
			return rows.flatMap((row) => this.inside(row, row, group.values, `${path}.${name}.`));
		});
	}
}

/** What is wrong with the parameters of a node of this package, each with its path; empty if nothing is. */
export const parameterProblems = (node: INode, description: INodeTypeDescription): string[] =>
	new ParameterCheck(node, description).problems();
