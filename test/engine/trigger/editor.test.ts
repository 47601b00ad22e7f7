import { TRIGGER, TriggerTest } from './support';

const test = new TriggerTest();

describe('executing the step in the editor', () => {
	it('shows the newest updates of the account in polling delivery, and moves no state', async () => {
		test.control.seed({ radars: 1 });
		test.find(12);
		const host = test.host({ delivery: 'polling' });
		const execution = await host.executeStep();
		expect(execution.json(TRIGGER)).toHaveLength(10);
		expect(execution.json('Next')).toHaveLength(10);
		expect(execution.json(TRIGGER)[0]).not.toHaveProperty('sample');
		expect(execution.hints(TRIGGER)).toEqual([]);
		expect(host.savedStaticData).toEqual({});
		expect(test.store.writes).toBe(0);
	});

	it('names the person of a job change by its radar, as a published workflow does', async () => {
		const host = test.host({ delivery: 'polling', startFrom: 'everything' });
		await host.activate();
		const radar = await test.createRadar({
			radar_type: 'contact_job_changes',
			domain: 'w3.org',
			full_name: 'Elena Costa',
		});
		test.find(2, radar);
		const shown = (await host.executeStep()).json(TRIGGER);
		await host.poll();
		await host.settled();
		expect(shown).toHaveLength(2);
		for (const { full_name: name, summary } of [...shown, ...host.outputs()]) {
			expect(name).toBe('Elena Costa');
			expect(summary).toMatch(/^Elena Costa /);
		}
		expect(host.outputs()).toHaveLength(2);
	});

	it('gives updates of different types the same columns, as a published workflow does', async () => {
		const host = test.host({ delivery: 'polling', startFrom: 'everything' });
		await host.activate();
		for (const type of ['company_reviews', 'company_new_hires'])
			test.find(2, await test.createRadar({ radar_type: type, domain: 'w3.org' }));
		const shown = (await host.executeStep()).json(TRIGGER);
		await host.poll();
		await host.settled();
		for (const rows of [shown, host.outputs()]) {
			expect(rows).toHaveLength(4);
			expect(new Set(rows.map((row) => Object.keys(row).join())).size).toBe(1);
			expect(rows.map(({ rating }) => rating === null).sort()).toEqual([false, false, true, true]);
		}
		const [first = {}] = shown;
		const values = Object.keys(first).map((name) => shown.map((row) => row[name] ?? ''));
		expect(values.filter((column) => column.every((value) => value === ''))).toEqual([]);
		const gaps = values.map((column) => column.includes(''));
		expect(gaps.indexOf(true)).toBeGreaterThan(3);
	});

	it('shows a sample in polling delivery where there are no updates', async () => {
		const host = test.host({ delivery: 'polling' });
		const execution = await host.executeStep();
		expect(execution.json(TRIGGER)).toMatchObject([{ update_type: 'radar_finding', sample: true }]);
		expect(Object.keys(execution.json(TRIGGER)[0] ?? {}).slice(0, 2)).toEqual(['summary', 'sample']);
		expect(execution.hints(TRIGGER)[0]).toMatch(
			/^None of the newest updates match, or there are none yet\. This is a sample/,
		);
	});

	it.each(['webhook', 'webhookWithCatchUp'])(
		'shows a sample without listening, also without a public URL: %s',
		async (delivery) => {
			const host = test.host(
				{ delivery, testWith: 'sample', events: ['radar_failure', 'contact_job_changes'] },
				{},
				{ webhookBaseUrl: 'http://localhost:5678' },
			);
			expect(await host.listenForTest()).toBe(false);
			const execution = await host.executeStep();
			expect(execution.json(TRIGGER)).toMatchObject([{ radar_type: 'contact_job_changes', sample: true }]);
			expect(execution.hints(TRIGGER)[0]).toMatch(/^This is a sample/);
			expect(test.service.bodies('/v1/webhooks/test')).toEqual([{ radar_type: 'contact_job_changes' }]);
		},
	);

	it('shows a sample failure where only failures are chosen', async () => {
		const host = test.host({ delivery: 'webhook', testWith: 'sample', events: ['radar_failure'] });
		const execution = await host.executeStep();
		expect(execution.json(TRIGGER)).toMatchObject([{ update_type: 'radar_failure', sample: true }]);
	});

	it('lets the service deliver a sample to the test URL, whatever the filters', async () => {
		const host = await test.listening({
			delivery: 'webhook',
			testWith: 'realDelivery',
			events: ['radar_failure'],
			simplify: false,
		});
		expect(await host.listenForTest()).toBe(true);
		await test.control.idle();
		await host.settled();
		expect(test.control.deliveries()).toMatchObject([{ url: host.testUrl, status: 200 }]);
		expect(test.service.bodies('/v1/webhooks/test')).toMatchObject([{ update_type: 'radar_failure' }]);
		expect(test.store.writes).toBe(0);
	});

	it('names the sample as the way where the test URL is out of reach', async () => {
		const host = test.host(
			{ delivery: 'webhook', testWith: 'realDelivery' },
			{},
			{
				webhookBaseUrl: 'http://localhost:5678',
				credential: { ...test.credential, baseUrl: 'https://api.example.com' },
			},
		);
		await expect(host.listenForTest()).rejects.toMatchObject({
			description: expect.stringContaining("set 'Test With' to 'Sample Data'"),
		});
	});

	it('says what is wrong in words when the service does', async () => {
		test.control.addFaults({ kind: 'status', status: 401, path: '/v1/updates' });
		const execution = await test.host({ delivery: 'polling' }).executeStep();
		expect(execution.error?.message).toBe('The API key was rejected');
	});

	it('shows a finding for bulk events, as a sample and as a real delivery', async () => {
		const events = ['bulk_completed'];
		const polled = await test.host({ events }).executeStep();
		expect(polled.error?.description).toContain("set 'Delivery' to 'Webhook'");
		const webhook = { events, delivery: 'webhook' };
		const sample = await test.host({ ...webhook, testWith: 'sample' }).executeStep();
		expect(sample.json(TRIGGER)).toMatchObject([{ update_type: 'radar_finding', sample: true }]);
		expect(sample.hints(TRIGGER).join()).toContain('no sample of bulk events');
		const host = await test.listening({ ...webhook, testWith: 'realDelivery' });
		expect(await host.listenForTest()).toBe(true);
		await test.control.idle();
		await host.settled();
		expect(host.testExecutions).toHaveLength(1);
	});
});
