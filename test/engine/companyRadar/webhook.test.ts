import { CREATE_EACH } from '../support/paidOperations';
import { useSandbox } from '../support/sandbox';
import { storiesOf } from '../support/stories';

const sample = { resource: 'webhook', operation: 'sendTestEvent' };
const webhookUrl = 'http://127.0.0.1:9/webhook-test/radar';
const notSent = { sample: true, sent_to: null };

storiesOf(useSandbox())({
	'Send Test Event shows the sample and creates nothing': [
		{
			run: { ...sample, radarType: 'industry_funding_rounds' },
			rows: [{ ...notSent, payload: { update_type: 'radar_finding' } }],
			panel: ["This is a sample, which no radar found. It wasn't sent."],
			active: '',
			charges: 0,
		},
	],
	'Send Test Event takes a test URL, which a radar must never have': [
		{ run: { ...sample, webhookUrl }, rows: [{ sent_to: webhookUrl }] },
		{
			run: { ...CREATE_EACH, options: { webhookUrl } },
			items: [{ domain: 'w3.org' }],
			fails: /'Webhook URL'/,
			active: '',
		},
	],
});
