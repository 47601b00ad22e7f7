import {
	type IHookFunctions,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { testCredential } from '../shared/client/testCredential';
import { whilePublishing } from '../shared/run/nodeErrors';
import { execute } from './execute';
import { fields } from './fields';
import { assertSettings, readParameters } from './parameters';
import { PATH } from './pageView';
import { webhook } from './webhook';

export class CompanyRadarVisitorTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Company Radar Visitor Trigger',
		name: 'companyRadarVisitorTrigger',
		icon: {
			light: 'file:../../icons/companyRadarVisitor.svg',
			dark: 'file:../../icons/companyRadarVisitor.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: '={{ $parameter["allowedWebsites"] }}',
		description: 'Starts the workflow when a company visits your website. Each match is charged.',
		defaults: { name: 'Company Radar Visitor Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		builderHint: {
			searchHint:
				'Starts a workflow when a company visits a website that loads its script. For addresses that you have already, use Company Radar, Company: Reveal.',
			extraTypeDefContent: [
				{
					content:
						'Output: summary, name, domain, link, industry, employees_count, headquarters_country, profile_url, visitor_city, visitor_country, page, first_page, referrer, utm_source, utm_medium, utm_campaign, utm_term, utm_content, visited_at, charged_usd',
				},
			],
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-company-radar.companyRadar',
					relationHint: 'Looks up addresses that a workflow has already',
				},
			],
		},
		credentials: [{ name: 'companyRadarApi', required: true, testedBy: 'companyRadarApiTest' }],
		webhooks: [
			{
				name: 'default',
				// An empty method means no webhook: the editor shows a sample and doesn't listen.
				httpMethod: '={{ $workflow.active ? "GET,HEAD,POST" : "" }}',
				responseMode: 'onReceived',
				path: PATH,
				ndvHideMethod: true,
			},
		],
		triggerPanel: {
			header: '',
			executionsHelp: {
				inactive:
					"<b>While building</b>, execute this step to get the line to paste into your website, with a sample. Nothing is charged.<br /><br /><b>When you're ready</b>, publish the workflow and paste the line. Each company starts the workflow once per day.",
				active:
					'<b>While making changes</b>, execute this step to get the line to paste into your website, with a sample. Nothing is charged.<br /><br /><b>The published workflow</b> runs automatically. Find its executions in the executions list.',
			},
			activationHint: 'Publish the workflow, then paste the line from this step into your website.',
		},
		activationMessage:
			'This workflow now runs when a company visits your website. Paste the line from Execute step into its pages.',
		properties: fields,
	};

	methods = { credentialTest: { companyRadarApiTest: testCredential } };

	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return await whilePublishing(this, async () => {
					readParameters(this);
					assertSettings(this);
					return true;
				});
			},

			async create(this: IHookFunctions): Promise<boolean> {
				return true;
			},

			async delete(this: IHookFunctions): Promise<boolean> {
				return true;
			},
		},
	};

	execute = execute;

	webhook = webhook;
}
