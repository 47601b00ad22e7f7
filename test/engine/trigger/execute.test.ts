import type { INodeExecutionData } from 'n8n-workflow';

import { TRIGGER, TriggerTest } from './support';

const test = new TriggerTest();

const received = (deliveryId: string, pushed?: boolean): INodeExecutionData[] => [
	{
		json: {
			update: { update_id: 'u', update_type: 'radar_finding' },
			deliveryId,
			process: 'another',
			...(pushed && { pushed }),
		},
	},
];

describe('execute()', () => {
	it('passes the updates of a crashed execution again on Retry, and not what another execution passed', async () => {
		const host = test.host({ delivery: 'polling' });
		await host.run(received('first'), 'trigger');
		host.restart();
		expect((await host.run(received('second'), 'trigger')).json(TRIGGER)).toEqual([]);
		expect((await host.retry(received('second'))).json(TRIGGER)).toEqual([]);
		expect((await host.retry(received('first'))).json(TRIGGER)).toMatchObject([{ update_id: 'u' }]);
	});

	it.each([
		['a webhook', true],
		['a poll', false],
	])('passes what %s brings when the store fails, and still skips its duplicate', async (_, pushed) => {
		const host = test.host({ delivery: 'webhookWithCatchUp', radars: 'elsewhere' });
		test.store.failures = Number.POSITIVE_INFINITY;
		expect((await host.run(received('first', pushed), 'webhook')).json(TRIGGER)).toHaveLength(1);
		test.store.failures = 0;
		expect((await host.run(received('second', pushed), 'webhook')).json(TRIGGER)).toEqual([]);
	});

	it('names the contacts of job changes, whatever ID a forged one has', async () => {
		const radarId = await test.createRadar({
			radar_type: 'contact_job_changes',
			domain: 'w3.org',
			full_name: 'Elena Costa',
		});
		const [update] = test.control.pushFindings({ radar_id: radarId });
		const forged = { ...update, update_id: 'f', data: { ...(update?.data as object), radar_id: 'a,b' } };
		const items = [update, forged].map((each) => ({
			json: { update: { ...each }, deliveryId: 'first', process: 'another', pushed: true },
		}));
		const rows = (await test.host({ delivery: 'webhook' }).run(items as never, 'webhook')).json(TRIGGER);
		expect(rows.map(({ full_name: name }) => name)).toEqual(['Elena Costa', null]);
	});

	it('names every invalid field at once', async () => {
		const host = test.host({
			delivery: 'webhook',
			events: ['company_new_hire'],
			filters: { radarIds: '3f2b8c1e-5d4a-4b6f-9e7a-1c2d3e4f5a6' },
			options: { rememberedUpdates: 0, verifyEvents: '' },
		});
		await expect(host.activate()).rejects.toThrow(
			"These fields need another value: 'Events', 'Radar Names or IDs', 'Verify Events', 'Remembered Updates'",
		);
	});
});
