import { randomUUID } from 'node:crypto';

import { idsIn, outputIds, TRIGGER, TriggerTest, type TriggerHost } from './support';

const test = new TriggerTest();

const WEBHOOK = { delivery: 'webhook', radars: 'elsewhere' };

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
			domain: 'acme.com',
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
			domain: 'acme.com',
			webhook_url: host.webhookUrl,
		});
		const [id] = test.find(1, radar);
		await test.control.idle();
		await host.settled();
		const event = JSON.stringify(test.control.deliveries()[0]?.event);
		const before = host.executions.length;

		expect((await host.deliver(event)).body).toEqual({
			status: 'success',
			message: 'Received. It came before.',
		});
		expect(host.executions).toHaveLength(before);
		host.restart();
		await host.deliver(event);
		await host.settled();

		expect(host.executions).toHaveLength(before + 1);
		expect(outputIds(host)).toEqual([id]);
		expect(host.executions.filter((execution) => execution.ran('Next'))).toHaveLength(1);
	});

	it('of a flood share executions, after the first five', async () => {
		const host = test.host(WEBHOOK);
		const { ids, statuses } = await flooded(host);
		expect(statuses).toEqual({ 200: 200 });
		expect(outputIds(host)).toEqual(ids);
		const counts = host.executions.map((execution) => idsIn(execution).length);
		expect(counts.sort((a, b) => a - b)).toEqual([...Array<number>(5).fill(1), 45, 100]);
	});

	it('of a flood are acknowledged only when their execution has started', async () => {
		const host = test.host(WEBHOOK);
		let starts = 0;
		host.beforeStart = () => {
			if (++starts > 5) throw new Error('The database is locked');
		};
		const { statuses, deliver, ids } = await flooded(host);
		expect([statuses[200], statuses[500], statuses[503]]).toEqual([5, 2, 193]);
		host.beforeStart = () => undefined;
		await deliver();
		expect(outputIds(host)).toEqual(ids);
	});

	it('of a flood each start an execution where that is wanted', async () => {
		const host = test.host({ ...WEBHOOK, options: { oneExecutionEach: true } });
		const { ids } = await flooded(host);
		expect(outputIds(host)).toEqual(ids);
		expect(host.executions).toHaveLength(200);
	});

	it('of a flood of bulk submissions stay alone', async () => {
		const host = test.host({ ...WEBHOOK, updateTypes: ['bulk_completed'] });
		await flooded(host, 'bulk_completed');
		expect(host.executions).toHaveLength(200);
	});

	it.each([
		['text', '"finding"', 'The body must be a JSON object.'],
		['a list', '[{}]', 'The body must be a JSON object.'],
		['no update_id', '{"update_type":"radar_finding"}', 'update_id is missing.'],
		['no update_type', `{"update_id":"${randomUUID()}"}`, 'update_type is missing.'],
	])('of another shape are refused with a reason: %s', async (_, body, message) => {
		const host = test.host(WEBHOOK);
		const answer = await host.deliver(body);
		expect(answer).toEqual({ status: 400, body: { status: 'error', code: 400, message } });
		expect(host.executions).toHaveLength(0);
	});

	it('of an unknown type and of 2 MB come through', async () => {
		const host = test.host({ ...WEBHOOK, simplify: false });
		const update = { update_id: randomUUID(), update_type: 'radar_renamed', text: 'x'.repeat(2_000_000) };
		const { status } = await host.deliver(JSON.stringify(update));
		await host.settled();
		expect(status).toBe(200);
		expect(host.outputs()).toEqual([update]);
	});

	it('that the filters leave out are acknowledged, and start no execution', async () => {
		const host = test.host({ ...WEBHOOK, filters: { radarTypes: ['company_mentions'] } });
		const created = { update_id: randomUUID(), update_type: 'radar_created', data: {} };
		const other = {
			update_id: randomUUID(),
			update_type: 'radar_finding',
			data: { radar_type: 'company_reviews' },
		};
		const bulkFailure = { update_id: randomUUID(), update_type: 'radar_failure', bulk_id: randomUUID() };
		for (const update of [created, other, bulkFailure]) {
			expect((await host.deliver(JSON.stringify(update))).status).toBe(200);
		}
		await host.settled();
		expect(outputIds(host)).toEqual([bulkFailure.update_id]);
		expect(host.executions).toHaveLength(1);
	});

	it('of a bulk submission are split into one item for each radar, once', async () => {
		const host = test.host({
			...WEBHOOK,
			updateTypes: ['radar_created', 'bulk_completed'],
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

		expect(outputIds(host)).toEqual(radars.map(({ update_id: id }) => id).sort());
	});
});

describe('Verify Events', () => {
	const VERIFY = { ...WEBHOOK, options: { verifyEvents: true } };

	it('passes what the service knows, and drops what claims to be of a radar of the account', async () => {
		const host = await test.listening(VERIFY);
		await host.activate();
		const radar = await test.createRadar({
			radar_type: 'company_mentions',
			domain: 'acme.com',
			webhook_url: host.webhookUrl,
		});
		const [id] = test.find(1, radar);
		const forged = {
			update_id: randomUUID(),
			update_type: 'radar_finding',
			discovered_at: new Date().toISOString(),
			data: { radar_id: radar },
		};
		await host.deliver(JSON.stringify(forged));
		await test.control.idle();
		await host.settled();
		expect(host.outputs()).toMatchObject([{ update_id: id, verified: true }]);
		expect(host.executions.flatMap((execution) => execution.hints(TRIGGER))).toEqual([
			'1 received events were dropped: the service does not know them.',
		]);
	}, 20_000);

	it('passes notices of radars that do not exist, marked as not verified', async () => {
		const host = test.host(VERIFY);
		const notice = {
			update_id: randomUUID(),
			update_type: 'radar_failure',
			refund_amount_usd: 1,
			data: { radar_id: randomUUID() },
		};
		await host.deliver(JSON.stringify(notice));
		await host.settled();
		expect(host.outputs()).toMatchObject([{ update_id: notice.update_id, verified: false }]);
	});

	it('fails the execution when the service cannot be asked, and Retry completes it', async () => {
		const host = test.host(VERIFY);
		const notice = {
			update_id: randomUUID(),
			update_type: 'radar_failure',
			data: { radar_id: randomUUID() },
		};
		test.control.addFaults({ kind: 'status', status: 403, path: '/v1/radars/*' });
		await host.deliver(JSON.stringify(notice));
		await host.settled();
		expect(host.executions[0]?.error?.message).toBe('The API key is not allowed to do this');

		const retried = await host.retry([{ json: { update: notice, pushed: true } }]);
		expect(retried.json('Next')).toMatchObject([{ update_id: notice.update_id }]);
	});
});
