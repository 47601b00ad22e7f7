import { FakeHost, FakeService, MINUTE, type HostOptions, type ServiceTraits } from '../../fuzz/pollerWorld';

function worldOf(traits: Partial<ServiceTraits>, options: Partial<HostOptions> = {}) {
	const service = new FakeService({
		order: 'newest-first',
		pageSize: 50,
		cursorsExpire: false,
		emptyPages: false,
		...traits,
	});
	const host = new FakeHost(service, {
		startsAt: 'now',
		queueMode: false,
		remembered: 10_000,
		...options,
	});
	/** Polls once a minute. */
	const polls = async (count: number) => {
		for (let left = count; left > 0; left--) {
			await host.poll();
			service.now += MINUTE;
		}
	};
	const outputs = () => [...host.outputs.values()];
	return { service, host, polls, outputs };
}

const ORDERS = ['newest-first', 'oldest-first'] as const;

describe('the poller', () => {
	it.each(ORDERS)('hands over 10,000 updates older than 15 minutes in 3 polls: %s', async (order) => {
		const { service, host, polls, outputs } = worldOf({ order }, { startsAt: 0 });
		for (let index = 0; index < 10_000; index++) service.arrive(1, 20 * MINUTE + index * 1000);
		await polls(3);
		expect(outputs()).toEqual(Array(10_000).fill(1));
		expect(host.executions).toBeLessThanOrEqual(3);
		expect(host.largestState).toBeLessThan(48 * 1024);
	});

	it.each(ORDERS)('hands over 10,000 updates of this minute without repeats: %s', async (order) => {
		const { service, host, polls, outputs } = worldOf({ order });
		await polls(1);
		for (let index = 0; index < 10_000; index++) service.arrive(1, index * 5);
		await polls(2);
		service.arrive(100, 0);
		await polls(20);
		expect(outputs()).toEqual(Array(10_100).fill(1));
		expect(host.largestState).toBeLessThan(48 * 1024);
	});

	it.each([
		{ pageSize: 12, emptyPages: false },
		{ pageSize: 20, emptyPages: true },
	])('keeps up with 1,250 updates in 15 minutes beside a backlog: $pageSize a page', async (traits) => {
		const { service, polls, outputs } = worldOf(traits, { startsAt: 0 });
		service.arrive(1750, 60 * MINUTE);
		for (let minute = 0; minute < 60; minute++) {
			service.arrive(84, 0);
			await polls(1);
		}
		await polls(40);
		expect(outputs()).toEqual(Array(1750 + 60 * 84).fill(1));
	});
});
