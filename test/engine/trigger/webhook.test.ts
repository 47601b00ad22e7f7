import { randomUUID } from 'node:crypto';

import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { idOf } from '../../../nodes/shared/updates/update';
import { idsIn, outputIds, TRIGGER, TriggerTest, type TriggerHost } from './support';

const test = new TriggerTest();

const WEBHOOK = { delivery: 'webhook', radars: 'elsewhere' };

const MENTION = { radar_type: 'company_mentions', domain: 'example.com' };

const nested = (depth: number, wrap = (inner: IDataObject): IDataObject => ({ inner })): IDataObject => {
	let all: IDataObject = {};
	for (let level = 0; level < depth; level++) all = wrap(all);
	return all;
};

const finding = (more: IDataObject = {}): IDataObject => ({
	update_id: randomUUID(),
	update_type: 'radar_finding',
	data: { radar_type: 'company_mentions' },
	...more,
});

/** Delivers the events one after the other; resolves with all that came out so far. */
async function delivered(host: TriggerHost, ...events: IDataObject[]): Promise<IDataObject[]> {
	for (const event of events) expect((await host.deliver(JSON.stringify(event))).status).toBe(200);
	await host.settled();
	return host.outputs();
}

/** Runs one execution for events that came at once; resolves with all that came out so far. */
async function burst(host: TriggerHost, ...events: IDataObject[]): Promise<IDataObject[]> {
	const items = events.map((update) => ({
		json: { update, pushed: true, deliveryId: randomUUID(), process: 'here' },
	}));
	const { error } = await host.run(items as INodeExecutionData[], 'webhook');
	expect(error).toBeUndefined();
	return host.outputs();
}

const lockDatabase = () => {
	throw new Error('The database is locked');
};

/** 150 different deliveries at once, and 50 of them again. */
async function flooded(host: TriggerHost, update_type = 'radar_finding') {
	const events = Array.from({ length: 150 }, () => finding({ update_type }));
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
	it('start the workflow once for each finding, also after a restart', async () => {
		test.control.change({ deliveries: { duplicates: 2 } });
		const host = await test.listening(WEBHOOK);
		await host.activate();
		const [id] = test.find(1, await test.createRadar({ ...MENTION, webhook_url: host.webhookUrl }));
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
		host.beforeStart = () => (++starts > 1 ? lockDatabase() : undefined);
		const { statuses, deliver, ids } = await flooded(host);
		expect(statuses).toEqual({ 200: 2, 500: 2, 503: 196 });
		host.beforeStart = () => undefined;
		await deliver();
		expect(outputIds(host)).toEqual(ids);
	});

	it.each<[string, IDataObject, type: string]>([
		['where that is wanted', { options: { oneExecutionEach: true } }, 'radar_finding'],
		['if they are of bulk requests', { events: ['bulk_completed'] }, 'bulk_completed'],
	])('of a burst each start an execution %s', async (_, parameters, type) => {
		const host = test.host({ ...WEBHOOK, ...parameters });
		const { ids } = await flooded(host, type);
		expect([host.executions.length, outputIds(host)]).toEqual([ids.length, ids]);
	});

	it('that come again while n8n starts the first get its response, and start no execution', async () => {
		const host = test.host(WEBHOOK);
		const twice = async () => {
			const event = JSON.stringify(finding());
			const answers = await Promise.all([host.deliver(event), host.deliver(event)]);
			await host.settled();
			return answers.map(({ status }) => status);
		};
		expect(await twice()).toEqual([200, 200]);
		expect(host.executions).toHaveLength(1);
		host.beforeStart = lockDatabase;
		expect(await twice()).toEqual([500, 503]);
	});

	it('that come again within seconds start no execution in queue mode either', async () => {
		const host = test.host(WEBHOOK, {}, { queueMode: true });
		const event = finding();
		await delivered(host, event);
		host.elapse(2000);
		await delivered(host, event);
		expect(host.executions).toHaveLength(1);
	});

	it('come in again after an execution was stopped inside the trigger', async () => {
		const host = test.host(WEBHOOK);
		const event = finding();
		const writing = new Promise<void>((resolve) => (test.store.latency = () => (resolve(), 50)));
		await host.deliver(JSON.stringify(event));
		await writing;
		host.stop();
		await host.settled();
		expect(host.outputs()).toEqual([]);
		expect(await delivered(host, event)).toHaveLength(1);
	});

	it('with an ID of a megabyte pass once, and their ID is not kept', async () => {
		const event = finding({ update_id: 'x'.repeat(1_000_000) });
		expect(await delivered(test.host(WEBHOOK), event, event)).toHaveLength(1);
		expect(idOf(event).length).toBeLessThanOrEqual(100);
	});

	const came = (what: string) => `The body must be a JSON object. What came ${what}.`;

	it.each([
		['a text', '"finding"', 'application/json', came('is a string (application/json)')],
		['a list', '[{}]', 'application/json', came('is a list (application/json)')],
		['nothing', '', 'text/plain', came('is empty (text/plain)')],
		['XML', '<a/>', 'text/xml', came("isn't JSON (text/xml)")],
		['words', 'hello', '', came("isn't JSON (no Content-Type)")],
		['no update_id', '{"update_type":"radar_finding"}', 'application/json', 'update_id is missing.'],
		['no update_type', `{"update_id":"${randomUUID()}"}`, 'application/json', 'update_type is missing.'],
	])('that are no update are refused by what they are: %s', async (_, body, contentType, message) => {
		const host = test.host(WEBHOOK);
		const answer = await host.deliver(body, undefined, false, contentType);
		expect(answer).toEqual({ status: 400, body: { status: 'error', code: 400, message } });
		expect(host.executions).toEqual([]);
	});

	it.each([
		['none (content-type-01)', ''],
		['text', 'text/plain'],
		['a cloud event (content-type-03)', 'application/cloudevents+json; charset=utf-8'],
		['JSON:API (content-type-05)', 'application/vnd.api+json'],
		['a form', 'application/x-www-form-urlencoded'],
	])('are JSON whatever their Content-Type says: %s', async (_, contentType) => {
		const host = test.host(WEBHOOK);
		const event = finding({ content: { title: 'A&B = Ö' } });
		const { status } = await host.deliver(`\uFEFF${JSON.stringify(event)}`, undefined, false, contentType);
		await host.settled();
		expect([status, outputIds(host)]).toEqual([200, [event.update_id]]);
	});

	it.each([
		[4711, 1],
		[2 ** 53 + 2, 2],
	])('may have a number as their ID, which a poll knows, too: %d', async (id, different) => {
		const host = test.host({ ...WEBHOOK, simplify: false });
		const event = (title: string) => ({ update_id: id, update_type: 'radar_finding', content: { title } });
		await delivered(host, event('CTO'), event('CTO'), event('CFO'));
		await host.run([{ json: { update: event('CTO'), deliveryId: 'poll', process: 'another' } }], 'trigger');
		expect(host.outputs()).toHaveLength(different);
	});

	it('of an unknown type and of 2 MB come through', async () => {
		const update = finding({ update_type: 'radar_renamed', text: 'x'.repeat(2_000_000) });
		expect(await delivered(test.host({ ...WEBHOOK, simplify: false }), update)).toEqual([update]);
	});

	it('that are not selected are acknowledged, and start no execution', async () => {
		const host = test.host({ ...WEBHOOK, events: ['company_mentions', 'radar_failure'] });
		const bulkFailure = finding({ update_type: 'radar_failure', bulk_id: randomUUID(), data: undefined });
		const others = [
			finding({ update_type: 'radar_created' }),
			finding({ data: { radar_type: 'company_reviews' } }),
		];
		const mention = finding();
		await delivered(host, ...others, mention, bulkFailure);
		expect(outputIds(host)).toEqual([mention.update_id, bulkFailure.update_id].sort());
		expect(host.executions).toHaveLength(2);
	});

	it.each<[string, (radarId: string) => IDataObject, passed: number]>([
		['', () => ({}), 2],
		[' that pass Company Domains', () => ({ filters: { domains: 'alder.example' } }), 1],
		[' that pass Radars', (radarId) => ({ filters: { radarIds: [radarId] } }), 1],
	])(
		'of a bulk request are split into one item for each radar, once, of those%s',
		async (_, more, passed) => {
			const radars = ['alder.example', 'birch.example'].map((domain) =>
				finding({
					update_type: 'radar_created',
					data: { radar_id: randomUUID(), radar_type: 'company_mentions', domain },
				}),
			);
			const completed = finding({ update_type: 'bulk_completed', data: undefined, radars });
			const host = test.host({
				...WEBHOOK,
				events: ['radar_created', 'bulk_completed'],
				...more(String((radars[0]?.data as IDataObject).radar_id)),
				options: { splitBulk: true },
			});
			await delivered(host, ...radars.slice(0, 1), completed, completed);
			expect(outputIds(host)).toEqual(
				radars
					.slice(0, passed)
					.map(({ update_id: id }) => id)
					.sort(),
			);
		},
	);
});

const unprintable = { toString: 1, valueOf: 2 } as unknown as IDataObject;

it.each<[string, IDataObject]>([
	['radars nested 3,000 deep', { radars: [nested(3000, (inner) => ({ radars: [inner] }))] }],
	['content nested 20,000 deep', { content: nested(20_000) }],
	['a type that is no text', { data: { radar_type: unprintable } }],
	['members that are no text', { content: { profile_url: unprintable, reason: unprintable } }],
	['custom fields of another shape', { data: { custom_fields: [unprintable] } }],
])('one event never fails the others of its burst: %s', async (_, odd) => {
	for (const splitBulk of [true, false]) {
		const host = test.host({ ...WEBHOOK, options: { splitBulk } });
		const events = [finding(), finding({ update_type: 'radar_failure', ...odd }), finding(odd), finding()];
		await burst(host, ...events);
		expect(outputIds(host)).toEqual(events.map(({ update_id: id }) => String(id)).sort());
	}
});

describe('Verify Events', () => {
	const VERIFY = { ...WEBHOOK, simplify: false, options: { verifyEvents: true } };

	/** A finding as the service lists it, which it has not delivered. */
	async function listedFinding(): Promise<IDataObject> {
		const [listed] = test.control.pushFindings({ radar_id: await test.createRadar(MENTION) });
		return structuredClone({ ...listed }) as IDataObject;
	}

	const hints = (host: TriggerHost) => host.executions.flatMap((execution) => execution.hints(TRIGGER));

	const judged = (outputs: IDataObject[]) => outputs.map(({ update_id: id, verified }) => [id, verified]);

	const ofAnotherRadar = (event: IDataObject) => ({
		...event,
		update_id: randomUUID(),
		data: { radar_id: randomUUID() },
	});

	it.each<[string, IDataObject]>([
		['content', { content: { mention_content: 'forged' } }],
		['radar', { data: { radar_type: 'company_reviews' } }],
		['time', { discovered_at: '2026-01-01T00:00:00Z' }],
		['type', { update_type: 'radar_failure' }],
		['refund', { refund_amount_usd: 1000 }],
	])('drops an event with another %s, says so, and lets the genuine one in', async (_, forged) => {
		const host = test.host(VERIFY);
		const genuine = await listedFinding();
		const data = { ...(genuine.data as IDataObject), ...(forged.data as IDataObject) };
		expect(await delivered(host, { ...genuine, ...forged, data })).toEqual([]);
		expect(hints(host)).toEqual(["1 received event dropped: not the same as in the service's records."]);
		expect(await delivered(host, genuine)).toEqual([{ ...genuine, verified: true }]);
	});

	it.each([
		['newest-first', 1],
		['oldest-first', 3],
	] as const)('reads a list that is %s no further than the event can be', async (order, pages) => {
		test.control.change({ updates: { order } });
		const radar = await test.createRadar(MENTION);
		for (let hour = 0; hour < 12; hour++)
			test.find(10, radar, new Date(Date.now() - (12 - hour) * 3_600_000).toISOString());
		const [listed] = test.control.pushFindings({ radar_id: radar });
		const late = { ...listed, update_id: randomUUID() } as IDataObject;
		const before = test.service.requests().length;
		expect(await delivered(test.host(VERIFY), late)).toEqual([{ ...late, verified: false }]);
		expect(test.service.requests().slice(before)).toEqual(Array(pages).fill('GET /v1/updates'));
	});

	it('passes a completed bulk request with a failed radar as verified, and a forged one not at all', async () => {
		const host = await test.listening({ ...VERIFY, events: ['bulk_completed'] });
		await host.activate();
		const radar = { ...MENTION, custom_fields: { crm_id: '1' } };
		await test.createInBulk(host.webhookUrl, [radar, radar]);
		await test.control.idle();
		await host.settled();
		const [{ verified, ...completed } = {}] = host.outputs();
		expect([completed.update_type, verified]).toEqual(['bulk_completed', true]);
		const [created, failed] = completed.radars as IDataObject[];
		const radars = [{ ...created, message: 'Free' }, failed];
		expect(await delivered(host, { ...completed, update_id: randomUUID(), radars })).toHaveLength(1);
	});

	it('compares the events of a bulk request with its results', async () => {
		test.control.change({ deliveries: { attempts: 1 } });
		await test.createInBulk('https://hooks.example.com/elsewhere', [MENTION]);
		await test.control.idle();
		const created = { ...test.control.deliveries()[0]?.event } as IDataObject;
		const host = () => test.host({ ...VERIFY, events: ['radar_created'] });
		const first = host();
		expect(await delivered(first, { ...created, message: 'Radar created for free' })).toEqual([]);
		expect(hints(first)).toHaveLength(1);
		expect(await delivered(first, created)).toEqual([{ ...created, verified: true }]);
		const unknown = { ...created, bulk_id: randomUUID() };
		expect(await delivered(host(), unknown)).toEqual([{ ...unknown, verified: false }]);
	});

	it.each<[string, boolean, (results: unknown[]) => unknown]>([
		['data.radars', true, (radars) => ({ status: 'success', data: { status: 'completed', radars } })],
		['a bare array', false, (results) => results],
	])('finds the results of a bulk request in %s; completed: %s', async (_, isCompleted, shape) => {
		const bulk_id = randomUUID();
		const created = { update_id: randomUUID(), update_type: 'radar_created', bulk_id };
		const completed = { update_id: randomUUID(), update_type: 'bulk_completed', bulk_id, radars: [created] };
		const body = shape([null, created]) as IDataObject;
		test.control.addFaults({ kind: 'status', status: 200, path: `/v1/radars/bulk/${bulk_id}`, body });
		const host = test.host({ ...VERIFY, events: ['radar_created', 'bulk_completed'] });
		expect(judged(await burst(host, created, completed))).toEqual([
			[created.update_id, true],
			[completed.update_id, isCompleted],
		]);
	});

	it.each<[string, (genuine: IDataObject) => IDataObject]>([
		['an event that is not listed (yet)', (genuine) => ({ ...genuine, update_id: randomUUID() })],
		['an event of another radar', ofAnotherRadar],
		['11 IDs joined', () => ({ data: { radar_id: Array.from({ length: 11 }, () => randomUUID()).join() } })],
		['20,000 characters as ID', () => ({ data: { radar_id: 'x'.repeat(20_000) } })],
		['a bulk ID that leads elsewhere', () => ({ bulk_id: '../../account?month=x', data: undefined })],
		['a bulk ID of 20,000 characters', () => ({ bulk_id: 'b'.repeat(20_000), data: undefined })],
		[
			'the bulk ID of a radar',
			({ data }) => ({ bulk_id: String((data as IDataObject).radar_id), data: undefined }),
		],
		['content nested 20,000 deep', ({ data }) => ({ data, content: nested(20_000) })],
	])('passes one event as not verified without touching the others: %s', async (_, forge) => {
		const genuine = await listedFinding();
		const forged = finding({ discovered_at: genuine.discovered_at, ...forge(genuine) });
		expect(judged(await burst(test.host(VERIFY), forged, genuine))).toEqual([
			[forged.update_id, false],
			[genuine.update_id, true],
		]);
	});

	it.each([400, 404, 413, 414, 422, 500])(
		'leaves the other events verified where the lookup of one fails with %i',
		async (status) => {
			const genuine = await listedFinding();
			const other = ofAnotherRadar(genuine);
			test.control.addFaults({ kind: 'status', status, path: '/v1/updates', count: status === 500 ? 3 : 1 });
			expect(judged(await burst(test.host(VERIFY), other, genuine))).toEqual([
				[other.update_id, false],
				[genuine.update_id, true],
			]);
		},
	);

	it('fails the execution when the service cannot be asked, and Retry completes it', async () => {
		const host = test.host(VERIFY);
		const genuine = await listedFinding();
		test.control.addFaults({ kind: 'status', status: 403, path: '/v1/updates' });
		expect(await delivered(host, genuine)).toEqual([]);
		expect(host.executions[0]?.error?.message).toBe("The API key doesn't have permission to do this");
		const retried = await host.run(host.started[0] ?? [], 'retry');
		expect(retried.json('Next')).toEqual([{ ...genuine, verified: true }]);
	});
});
