import type { components } from '../../../shared/api/openapi';
import { checkRadarType, checkSampleType } from '../../../shared/validation/radarType';
import { checkWebhookUrl } from '../../../shared/validation/webhookUrl';
import { mapItems } from '../../runner/mapItems';
import { defineOperation } from '../../runner/operation';
import { optionsField } from '../../runner/requestOptions';
import { ALL_RADAR_TYPE_OPTIONS } from '../../../shared/radarTypeOptions';

/** The sample of a finding, which is the default. */
export interface Output {
	sent_to: string | null;
	payload: components['schemas']['RadarFinding'];
}

interface Input {
	radar_type: string;
	update_type: string;
	webhook_url?: string;
}

/** Calls the API operation `sendTestEvent`. */
export const sendTestEvent = defineOperation<Input>({
	name: 'Send Test Event',
	value: 'sendTestEvent',
	action: 'Send test event to webhook',
	description: 'Let the service send a sample event to a URL. It creates no radar and costs nothing.',
	fields: [
		{
			displayName: 'Radar Type',
			name: 'radarType',
			type: 'options',
			options: ALL_RADAR_TYPE_OPTIONS,
			default: 'company_new_hires',
			description: 'The type of radar that the sample comes from',
		},
		{
			displayName: 'Update Type',
			name: 'updateType',
			type: 'options',
			options: [
				{
					name: 'Radar Failure',
					value: 'radar_failure',
					description: 'A radar could not be set up or was not paid',
				},
				{ name: 'Radar Finding', value: 'radar_finding', description: 'A radar found something' },
			],
			default: 'radar_finding',
			description: 'What the sample tells of',
		},
		{
			displayName: 'Webhook URL',
			name: 'webhookUrl',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://n8n.example.com/webhook-test/...',
			description:
				'Where to send the sample. The test URL of a trigger node is fine here. Empty means: only show it.',
		},
		optionsField(),
	],
	readInput: (read) => {
		const webhookUrl = read.optional('webhookUrl', (value) =>
			checkWebhookUrl(value, { serviceIsLoopback: read.serviceIsLoopback, testUrlAllowed: true }),
		);
		return {
			radar_type: read.value('radarType', checkRadarType),
			update_type: read.value('updateType', checkSampleType),
			...(webhookUrl ? { webhook_url: webhookUrl } : {}),
		};
	},
	run: async (items, context) =>
		await mapItems(items, context, async (input) => {
			const { payload } = await context.service.sendTestEvent(input);
			return { sent_to: input.webhook_url ?? null, payload };
		}),
});
