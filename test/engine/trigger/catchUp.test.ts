import type { IDataObject } from 'n8n-workflow';

import { until } from '../../../tools/shared/until';
import { outputIds, TRIGGER, TriggerTest } from './support';

const test = new TriggerTest();

const CATCH_UP = { delivery: 'webhookWithCatchUp', radars: 'elsewhere' };

const CREATE = {
	radars: 'create',
	radarsToCreate: { radar: [{ radarType: 'company_mentions', domain: 'example.com' }] },
};

const radarAt = async (domain: string, url: string) =>
	await test.createRadar({ radar_type: 'company_mentions', domain, webhook_url: url });

/** A published workflow with a radar whose webhooks don't arrive. */
async function missing() {
	const host = await test.listening(CATCH_UP);
	await host.activate();
	const own = await radarAt('example.com', host.webhookUrl);
	test.control.change({ deliveries: { attempts: 0 } });
	return { host, own };
}

describe('Webhook With Catch-Up', () => {
	it('fetches what a push missed, and nothing of radars with another URL', async () => {
		const host = await test.listening(CATCH_UP);
		await host.activate();
		const own = await radarAt('example.com', host.webhookUrl);
		const other = await radarAt('beta.example.com', `${host.webhookUrl}-of-another-workflow`);
		const pushed = test.find(2, own);
		await test.control.idle();
		await host.settled();

		test.control.change({ deliveries: { attempts: 0 } });
		const missed = test.find(3, own);
		test.find(3, other);
		await host.poll();
		expect(outputIds(host)).toEqual([...pushed].sort());
		test.control.clock({ advance: 61 });
		await host.poll();
		expect(await host.poll()).toBeNull();

		expect(outputIds(host)).toEqual([...pushed, ...missed].sort());
		expect(host.executions).toHaveLength(pushed.length + 1);
	});

	it('loses nothing where the first poll comes before the URL is saved, and says so if it never is', async () => {
		const host = await test.listening(CATCH_UP);
		const own = await radarAt('example.com', host.webhookUrl);
		test.control.change({ deliveries: { attempts: 0 } });
		expect(await host.poll()).toBeNull();
		const ids = test.find(2, own);
		test.control.clock({ advance: 61 });
		await expect(host.poll()).rejects.toMatchObject({
			message: "This node's URL isn't known yet",
			description: 'Unpublish the workflow and publish it again.',
		});
		await host.activate();
		await host.poll();
		expect(outputIds(host)).toEqual([...ids].sort());
	});

	it('ends no scheduled poll while it is published, which would make n8n fail the publish', async () => {
		const host = await test.listening({
			...CATCH_UP,
			...CREATE,
		});
		host.restart(58);
		const ends: string[] = [];
		const published = host.activate().then(() => ends.push('published'));
		const lookups = () => test.service.requests().filter((request) => request === 'GET /v1/radars').length;
		await until('it waits before it creates radars', () => lookups() === 2);
		const polls = [host.poll(), host.poll()].map(async (poll) => {
			await poll;
			ends.push('poll');
		});
		await Promise.all([published, ...polls]);
		expect(ends).toEqual(['published', 'poll', 'poll']);
	});

	it('brings the notice of a creation that failed, whose radar does not exist', async () => {
		const { host, own } = await missing();
		const { update_id: id } = test.control.failRadar(own, 'source_inaccessible');
		test.control.clock({ advance: 61 });
		await host.poll();
		expect(outputIds(host)).toEqual([id]);
	});

	it('asks for radars once, 50 at a time', async () => {
		const host = await test.listening(CATCH_UP);
		await host.activate();
		test.control.seed({ radars: 60 });
		const ids = test.control.radars().map(({ radar_id: id }) => id);
		for (const id of ids) test.find(1, id);
		test.control.clearLog();
		await host.poll();
		test.find(1, ids[0]);
		await host.poll();
		const asked = test.service.requests().filter((request) => request === 'GET /v1/radars');
		expect(asked.length).toBeLessThanOrEqual(2);
	});

	it.each<[string, IDataObject, after: string]>([
		['existing radars, N8N_ENDPOINT_WEBHOOK (own-url-03)', {}, 'https://n8n.example.com/hooks'],
		['created radars, host (own-url-01)', CREATE, 'https://hooks.example.com'],
	])(
		"misses nothing after n8n restarts with another URL, and n8n's log says so: %s",
		async (_, radars, after) => {
			const before = 'https://n8n.example.com';
			const host = test.host({ ...CATCH_UP, ...radars }, {}, { webhookBaseUrl: before });
			const ids: string[] = [];
			const expectFound = async (radarId: string) => {
				ids.push(...test.find(4, radarId));
				test.control.clock({ advance: 61 });
				await host.poll();
				expect(outputIds(host)).toEqual([...ids].sort());
			};
			await host.activate();
			const own = test.control.radars()[0]?.radar_id ?? (await radarAt('example.com', host.webhookUrl));
			const other = await radarAt('w3.org', `${host.webhookUrl}-of-another-workflow`);
			host.options = { ...host.options, webhookBaseUrl: after };
			for (let restarts = 0; restarts < 2; restarts++) {
				host.restart();
				await host.activate('init');
			}
			test.find(1, other);
			await expectFound(own);
			expect(host.log).toEqual([
				`${TRIGGER}: n8n's webhook URL has changed from ${before}/webhook to ${after}/webhook. Webhooks of the radars that it had can't arrive, and a radar's URL can't be changed. Polling and Webhook With Catch-Up get their updates. Radar: Check Health lists them.`,
			]);
			const refused = "already exists and doesn't send its updates to this node";
			if (radars.radars === 'create') return await expect(host.activate()).rejects.toThrow(refused);
			await host.activate();
			await expectFound(own);
		},
	);

	const passTime = (host: Awaited<ReturnType<typeof test.listening>>, seconds: number) => {
		test.control.clock({ advance: seconds });
		host.elapse(seconds * 1000);
		host.setComputerClock(Date.parse(test.control.clock().now) - Date.now());
	};

	it.each([
		['newest-first', 50, 60],
		['oldest-first', 50, 60],
	] as const)(
		'waits for a radar that the list shows late: %s, after %d minutes, polled every %d',
		async (order, minutes, every) => {
			test.control.change({ updates: { order }, radars: { listDelay: minutes * 60 } });
			const { host, own } = await missing();
			const ids = test.find(21, own);
			for (let left = 4; left > 0; left--) {
				passTime(host, every * 60);
				ids.push(...test.find(1, own));
				await host.poll();
			}
			test.control.change({ radars: { listDelay: 0 } });
			for (let left = 4; left > 0; left--) {
				passTime(host, 20 * 60);
				await host.poll();
			}
			expect(outputIds(host)).toEqual([...ids].sort());
		},
	);

	it('does not ask for a radar that is not listed in every poll, and gives it up after an hour', async () => {
		const host = await test.listening(CATCH_UP);
		await host.activate();
		const own = await radarAt('example.com', host.webhookUrl);
		test.control.change({ deliveries: { attempts: 0 }, radars: { listDelay: 1e6 } });
		test.find(5, own);
		test.control.clearLog();
		for (let minute = 0; minute < 90; minute++) {
			passTime(host, 60);
			await host.poll();
		}
		const lists = test.service.requests().filter((request) => request === 'GET /v1/radars').length;
		expect(lists).toBeGreaterThanOrEqual(4);
		expect(lists).toBeLessThanOrEqual(8);
		expect(host.outputs()).toEqual([]);
		test.control.clearLog();
		passTime(host, 60);
		await host.poll();
		expect(test.service.requests()).toEqual(['GET /v1/updates']);
	});
});
