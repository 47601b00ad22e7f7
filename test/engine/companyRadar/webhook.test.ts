import { useSandbox } from '../support/sandbox';

const service = useSandbox();

test('Get Schema shows the schema as it is', async () => {
	const result = await service.run({ resource: 'webhook', operation: 'getSchema' });
	expect(result.json('Company Radar')).toEqual([expect.objectContaining({ $schema: expect.any(String) })]);
});

test('Send Test Event shows the sample and creates nothing', async () => {
	const result = await service.run({
		resource: 'webhook',
		operation: 'sendTestEvent',
		radarType: 'industry_funding_rounds',
	});
	expect(result.json('Company Radar')).toEqual([
		{ sample: true, sent_to: null, payload: expect.objectContaining({ update_type: 'radar_finding' }) },
	]);
	expect(result.hints('Company Radar')).toEqual(["This is a sample, which no radar found. It wasn't sent."]);
	expect(service.control.radars()).toEqual([]);
	expect(service.control.charges()).toEqual([]);
});

test('Send Test Event shows the sample of a failure', async () => {
	const result = await service.run({
		resource: 'webhook',
		operation: 'sendTestEvent',
		updateType: 'radar_failure',
	});
	expect(result.json('Company Radar')).toEqual([
		{
			sample: true,
			sent_to: null,
			payload: expect.objectContaining({ update_type: 'radar_failure', status: 'error' }),
		},
	]);
});

test('Send Test Event takes a test URL, which a radar must never have', async () => {
	const webhookUrl = 'http://127.0.0.1:9/webhook-test/radar';
	const sent = await service.run({ resource: 'webhook', operation: 'sendTestEvent', webhookUrl });
	expect(sent.json('Company Radar')[0]).toMatchObject({ sent_to: webhookUrl });
	const created = await service.run({
		resource: 'radar',
		operation: 'create',
		domain: 'w3.org',
		options: { webhookUrl },
	});
	expect(created.error?.message).toContain("'Webhook URL'");
	expect(service.control.radars()).toEqual([]);
});
