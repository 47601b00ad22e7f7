import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';

import { NODES } from '../../packageNodes';
import { ACTION, TOOL, TRIGGER, typeOf, VISITOR_TRIGGER } from '../../../tools/shared/nodeTypes';

export { ACTION, TRIGGER, VISITOR_TRIGGER };

const descriptions = NODES.map(({ create }) => create().description);

/** As n8n's tool generation makes them. */
const tools = descriptions
	.filter(({ usableAsTool }) => usableAsTool)
	.map((description): [string, INodeTypeDescription] => [
		typeOf(`${description.name}Tool`),
		{
			...description,
			properties: [
				{
					displayName: 'Tool Description',
					name: 'descriptionType',
					type: 'options',
					options: [
						{ name: 'Set Automatically', value: 'auto' },
						{ name: 'Set Manually', value: 'manual' },
					],
					default: 'auto',
				},
				{
					displayName: 'Description',
					name: 'toolDescription',
					type: 'string',
					required: true,
					displayOptions: { show: { descriptionType: ['manual'] } },
					default: description.description,
				},
				...description.properties,
			],
		},
	]);

export const DESCRIPTIONS: Record<string, INodeTypeDescription> = Object.fromEntries([
	...descriptions.map((description) => [typeOf(description.name), description] as const),
	...tools,
]);

/** All fields, with those in collections and rows. */
export function fieldsIn(fields: INodeProperties[]): INodeProperties[] {
	return fields.flatMap((field) => {
		const nested = (field.options ?? []).flatMap((option) => {
			if ('values' in option) return option.values;
			return 'type' in option ? [option] : [];
		});
		return [field, ...fieldsIn(nested)];
	});
}

interface Ports {
	/** How many main inputs and outputs; the error output is not counted. */
	inputs: number;
	outputs: number;
	/** Kinds of sub-nodes that it takes. */
	takes?: string[];
	/** What it is as a sub-node. */
	is?: string;
	/** It reaches beyond the workflow: without a pinned sample it would need a credential, wait for a person, or write. */
	outside?: true;
}

/** The nodes that examples may use, with n8n's own by what the examples use of them. */
export const PORTS: Record<string, Ports> = {
	[ACTION]: { inputs: 1, outputs: 1, outside: true },
	[TRIGGER]: { inputs: 0, outputs: 1, outside: true },
	[VISITOR_TRIGGER]: { inputs: 0, outputs: 1, outside: true },
	[TOOL]: { inputs: 0, outputs: 0, is: 'ai_tool' },
	'@n8n/n8n-nodes-langchain.agent': {
		inputs: 1,
		outputs: 1,
		takes: ['ai_languageModel', 'ai_memory', 'ai_tool'],
		outside: true,
	},
	'@n8n/n8n-nodes-langchain.mcpTrigger': { inputs: 0, outputs: 0, takes: ['ai_tool'] },
	'@n8n/n8n-nodes-langchain.chatTrigger': { inputs: 0, outputs: 1, outside: true },
	'@n8n/n8n-nodes-langchain.chainLlm': {
		inputs: 1,
		outputs: 1,
		takes: ['ai_languageModel'],
		outside: true,
	},
	'@n8n/n8n-nodes-langchain.memoryBufferWindow': { inputs: 0, outputs: 0, is: 'ai_memory' },
	'n8n-nodes-base.aggregate': { inputs: 1, outputs: 1 },
	'n8n-nodes-base.convertToFile': { inputs: 1, outputs: 1 },
	'n8n-nodes-base.dataTable': { inputs: 1, outputs: 1, outside: true },
	'n8n-nodes-base.evaluation': { inputs: 1, outputs: 1 },
	'n8n-nodes-base.evaluationTrigger': { inputs: 0, outputs: 1, outside: true },
	'n8n-nodes-base.executeWorkflow': { inputs: 1, outputs: 1, outside: true },
	'n8n-nodes-base.executeWorkflowTrigger': { inputs: 0, outputs: 1, outside: true },
	'n8n-nodes-base.extractFromFile': { inputs: 1, outputs: 1 },
	'n8n-nodes-base.filter': { inputs: 1, outputs: 1 },
	'n8n-nodes-base.form': { inputs: 1, outputs: 1, outside: true },
	'n8n-nodes-base.formTrigger': { inputs: 0, outputs: 1, outside: true },
	'n8n-nodes-base.gmail': { inputs: 1, outputs: 1, outside: true },
	'n8n-nodes-base.googleSheets': { inputs: 1, outputs: 1, outside: true },
	'n8n-nodes-base.httpRequest': { inputs: 1, outputs: 1, outside: true },
	'n8n-nodes-base.hubspot': { inputs: 1, outputs: 1, outside: true },
	'n8n-nodes-base.if': { inputs: 1, outputs: 2 },
	'n8n-nodes-base.merge': { inputs: 2, outputs: 1 },
	'n8n-nodes-base.salesforce': { inputs: 1, outputs: 1, outside: true },
	'n8n-nodes-base.scheduleTrigger': { inputs: 0, outputs: 1 },
	'n8n-nodes-base.set': { inputs: 1, outputs: 1 },
	'n8n-nodes-base.slack': { inputs: 1, outputs: 1, outside: true },
	'n8n-nodes-base.slackHitlTool': { inputs: 0, outputs: 0, takes: ['ai_tool'], is: 'ai_tool' },
	'n8n-nodes-base.splitInBatches': { inputs: 1, outputs: 2 },
	'n8n-nodes-base.stickyNote': { inputs: 0, outputs: 0 },
	'n8n-nodes-base.stopAndError': { inputs: 1, outputs: 0 },
	'n8n-nodes-base.summarize': { inputs: 1, outputs: 1 },
	'n8n-nodes-base.switch': { inputs: 1, outputs: 3 },
};
