import { NodeHelpers, type INode, type INodeTypeDescription } from 'n8n-workflow';

import type { NodeTypeDescription } from '../../../tools/n8n-host/rest';
import type { Example } from './example';

/** What the editor would complain about after the import: nodes that this n8n does not have, and parameters. */
export function issuesOf({ nodes }: Example, types: NodeTypeDescription[]): string[] {
	const descriptions = types as unknown as INodeTypeDescription[];
	return nodes.flatMap((node) => {
		const description = descriptions.find(
			({ name, version }) => name === node.type && [version].flat().includes(node.typeVersion),
		);
		if (!description) return [`${node.name}: no node ${node.type} ${node.typeVersion}`];
		return parameterIssues(node, description).map((issue) => `${node.name}: ${issue}`);
	});
}

function parameterIssues(node: INode, description: INodeTypeDescription): string[] {
	const { properties } = description;
	const parameters =
		NodeHelpers.getNodeParameters(properties, node.parameters, true, false, node, description) ?? {};
	const issues = NodeHelpers.getNodeParametersIssues(properties, { ...node, parameters }, description);
	return Object.values(issues?.parameters ?? {}).flat();
}
