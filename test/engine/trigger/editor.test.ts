import type { IDataObject } from 'n8n-workflow';

import { TYPE } from '../harness/triggerHost';
import { idsOf, TRIGGER, TriggerTest, type TriggerHost } from './support';

const test = new TriggerTest();

const SAMPLE = { delivery: 'webhook', testWith: 'sample' };
const HERE = { webhookBaseUrl: 'http://localhost:5678' };

const published = async (): Promise<TriggerHost> => {
	const host = test.host({ delivery: 'polling', startFrom: 'everything' });
	await host.activate();
	return host;
};

/** What Execute step shows, and what the published workflow delivers. */
async function shownAndPolled(host: TriggerHost): Promise<IDataObject[][]> {
	const shown = (await host.executeStep()).json(TRIGGER);
	await host.poll();
	return [shown, host.outputs()];
}

const elena = async () =>
	await test.createRadar({ radar_type: 'contact_job_changes', domain: 'w3.org', full_name: 'Elena Costa' });

describe('executing the step in the editor', () => {
	it('shows the newest updates of the account in polling delivery, and moves no state', async () => {
		test.control.seed({ radars: 1 });
		test.find(12);
		const host = test.host({ delivery: 'polling' });
		const execution = await host.executeStep();
		expect(execution.json(TRIGGER)).toHaveLength(10);
		expect(execution.json('Next')).toHaveLength(10);
		expect(execution.json(TRIGGER)[0]).not.toHaveProperty('sample');
		expect([execution.hints(TRIGGER), host.savedStaticData, test.store.writes]).toEqual([[], {}, 0]);
	});

	it('names the person of a job change by its radar, as a published workflow does', async () => {
		const host = await published();
		test.find(2, await elena());
		const both = await shownAndPolled(host);
		expect(both.map((rows) => rows.length)).toEqual([2, 2]);
		for (const { full_name: name, summary } of both.flat()) {
			expect(name).toBe('Elena Costa');
			expect(summary).toMatch(/^Elena Costa /);
		}
	});

	it('gives updates of different types the same columns, as a published workflow does', async () => {
		const host = await published();
		for (const type of ['company_reviews', 'company_new_hires'])
			test.find(2, await test.createRadar({ radar_type: type, domain: 'w3.org' }));
		const both = await shownAndPolled(host);
		for (const rows of both) {
			expect(rows).toHaveLength(4);
			expect(new Set(rows.map((row) => Object.keys(row).join())).size).toBe(1);
			expect(rows.map(({ rating }) => rating === null).sort()).toEqual([false, false, true, true]);
		}
		const [shown = []] = both;
		const columns = Object.keys(shown[0] ?? {}).map((name) => shown.map((row) => row[name] ?? ''));
		expect(columns.filter((values) => values.every((value) => value === ''))).toEqual([]);
		expect(columns.findIndex((values) => values.includes(''))).toBeGreaterThan(3);
	});

	it.each<[string, IDataObject, row: IDataObject, hint: RegExp]>([
		[
			'where there are no updates',
			{ delivery: 'polling' },
			{ update_type: 'radar_finding' },
			/^None of the newest updates match, or there are none yet\. This is a sample/,
		],
		...['webhook', 'webhookWithCatchUp'].map((delivery): [string, IDataObject, IDataObject, RegExp] => [
			`without listening or a public URL: ${delivery}`,
			{ ...SAMPLE, delivery, events: ['radar_failure', 'contact_job_changes'] },
			{ radar_type: 'contact_job_changes' },
			/^This is a sample/,
		]),
		['of a failure', { ...SAMPLE, events: ['radar_failure'] }, { update_type: 'radar_failure' }, /./],
		[
			'of a finding for bulk events',
			{ ...SAMPLE, events: ['bulk_completed'] },
			{ update_type: 'radar_finding' },
			/no sample of bulk events/,
		],
	])('shows a sample %s', async (_, parameters, row, hint) => {
		const host = test.host(parameters, {}, HERE);
		expect(await host.listenForTest()).toBe(false);
		const execution = await host.executeStep();
		expect(execution.json(TRIGGER)).toMatchObject([{ ...row, sample: true }]);
		expect(Object.keys(execution.json(TRIGGER)[0] ?? {}).slice(0, 2)).toEqual(['summary', 'sample']);
		expect(execution.hints(TRIGGER).join()).toMatch(hint);
	});

	it.each([
		['whatever the filters', 'radar_failure', { update_type: 'radar_failure' }],
		['a finding for bulk events', 'bulk_completed', {}],
	])('lets the service deliver a sample to the test URL: %s', async (_, event, asked) => {
		const parameters = { delivery: 'webhook', testWith: 'realDelivery', events: [event], simplify: false };
		const host = await test.listening(parameters);
		expect(await host.listenForTest()).toBe(true);
		await test.control.idle();
		await host.settled();
		expect(test.control.deliveries()).toMatchObject([{ url: host.testUrl, status: 200 }]);
		expect(test.service.bodies('/v1/webhooks/test')).toMatchObject([asked]);
		expect([host.testExecutions.length, test.store.writes]).toEqual([1, 0]);
	});

	it('names the sample as the way where the test URL is out of reach', async () => {
		const credential = { ...test.credential, baseUrl: 'https://api.example.com' };
		const host = test.host({ delivery: 'webhook', testWith: 'realDelivery' }, {}, { ...HERE, credential });
		await expect(host.listenForTest()).rejects.toMatchObject({
			description: expect.stringContaining("set 'Test With' to 'Sample Data'"),
		});
	});

	it.each([
		[{ delivery: 'polling' }, 'The API key was rejected'],
		[{ events: ['bulk_completed'] }, "set 'Delivery' to 'Webhook'"],
	])('says what is wrong in words: %j', async (parameters, words) => {
		test.control.addFaults({ kind: 'status', status: 401, path: '/v1/updates' });
		const { error } = await test.host(parameters).executeStep();
		expect(`${error?.message} ${error?.description}`).toContain(words);
	});
});

const twin = (parameters: IDataObject, more: IDataObject = {}) =>
	({
		id: 'twin',
		name: 'Twin',
		type: TYPE,
		typeVersion: 1,
		position: [0, 200],
		credentials: { companyRadarApi: { id: '1', name: 'Company Radar' } },
		parameters,
		...more,
	}) as never;

const FILTERED = { filters: { domains: 'w3.org' } };
const POLLING = { delivery: 'polling' };
const WEBHOOK = { delivery: 'webhook', radars: 'elsewhere' };
const of = (event: string) => ({ ...POLLING, events: [event] });
const OTHER_ACCOUNT = { credentials: { companyRadarApi: { id: '2', name: 'Other' } } };

it.each<[string, IDataObject, unknown, boolean]>([
	['both poll', POLLING, twin(POLLING), true],
	['one polls', WEBHOOK, twin(POLLING), true],
	['one gets any finding', of('company_new_hires'), twin(of('radar_finding')), true],
	['one has a filter', { ...POLLING, ...FILTERED }, twin(POLLING), true],
	['none polls', WEBHOOK, twin(WEBHOOK), false],
	['their events differ', of('company_new_hires'), twin(of('contact_job_changes')), false],
	['each has a filter', { ...POLLING, ...FILTERED }, twin({ ...POLLING, ...FILTERED }), false],
	['one is deactivated', POLLING, twin(POLLING, { disabled: true }), false],
	['their accounts differ', POLLING, twin(POLLING, OTHER_ACCOUNT), false],
])('two triggers of a workflow, %s', async (_, parameters, other, isSaid) => {
	const host = test.host(parameters, {}, { otherNodes: [other as never] });
	await host.listen();
	const said = `'Twin' in this workflow gets the same updates, so every message comes twice.`;
	expect((await host.executeStep()).hints(TRIGGER).join().includes(said)).toBe(isSaid);
	await host.activate();
	expect(host.log.join().includes(said)).toBe(isSaid);
	host.log.length = 0;
	host.restart();
	await host.activate('init');
	expect(host.log).toEqual([]);
});

describe('execute()', () => {
	const received = (deliveryId: string, pushed = false, ...updates: object[]) =>
		(updates.length > 0 ? updates : [{ update_id: 'u', update_type: 'radar_finding' }]).map((update) => ({
			json: { update, deliveryId, process: 'another', pushed } as IDataObject,
		}));

	it('passes the updates of a crashed execution again on Retry, and not what another execution passed', async () => {
		const host = test.host(POLLING);
		await host.run(received('first'), 'trigger');
		host.restart();
		expect((await host.run(received('second'), 'trigger')).json(TRIGGER)).toEqual([]);
		expect((await host.run(received('second'), 'retry')).json(TRIGGER)).toEqual([]);
		expect(idsOf((await host.run(received('first'), 'retry')).json(TRIGGER))).toEqual(['u']);
	});

	it.each([true, false])(
		"passes an update while n8n's table fails, and skips it after (pushed: %s)",
		async (pushed) => {
			const host = test.host({ delivery: 'webhookWithCatchUp', radars: 'elsewhere' });
			test.store.failures = Number.POSITIVE_INFINITY;
			expect(idsOf((await host.run(received('first', pushed), 'webhook')).json(TRIGGER))).toEqual(['u']);
			test.store.failures = 0;
			expect((await host.run(received('second', pushed), 'webhook')).json(TRIGGER)).toEqual([]);
		},
	);

	it('names the contacts of job changes, whatever ID a forged one has', async () => {
		const [update] = test.control.pushFindings({ radar_id: await elena() });
		const forged = { ...update, update_id: 'f', data: { ...(update?.data as object), radar_id: 'a,b' } };
		const items = received('first', true, { ...update }, forged);
		const rows = (await test.host({ delivery: 'webhook' }).run(items, 'webhook')).json(TRIGGER);
		expect(rows.map(({ full_name: name }) => name)).toEqual(['Elena Costa', null]);
	});
});
