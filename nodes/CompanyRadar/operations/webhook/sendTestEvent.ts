import type { INodePropertyOptions } from 'n8n-workflow';

import { SAMPLE_NAMES } from '../../../shared/api/radarTypes';
import type { components } from '../../../shared/api/openapi';
import { checkRadarType, checkSampleType } from '../../../shared/values/rules/radarFieldChecks';
import { notForModels } from '../../../shared/form/nodeParameters';
import { checkWebhookUrl } from '../../../shared/values/rules/addresses';
import { defineItemOperation } from '../../../shared/run/operation';
import { optionsField, radarTypeField, textField, withListedValues } from '../../../shared/form/fieldOptions';

/** The sample of a finding, which is the default. */
export interface Output {
	sample: true;
	sent_to: string | null;
	payload: components['schemas']['RadarFinding'];
}

const UPDATE_TYPE_OPTIONS: INodePropertyOptions[] = [
	{
		name: SAMPLE_NAMES.radar_failure,
		value: 'radar_failure',
		description: "A radar couldn't be set up, or stopped because the balance ran out",
	},
	{ name: SAMPLE_NAMES.radar_finding, value: 'radar_finding', description: 'A radar found something' },
];

/** Calls the API operation `sendTestEvent`. */
export const sendTestEvent = defineItemOperation({
	name: 'Send Test Event',
	value: 'sendTestEvent',
	action: 'Send test event to webhook (free)',
	description: 'Send a sample event to a URL. Creates no radar and is free.',
	fields: [
		...withListedValues(radarTypeField('Radar type to send a sample of')),
		...withListedValues({
			displayName: 'Update Type',
			name: 'updateType',
			type: 'options',
			options: UPDATE_TYPE_OPTIONS,
			default: 'radar_finding',
			description: 'Kind of update to send',
		}),
		notForModels({
			...textField(
				'Webhook URL',
				'webhookUrl',
				'https://n8n.example.com/webhook-test/...',
				"Where to send the sample, such as a trigger's test URL",
			),
			hint: 'Leave empty to only preview the sample',
		}),
		optionsField(),
	],
	readInput: (read) => ({
		webhook_url: read.optional('webhookUrl', (value) =>
			checkWebhookUrl(value, { ...read.context, testUrlAllowed: true }),
		),
		radar_type: read.value('radarType', checkRadarType),
		update_type: read.value('updateType', checkSampleType),
	}),
	call: async (input, { client, summary }) => {
		const { payload } = await client.call('sendTestEvent', { body: input });
		const { webhook_url: sentTo = null } = input;
		summary.note(
			`This is a sample, which no radar found. ${sentTo === null ? "It wasn't sent." : `The service was asked to send it to ${sentTo}. It doesn't report whether it arrived.`}`,
		);
		return { sample: true, sent_to: sentTo, payload };
	},
});
