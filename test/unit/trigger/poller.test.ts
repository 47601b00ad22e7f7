import { FakeHost, FakeService, MINUTE } from '../../fuzz/pollerWorld';

const traits = { pageSize: 1, cursorsExpire: false, emptyPages: false } as const;

/** Histories that once lost or repeated an update. */
describe('the poller', () => {
	it('keeps what waits in the backlog while more was handed over in vain than one poll can take', async () => {
		const service = new FakeService({ ...traits, order: 'newest-first' });
		const host = new FakeHost(service, {
			room: 40,
			start: { kind: 'now', time: service.now },
			queueMode: false,
		});
		const poll = async (trouble: 'none' | 'startFails' = 'none') => {
			await host.poll(trouble);
			service.now += 1;
		};
		service.now += 1;
		await poll();
		service.arrive(41, 0);
		await poll();
		service.arrive(21, 0);
		await poll();
		await poll();
		service.arrive(21, 0);
		await poll('startFails');
		for (let polls = 0; polls < 8; polls++) await poll();
		expect([...host.outputs.values()]).toEqual(Array(83).fill(1));
	});

	it('finds out about an order that shows late, behind many updates of one time', async () => {
		const service = new FakeService({ ...traits, order: 'oldest-first' });
		service.arrive(50, 15 * MINUTE);
		service.now += 1;
		const host = new FakeHost(service, {
			room: 40,
			start: { kind: 'now', time: service.now },
			queueMode: false,
		});
		await host.poll('none');
		service.arrive(1, 0);
		for (let polls = 0; polls < 4; polls++) await host.poll('none');
		expect([...host.outputs]).toEqual([['u50', 1]]);
	});
});
