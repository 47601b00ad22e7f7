import type { IHookFunctions, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { testCredential } from '../shared/client';
import { execute } from './execute';
import { fields } from './fields';
import { allExist, createAll } from './activation/webhookMethods';
import { pollNode } from './poll';
import { ACTIVATION_MESSAGE, TRIGGER_PANEL } from './texts';
import { triggerError } from './triggerError';
import { webhook } from './webhook';

export class CompanyRadarTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Company Radar Trigger',
		name: 'companyRadarTrigger',
		icon: { light: 'file:../../icons/companyRadar.svg', dark: 'file:../../icons/companyRadar.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle:
			'={{ { polling: "Polling", webhook: "Webhook", webhookWithCatchUp: "Webhook with catch-up" }[$parameter["delivery"]] }}',
		description:
			'Monitor companies, people and industries: new hires, job changes, funding and other signals',
		defaults: { name: 'Company Radar Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'companyRadarApi', required: true, testedBy: 'companyRadarApiTest' }],
		webhooks: [
			{
				name: 'default',
				// An empty method means: no webhook. That is so for polling, and while a sample is tried in the editor.
				httpMethod:
					'={{ $parameter["delivery"] === "polling" || ($parameter["testWith"] === "sample" && !$workflow.active) ? "" : "POST" }}',
				responseMode: 'onReceived',
				path: 'webhook',
				ndvHideUrl: '={{ $parameter["delivery"] === "polling" }}',
			},
		],
		triggerPanel: TRIGGER_PANEL,
		activationMessage: ACTIVATION_MESSAGE,
		properties: fields,
	};

	methods = { credentialTest: { companyRadarApiTest: testCredential } };

	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				try {
					return await allExist(this);
				} catch (error) {
					throw triggerError(this.getNode(), error);
				}
			},

			async create(this: IHookFunctions): Promise<boolean> {
				try {
					await createAll(this);
					return true;
				} catch (error) {
					throw triggerError(this.getNode(), error);
				}
			},

			// Radars stay: n8n also calls this for each edit of a parameter, and all radars would be bought again.
			async delete(this: IHookFunctions): Promise<boolean> {
				return true;
			},
		},
	};

	poll = pollNode;

	execute = execute;

	webhook = webhook;
}
