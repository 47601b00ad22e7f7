import type { IHookFunctions, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { testCredential } from '../shared/client/testCredential';
import { execute } from './execute';
import { nameOfEvent, RADAR_EVENTS } from '../shared/form/fieldOptions';
import { fields } from './fields';
import { allExist, publishRadars } from './publish/webhookMethods';
import { pollNode } from './poll';
import { whilePublishing } from '../shared/run/nodeErrors';
import { getRadars } from '../shared/form/radarPicker';
import { UPDATE_OUTPUT } from '../shared/updates/updateColumns';
import { webhook } from './webhook';

const EVENT_NAMES = Object.fromEntries(RADAR_EVENTS.map((event) => [event, nameOfEvent(event)]));

const IS_POLLING = '($parameter["delivery"] === "polling")';

/** n8n shows the same texts for all parameters, so they cover both deliveries. */
const WHEN_IT_RUNS =
	'With Polling, it runs after each check that finds updates. With Webhook, it runs as soon as a radar sends one.';

export class CompanyRadarTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Company Radar Trigger',
		name: 'companyRadarTrigger',
		icon: { light: 'file:../../icons/companyRadar.svg', dark: 'file:../../icons/companyRadar.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: `={{ [$parameter["events"]].flat().map((event) => (${JSON.stringify(EVENT_NAMES)})[event] ?? event).join(", ") }}`,
		description:
			'Monitor companies, people and industries: new hires, job changes, funding and other signals',
		defaults: { name: 'Company Radar Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		builderHint: {
			searchHint:
				'Starts a workflow on what radars find: a contact changes jobs, new hires, reviews, funding. Polling covers all radars of the account.',
			extraTypeDefContent: [
				{
					content: `Output: ${UPDATE_OUTPUT}. do_next is new_contact, close_old_record, alert_owner or check_radar. Names: full_name, company.`,
				},
			],
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-company-radar.companyRadar',
					relationHint: 'Creates the radars whose updates start the workflow, from a list or one by one',
				},
			],
		},
		credentials: [{ name: 'companyRadarApi', required: true, testedBy: 'companyRadarApiTest' }],
		webhooks: [
			{
				name: 'default',
				// An empty method means no webhook: for polling, and in the editor for all but a real delivery.
				httpMethod: `={{ ${IS_POLLING} || (!$workflow.active && $parameter["testWith"] !== "realDelivery") ? "" : "POST" }}`,
				responseMode: 'onReceived',
				// Otherwise n8n responds with the text "firstEntryJson" when an execution starts.
				responseData: '',
				path: 'webhook',
				ndvHideUrl: `={{ ${IS_POLLING} }}`,
			},
		],
		triggerPanel: {
			header: '',
			executionsHelp: {
				inactive: `<b>While building</b>, execute this step: Test With decides what you see.<br /><br /><b>When you're ready</b>, publish the workflow. ${WHEN_IT_RUNS}`,
				active: `<b>While making changes</b>, execute this step: Test With decides what you see.<br /><br /><b>The published workflow</b> runs by itself. ${WHEN_IT_RUNS} Find its executions in the executions list.`,
			},
			activationHint: 'Publish the workflow to start it automatically on new updates.',
		},
		activationMessage: `This workflow now runs on new updates. Duplicates are ignored. ${WHEN_IT_RUNS}`,
		properties: fields,
	};

	methods = { loadOptions: { getRadars }, credentialTest: { companyRadarApiTest: testCredential } };

	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return await whilePublishing(this, async () => await allExist(this));
			},

			async create(this: IHookFunctions): Promise<boolean> {
				await whilePublishing(this, async () => await publishRadars(this));
				return true;
			},

			// Keeps the radars: n8n also calls this for each edit of a parameter, and new radars would be charged.
			async delete(this: IHookFunctions): Promise<boolean> {
				return true;
			},
		},
	};

	poll = pollNode;

	execute = execute;

	webhook = webhook;
}
