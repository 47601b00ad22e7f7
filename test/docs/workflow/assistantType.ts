import { generateNodeTypeFile, type NodeTypeDescription } from '@n8n/workflow-sdk';
import type { INodeTypeDescription } from 'n8n-workflow';
import ts from 'typescript';

/** What n8n's assistant sees of a field. */
export interface ToldField {
	name: string;
	/** The values that it may have; empty for other types than lists. */
	choices: string[];
	/** As text; undefined if it's empty. */
	default?: string;
	show: Record<string, unknown[]>;
	hide: Record<string, unknown[]>;
	/** Fields inside. */
	fields: ToldField[];
}

/** A form: an operation of the action node, or a trigger. */
export interface ToldForm {
	/** Of its type. */
	name: string;
	resource?: string;
	operation?: string;
	description?: string;
	fields: ToldField[];
}

/** The type that n8n's assistant and its MCP server read to build workflows with a node. */
export const assistantType = (type: string, description: INodeTypeDescription): string =>
	generateNodeTypeFile({ ...description, name: type } as NodeTypeDescription);

const textOf = (comment: ts.JSDocTag['comment']): string =>
	typeof comment === 'string' ? comment : (ts.getTextOfJSDocComment(comment) ?? '');

/** The conditions of a `@displayOptions.show { radarType: ["a", "b"], wait: [true] }`. */
function conditionsIn(text: string): Record<string, unknown[]> {
	const [, inner = ''] = /\{(.*)\}/.exec(text) ?? [];
	const json = inner.replace(/([/@\w.]+): \[/g, '"$1": [');
	return JSON.parse(`{${json}}`) as Record<string, unknown[]>;
}

function tagsOf(member: ts.Node): Map<string, string> {
	const comments = ts.getJSDocCommentsAndTags(member).filter(ts.isJSDoc);
	const text = comments.map((comment) => comment.getText()).join('\n');
	const lines = text.matchAll(/\* @(default|displayOptions\.show|displayOptions\.hide) (.*)/g);
	return new Map([...lines].map(([, name = '', value = '']) => [name, value]));
}

const literalsIn = (node: ts.TypeNode): string[] => {
	if (ts.isUnionTypeNode(node)) return node.types.flatMap(literalsIn);
	if (ts.isArrayTypeNode(node)) return literalsIn(node.elementType);
	if (ts.isTypeReferenceNode(node) && node.typeName.getText() === 'Array')
		return (node.typeArguments ?? []).flatMap(literalsIn);
	return ts.isLiteralTypeNode(node) && ts.isStringLiteral(node.literal) ? [node.literal.text] : [];
};

const membersIn = (node: ts.TypeNode): ts.NodeArray<ts.TypeElement> | readonly ts.TypeElement[] => {
	if (ts.isTypeLiteralNode(node)) return node.members;
	if (ts.isTypeReferenceNode(node)) return (node.typeArguments ?? []).flatMap((each) => [...membersIn(each)]);
	return [];
};

function fieldsIn(members: readonly ts.TypeElement[]): ToldField[] {
	return members.filter(ts.isPropertySignature).map((member) => {
		const tags = tagsOf(member);
		const name = ts.isIdentifier(member.name) || ts.isStringLiteral(member.name) ? member.name.text : '';
		return {
			name,
			choices: member.type ? literalsIn(member.type) : [],
			default: tags.get('default'),
			show: conditionsIn(tags.get('displayOptions.show') ?? ''),
			hide: conditionsIn(tags.get('displayOptions.hide') ?? ''),
			fields: member.type ? fieldsIn(membersIn(member.type)) : [],
		};
	});
}

/** The forms that the type tells. */
export function toldForms(text: string): ToldForm[] {
	const source = ts.createSourceFile('node.ts', text, ts.ScriptTarget.Latest, true);
	return source.statements.flatMap((statement): ToldForm[] => {
		const members = ts.isInterfaceDeclaration(statement)
			? statement.members
			: ts.isTypeAliasDeclaration(statement)
				? membersIn(statement.type)
				: [];
		if (!('name' in statement) || !/Params$/.test((statement.name as ts.Identifier).text)) return [];
		const fields = fieldsIn(members);
		if (fields.length === 0) return [];
		const choiceOf = (name: string) => fields.find((field) => field.name === name)?.choices[0];
		return [
			{
				name: (statement.name as ts.Identifier).text,
				resource: choiceOf('resource'),
				operation: choiceOf('operation'),
				description: ts
					.getJSDocCommentsAndTags(statement)
					.map(({ comment }) => textOf(comment))
					.join(' '),
				fields: fields.filter(({ name }) => !['resource', 'operation'].includes(name)),
			},
		];
	});
}

/** What a generated type refers to. An expression is a text that starts with an equals sign. */
const N8N_TYPES = `
type Expression<T> = \`=\${string}\`;
type IDataObject = Record<string, unknown>;
type CredentialReference = unknown;
type NodeConfig<T> = { parameters?: T };
`;

/** What TypeScript says about the parameters of a node against the type, and nothing if they're right. */
export function problemsWith(text: string, parameters: Record<string, unknown>): string[] {
	const name = toldForms(text).find(
		({ resource, operation }) =>
			resource === undefined || (resource === parameters.resource && operation === parameters.operation),
	)?.name;
	const file = 'workflow.ts';
	const code = `${N8N_TYPES}\n${text}\nexport const parameters: ${name ?? 'never'} = ${JSON.stringify(parameters)};`;
	const options = { strict: true, noEmit: true, lib: ['lib.es5.d.ts'], types: [] };
	const host = ts.createCompilerHost(options);
	const read = host.getSourceFile.bind(host);
	host.getSourceFile = (path, ...rest) =>
		path === file ? ts.createSourceFile(file, code, ts.ScriptTarget.ES2023, true) : read(path, ...rest);
	const program = ts.createProgram([file], options, host);
	const diagnostics = [...program.getSyntacticDiagnostics(), ...program.getSemanticDiagnostics()];
	// The type of a node with operations refers to a name that n8n never declares.
	const own = diagnostics.filter(({ start = 0 }) => start > code.lastIndexOf('export const parameters'));
	return own.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}
