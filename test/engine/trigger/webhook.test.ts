import { randomUUID } from 'node:crypto';

import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { idOf } from '../../../nodes/shared/updates/update';
import { idsIn, outputIds, TRIGGER, TriggerTest, type TriggerHost } from './support';

const test = new TriggerTest();

const WEBHOOK = { delivery: 'webhook', radars: 'elsewhere' };

const nested = (depth: number): IDataObject => {
	let inner: IDataObject = {};
	for (let level = 0; level < depth; level++) inner = { inner };
	return inner;
};

const nestedRadars = (depth: number): IDataObject => {
	let inner: IDataObject = {};
	for (let level = 0; level < depth; level++) inner = { radars: [inner] };
	return inner;
};

/** 150 different deliveries at once, and 50 of them again. */
async function flooded(host: TriggerHost, updateType = 'radar_finding') {
	const events = Array.from({ length: 150 }, () => ({
		update_id: randomUUID(),
		update_type: updateType,
		data: { radar_type: 'company_mentions' },
	}));
	const deliver = async () => {
		const deliveries = [...events, ...events.slice(0, 50)].map((event) => JSON.stringify(event));
		const answers = await Promise.all(deliveries.map(async (text) => await host.deliver(text)));
		await host.settled();
		const statuses: Record<number, number> = {};
		for (const { status } of answers) statuses[status] = (statuses[status] ?? 0) + 1;
		return statuses;
	};
	return { ids: events.map(({ update_id: id }) => id).sort(), statuses: await deliver(), deliver };
}

describe('deliveries', () => {
	it('start the workflow once for each finding', async () => {
		const host = await test.listening(WEBHOOK);
		await host.activate();
		const radar = await test.createRadar({
			radar_type: 'company_mentions',
			domain: 'example.com',
			webhook_url: host.webhookUrl,
		});
		const ids = test.find(3, radar);
		await test.control.idle();
		await host.settled();

		expect(outputIds(host)).toEqual([...ids].sort());
		expect(test.control.deliveries().map(({ status }) => status)).toEqual([200, 200, 200]);
	});

	it('that come again start nothing downstream, also after a restart', async () => {
		test.control.change({ deliveries: { duplicates: 2 } });
		const host = await test.listening(WEBHOOK);
		await host.activate();
		const radar = await test.createRadar({
			radar_type: 'company_mentions',
			domain: 'example.com',
			webhook_url: host.webhookUrl,
		});
		const [id] = test.find(1, radar);
		await test.control.idle();
		await host.settled();
		const event = JSON.stringify(test.control.deliveries()[0]?.event);
		const before = host.executions.length;

		expect((await host.deliver(event)).body).toEqual({
			status: 'success',
			message: 'Duplicate. Already received.',
		});
		expect(host.executions).toHaveLength(before);
		host.restart();
		await host.deliver(event);
		await host.settled();

		expect(host.executions).toHaveLength(before + 1);
		expect(outputIds(host)).toEqual([id]);
		expect(host.executions.filter((execution) => execution.ran('Next'))).toHaveLength(1);
	});

	it('of a burst share executions', async () => {
		const host = test.host(WEBHOOK);
		const { ids, statuses } = await flooded(host);
		expect(statuses).toEqual({ 200: 200 });
		expect(outputIds(host)).toEqual(ids);
		const counts = host.executions.map((execution) => idsIn(execution).length);
		expect(counts.sort((a, b) => a - b)).toEqual([1, 49, 100]);
	});

	it('of a burst are acknowledged only when their execution has started', async () => {
		const host = test.host(WEBHOOK);
		let starts = 0;
		host.beforeStart = () => {
			if (++starts > 1) throw new Error('The database is locked');
		};
		const { statuses, deliver, ids } = await flooded(host);
		expect(statuses).toEqual({ 200: 2, 500: 2, 503: 196 });
		host.beforeStart = () => undefined;
		await deliver();
		expect(outputIds(host)).toEqual(ids);
	});

	it('that come again while n8n starts the first get its response, and start no execution', async () => {
		const host = test.host(WEBHOOK);
		const event = JSON.stringify({ update_id: randomUUID(), update_type: 'radar_finding' });
		const answers = await Promise.all([host.deliver(event), host.deliver(event)]);
		await host.settled();
		expect(answers.map(({ status }) => status)).toEqual([200, 200]);
		expect(host.executions).toHaveLength(1);

		host.beforeStart = () => {
			throw new Error('The database is locked');
		};
		const other = JSON.stringify({ update_id: randomUUID(), update_type: 'radar_finding' });
		const refused = await Promise.all([host.deliver(other), host.deliver(other)]);
		expect(refused.map(({ status }) => status)).toEqual([500, 503]);
	});

	it('that come again within seconds start no execution in queue mode either', async () => {
		const host = test.host(WEBHOOK, {}, { queueMode: true });
		const event = JSON.stringify({ update_id: randomUUID(), update_type: 'radar_finding' });
		await host.deliver(event);
		await host.settled();
		host.elapse(2000);
		expect((await host.deliver(event)).body).toMatchObject({ message: 'Duplicate. Already received.' });
		expect(host.executions).toHaveLength(1);
	});

	it('come in again after an execution was stopped inside the trigger', async () => {
		const host = test.host(WEBHOOK);
		const event = JSON.stringify({ update_id: randomUUID(), update_type: 'radar_finding' });
		let isWriting: () => void = () => undefined;
		const writing = new Promise<void>((resolve) => (isWriting = resolve));
		test.store.latency = () => {
			isWriting();
			return 50;
		};
		expect((await host.deliver(event)).status).toBe(200);
		await writing;
		host.stop();
		await host.settled();
		expect(host.outputs()).toEqual([]);

		expect((await host.deliver(event)).status).toBe(200);
		await host.settled();
		expect(host.outputs()).toHaveLength(1);
	});

	it('with an ID of a megabyte pass once, and their ID is not kept', async () => {
		const host = test.host(WEBHOOK);
		const event = JSON.stringify({ update_id: 'x'.repeat(1_000_000), update_type: 'radar_finding' });
		for (let times = 0; times < 2; times++) await host.deliver(event);
		await host.settled();
		expect(host.outputs()).toHaveLength(1);
		expect(idOf(JSON.parse(event) as IDataObject).length).toBeLessThanOrEqual(100);
	});

	it('of a burst each start an execution where that is wanted', async () => {
		const host = test.host({ ...WEBHOOK, options: { oneExecutionEach: true } });
		const { ids } = await flooded(host);
		expect(outputIds(host)).toEqual(ids);
		expect(host.executions).toHaveLength(ids.length);
	});

	it('of a burst of bulk requests stay alone', async () => {
		const host = test.host({ ...WEBHOOK, events: ['bulk_completed'] });
		const { ids } = await flooded(host, 'bulk_completed');
		expect(host.executions).toHaveLength(ids.length);
	});

	it.each([
		['a text', '"finding"', 'application/json', 'is a string (application/json)'],
		['a list', '[{}]', 'application/json', 'is a list (application/json)'],
		['nothing', '', 'text/plain', 'is empty (text/plain)'],
		['XML', '<a/>', 'text/xml', "isn't JSON (text/xml)"],
		['words', 'hello', '', "isn't JSON (no Content-Type)"],
	])('that are no JSON object are refused by what they are: %s', async (_, body, contentType, came) => {
		const message = `The body must be a JSON object. What came ${came}.`;
		const answer = await test.host(WEBHOOK).deliver(body, undefined, false, contentType);
		expect(answer).toEqual({ status: 400, body: { status: 'error', code: 400, message } });
	});

	it.each([
		['no update_id', '{"update_type":"radar_finding"}', 'update_id is missing.'],
		['no update_type', `{"update_id":"${randomUUID()}"}`, 'update_type is missing.'],
	])('of another shape are refused with a reason: %s', async (_, body, message) => {
		const host = test.host(WEBHOOK);
		const answer = await host.deliver(body);
		expect(answer).toEqual({ status: 400, body: { status: 'error', code: 400, message } });
		expect(host.executions).toHaveLength(0);
	});

	it.each([
		['none (content-type-01)', ''],
		['text', 'text/plain'],
		['a cloud event (content-type-03)', 'application/cloudevents+json; charset=utf-8'],
		['JSON:API (content-type-05)', 'application/vnd.api+json'],
		['a form', 'application/x-www-form-urlencoded'],
	])('are JSON whatever their Content-Type says: %s', async (_, contentType) => {
		const host = test.host(WEBHOOK);
		const event = { update_id: randomUUID(), update_type: 'radar_finding', content: { title: 'A&B = Ö' } };
		const { status } = await host.deliver(`\uFEFF${JSON.stringify(event)}`, undefined, false, contentType);
		await host.settled();
		expect(status).toBe(200);
		expect(outputIds(host)).toEqual([event.update_id]);
	});

	it.each([
		[4711, 1],
		[2 ** 53 + 2, 2],
	])('may have a number as their ID, which a poll knows, too: %d', async (id, different) => {
		const host = test.host({ ...WEBHOOK, simplify: false });
		const event = (title: string) => ({ update_id: id, update_type: 'radar_finding', content: { title } });
		for (const title of ['CTO', 'CTO', 'CFO'])
			expect((await host.deliver(JSON.stringify(event(title)))).status).toBe(200);
		await host.settled();
		const polled = { update: event('CTO'), deliveryId: 'poll', process: 'another' };
		await host.run([{ json: polled }], 'trigger');
		expect(host.outputs()).toHaveLength(different);
	});

	it('of an unknown type and of 2 MB come through', async () => {
		const host = test.host({ ...WEBHOOK, simplify: false });
		const update = { update_id: randomUUID(), update_type: 'radar_renamed', text: 'x'.repeat(2_000_000) };
		const { status } = await host.deliver(JSON.stringify(update));
		await host.settled();
		expect(status).toBe(200);
		expect(host.outputs()).toEqual([update]);
	});

	it('that are not selected are acknowledged, and start no execution', async () => {
		const host = test.host({ ...WEBHOOK, events: ['company_mentions', 'radar_failure'] });
		const finding = (radarType: string) => ({
			update_id: randomUUID(),
			update_type: 'radar_finding',
			data: { radar_type: radarType },
		});
		const created = { update_id: randomUUID(), update_type: 'radar_created', data: {} };
		const mention = finding('company_mentions');
		const bulkFailure = { update_id: randomUUID(), update_type: 'radar_failure', bulk_id: randomUUID() };
		for (const update of [created, finding('company_reviews'), mention, bulkFailure]) {
			expect((await host.deliver(JSON.stringify(update))).status).toBe(200);
		}
		await host.settled();
		expect(outputIds(host)).toEqual([mention.update_id, bulkFailure.update_id].sort());
	});

	it('of a bulk request are split into one item for each radar, once', async () => {
		const host = test.host({
			...WEBHOOK,
			events: ['radar_created', 'bulk_completed'],
			options: { splitBulk: true },
		});
		const item = (index: number) => ({
			update_id: randomUUID(),
			update_type: 'radar_created',
			item_index: index,
			custom_fields: {},
			data: { radar_id: randomUUID(), radar_type: 'company_mentions' },
		});
		const radars = [item(0), item(1)];
		const completed = {
			update_id: randomUUID(),
			update_type: 'bulk_completed',
			bulk_id: randomUUID(),
			radars,
		};

		await host.deliver(JSON.stringify(radars[0]));
		await host.deliver(JSON.stringify(completed));
		await host.settled();
		await host.deliver(JSON.stringify(completed));
		await host.settled();

		expect(outputIds(host)).toEqual(radars.map(({ update_id: id }) => id).sort());
	});

	it.each<[string, (radarId: string) => IDataObject]>([
		['Company Domains', () => ({ domains: 'alder.example' })],
		['Radars', (radarId) => ({ radarIds: [radarId] })],
	])('of a bulk request that is split pass %s as on their own', async (_, filtersFor) => {
		const item = (domain: string) => ({
			update_id: randomUUID(),
			update_type: 'radar_created',
			data: { radar_id: randomUUID(), radar_type: 'company_mentions', domain },
		});
		const radars = [item('alder.example'), item('birch.example')];
		const host = test.host({
			...WEBHOOK,
			events: ['bulk_completed'],
			filters: filtersFor(String(radars[0]?.data.radar_id)),
			options: { splitBulk: true },
		});
		await host.deliver(JSON.stringify({ update_id: 'u1', update_type: 'bulk_completed', radars }));
		await host.settled();
		expect(outputIds(host)).toEqual([radars[0]?.update_id]);
	});
});

describe('one event', () => {
	const finding = (more: IDataObject = {}): IDataObject => ({
		update_id: randomUUID(),
		update_type: 'radar_finding',
		data: { radar_type: 'company_mentions' },
		...more,
	});
	const unprintable = { toString: 1, valueOf: 2 } as unknown as IDataObject;

	it.each<[string, IDataObject]>([
		['radars nested 3,000 deep', { radars: [nestedRadars(3000)] }],
		['content nested 20,000 deep', { content: nested(20_000) }],
		['a type that is no text', { data: { radar_type: unprintable } }],
		['members that are no text', { content: { profile_url: unprintable, reason: unprintable } }],
		['custom fields of another shape', { data: { custom_fields: [unprintable] } }],
	])('never fails the others of its burst: %s', async (_, odd) => {
		for (const splitBulk of [true, false]) {
			const host = test.host({ ...WEBHOOK, options: { splitBulk } });
			const events = [finding(), finding({ update_type: 'radar_failure', ...odd }), finding(odd), finding()];
			const items = events.map((update) => ({
				json: { update, pushed: true, deliveryId: randomUUID(), process: 'here' },
			}));
			const { error } = await host.run(items as unknown as INodeExecutionData[], 'webhook');
			expect(error).toBeUndefined();
			expect(outputIds(host)).toEqual(events.map(({ update_id: id }) => String(id)).sort());
		}
	});
});

describe('Verify Events', () => {
	const VERIFY = { ...WEBHOOK, simplify: false, options: { verifyEvents: true } };

	/** A finding as the service lists it, which it has not delivered. */
	async function listedFinding(): Promise<IDataObject> {
		const radar = await test.createRadar({ radar_type: 'company_mentions', domain: 'example.com' });
		const [finding] = test.control.pushFindings({ count: 1, radar_id: radar });
		return structuredClone({ ...finding }) as IDataObject;
	}

	const delivered = async (host: TriggerHost, ...events: IDataObject[]) => {
		for (const event of events) expect((await host.deliver(JSON.stringify(event))).status).toBe(200);
		await host.settled();
		return host.outputs();
	};

	const hints = (host: TriggerHost) => host.executions.flatMap((execution) => execution.hints(TRIGGER));

	it('passes an event that equals the record of the service as verified', async () => {
		const finding = await listedFinding();
		expect(await delivered(test.host(VERIFY), finding)).toEqual([{ ...finding, verified: true }]);
	});

	it.each([
		['content', (event: IDataObject) => ({ ...event, content: { mention_content: 'forged' } })],
		[
			'radar',
			(event: IDataObject) => ({
				...event,
				data: { ...(event.data as object), radar_type: 'company_reviews' },
			}),
		],
		['time', (event: IDataObject) => ({ ...event, discovered_at: '2026-01-01T00:00:00Z' })],
		['type', (event: IDataObject) => ({ ...event, update_type: 'radar_failure' })],
		['refund', (event: IDataObject) => ({ ...event, refund_amount_usd: 1000 })],
	])('drops an event with another %s, says so, and lets the genuine one in', async (_, forge) => {
		const host = test.host(VERIFY);
		const finding = await listedFinding();
		expect(await delivered(host, forge(finding))).toEqual([]);
		expect(hints(host)).toEqual(["1 received event dropped: not the same as in the service's records."]);
		expect(await delivered(host, finding)).toEqual([{ ...finding, verified: true }]);
	});

	it('passes an event that the service does not list (yet) as not verified', async () => {
		const finding = await listedFinding();
		const late = { ...finding, update_id: randomUUID() };
		const ofOtherRadar = { ...finding, update_id: randomUUID(), data: { radar_id: randomUUID() } };
		expect(await delivered(test.host(VERIFY), late, ofOtherRadar)).toEqual([
			{ ...late, verified: false },
			{ ...ofOtherRadar, verified: false },
		]);
	});

	it.each([
		['newest-first', 1],
		['oldest-first', 3],
	] as const)('reads a list that is %s no further than the event can be', async (order, pages) => {
		test.control.change({ updates: { order } });
		const radar = await test.createRadar({ radar_type: 'company_mentions', domain: 'example.com' });
		for (let hour = 0; hour < 12; hour++)
			test.find(10, radar, new Date(Date.now() - (12 - hour) * 3_600_000).toISOString());
		const [listed] = test.control.pushFindings({ radar_id: radar });
		const finding = { ...listed } as IDataObject;
		const late = { ...finding, update_id: randomUUID() };
		const host = test.host(VERIFY);
		expect(await delivered(host, finding)).toEqual([{ ...finding, verified: true }]);
		const before = test.service.requests().length;
		expect(await delivered(host, late)).toContainEqual({ ...late, verified: false });
		expect(test.service.requests().slice(before)).toEqual(Array(pages).fill('GET /v1/updates'));
	});

	it('passes a completed bulk request with a failed radar as verified, and a forged one not at all', async () => {
		const host = await test.listening({ ...VERIFY, events: ['bulk_completed'] });
		await host.activate();
		const radar = { radar_type: 'company_mentions', domain: 'example.com', custom_fields: { crm_id: '1' } };
		await test.createInBulk(host.webhookUrl, [radar, radar]);
		await test.control.idle();
		await host.settled();
		const [{ verified, ...completed } = {}] = host.outputs();
		expect(completed).toMatchObject({ update_type: 'bulk_completed' });
		expect(verified).toBe(true);
		const [created, failed] = completed.radars as IDataObject[];
		const forged = {
			...completed,
			update_id: randomUUID(),
			radars: [{ ...created, message: 'Free' }, failed],
		};
		expect(await delivered(host, forged)).toHaveLength(1);
	});

	it('compares the events of a bulk request with its results', async () => {
		const radar = { radar_type: 'company_mentions', domain: 'example.com' };
		test.control.change({ deliveries: { attempts: 1 } });
		await test.createInBulk('https://hooks.example.com/elsewhere', [radar]);
		await test.control.idle();
		const { event: created = {} } = test.control.deliveries()[0] ?? {};
		const forged = { ...created, message: 'Radar created for free' };
		const unknown = { ...created, bulk_id: randomUUID() };
		const host = test.host({ ...VERIFY, events: ['radar_created'] });
		expect(await delivered(host, forged)).toEqual([]);
		expect(hints(host)).toHaveLength(1);
		expect(await delivered(host, created as IDataObject)).toEqual([{ ...created, verified: true }]);
		const other = test.host({ ...VERIFY, events: ['radar_created'] });
		expect(await delivered(other, unknown)).toEqual([{ ...unknown, verified: false }]);
	});

	it.each<[string, boolean, (results: unknown[]) => unknown]>([
		['radars', true, (radars) => ({ status: 'completed', radars })],
		['results', true, (results) => ({ status: 'completed', errors: [{ field: 'x' }], results })],
		['data', true, (data) => ({ status: 'completed', data })],
		['data.radars', true, (radars) => ({ status: 'success', data: { status: 'completed', radars } })],
		['data.items', false, (items) => ({ status: 'success', errors: [], data: { items } })],
		['a bare array', false, (results) => results],
	])('finds the results of a bulk request in %s; completed: %s', async (_, isCompleted, shape) => {
		const bulk_id = randomUUID();
		const created = { update_id: randomUUID(), update_type: 'radar_created', bulk_id, code: 201 };
		const completed = { update_id: randomUUID(), update_type: 'bulk_completed', bulk_id, radars: [created] };
		test.control.addFaults({
			kind: 'status',
			status: 200,
			path: `/v1/radars/bulk/${bulk_id}`,
			count: 2,
			body: shape([null, created]) as IDataObject,
		});
		const host = test.host({ ...VERIFY, events: ['radar_created', 'bulk_completed'] });
		const outputs = await delivered(host, created, completed);
		expect(outputs.map(({ update_type, verified }) => [update_type, verified])).toEqual([
			['radar_created', true],
			['bulk_completed', isCompleted],
		]);
	});

	it.each<[string, (genuine: IDataObject) => IDataObject]>([
		['11 IDs joined', () => ({ data: { radar_id: Array.from({ length: 11 }, () => randomUUID()).join() } })],
		['20,000 characters as ID', () => ({ data: { radar_id: 'x'.repeat(20_000) } })],
		['a bulk ID that leads elsewhere', () => ({ bulk_id: '../../account?month=x' })],
		['a bulk ID of 20,000 characters', () => ({ bulk_id: 'b'.repeat(20_000) })],
		['the bulk ID of a radar', ({ data }) => ({ bulk_id: String((data as IDataObject).radar_id) })],
		['content nested 20,000 deep', ({ data }) => ({ data, content: nested(20_000) })],
	])('passes one event as not verified without touching the others: %s', async (_, forge) => {
		const host = test.host(VERIFY);
		const genuine = await listedFinding();
		const forged = {
			update_id: randomUUID(),
			update_type: 'radar_finding',
			discovered_at: genuine.discovered_at,
			...forge(genuine),
		};
		const items = [forged, genuine].map((update) => ({
			json: { update, pushed: true, deliveryId: 'burst', process: 'here' },
		}));
		const { error } = await host.run(items as INodeExecutionData[], 'webhook');
		expect(error).toBeUndefined();
		expect(host.outputs().map(({ update_id: id, verified }) => [id, verified])).toEqual([
			[forged.update_id, false],
			[genuine.update_id, true],
		]);
	});

	it.each([400, 404, 413, 414, 422, 500])(
		'leaves the other events verified where the lookup of one fails with %i',
		async (status) => {
			const host = test.host(VERIFY);
			const genuine = await listedFinding();
			const other = { ...genuine, update_id: randomUUID(), data: { radar_id: randomUUID() } };
			test.control.addFaults({ kind: 'status', status, path: '/v1/updates', count: status === 500 ? 3 : 1 });
			const items = [other, genuine].map((update) => ({
				json: { update, pushed: true, deliveryId: 'burst', process: 'here' },
			}));
			await host.run(items as INodeExecutionData[], 'webhook');
			expect(host.outputs().map(({ update_id: id, verified }) => [id, verified])).toEqual([
				[other.update_id, false],
				[genuine.update_id, true],
			]);
		},
	);

	it('fails the execution when the service cannot be asked, and Retry completes it', async () => {
		const host = test.host(VERIFY);
		const finding = await listedFinding();
		test.control.addFaults({ kind: 'status', status: 403, path: '/v1/updates' });
		expect(await delivered(host, finding)).toEqual([]);
		expect(host.executions[0]?.error?.message).toBe("The API key doesn't have permission to do this");

		const envelope = { update: finding, pushed: true, deliveryId: 'first', process: 'here' };
		const retried = await host.retry([{ json: envelope }]);
		expect(retried.json('Next')).toEqual([{ ...finding, verified: true }]);
	});
});
