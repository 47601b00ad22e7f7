import { RecentDeliveries } from '../../../nodes/CompanyRadarTrigger/receive/recentDeliveries';

const MINUTE_MS = 60_000;

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe('a second delivery of an update', () => {
	it('gets the response of the first', async () => {
		const recent = new RecentDeliveries();
		let respond: (isAcknowledged: boolean) => void = () => undefined;
		recent.add('u', new Promise((resolve) => (respond = resolve)));
		const second = recent.outcomeOf('u');
		respond(true);
		expect(await second).toBe(true);
		expect(await recent.outcomeOf('other')).toBeUndefined();
	});

	it('gets the refusal of the first, and a third one comes in', async () => {
		const recent = new RecentDeliveries();
		const refused = Promise.resolve(false);
		recent.add('u', refused);
		expect(await recent.outcomeOf('u')).toBe(false);
		expect(await recent.outcomeOf('u')).toBeUndefined();
	});

	it('comes in after a minute, or when the execution of the first failed', async () => {
		const recent = new RecentDeliveries();
		recent.add('u', Promise.resolve(true));
		recent.add('v', Promise.resolve(true));
		recent.delete('u');
		expect(await recent.outcomeOf('u')).toBeUndefined();
		expect(await recent.outcomeOf('v')).toBe(true);
		jest.advanceTimersByTime(MINUTE_MS);
		expect(await recent.outcomeOf('v')).toBeUndefined();
	});
});
