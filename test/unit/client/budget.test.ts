import { Budget } from '../../../nodes/shared/client/rateLimit/budget';
import { between, randomFrom, scenario, simulate, simulateAll, type Scenario } from './simulation';

/** The least time of N writes by the model of a full bucket that refills continuously, with one answer. */
const leastSeconds = ({ requests, perMinute, perSecond, latency }: Scenario) => {
	const count = requests.reduce((sum, one) => sum + one, 0);
	return Math.max((count - perMinute) / (perMinute / 60), count / perSecond) + latency() / 1000;
};

describe('one process uses all that the service gives, and is never refused', () => {
	const random = randomFrom(11);
	test.each<[string, Partial<Scenario>]>([
		['600 creates', {}],
		['600 reveals that take 2 seconds', { latency: () => 2000 }],
		['200 reveals that take 2 seconds', { requests: [200], latency: () => 2000 }],
		['150 creates', { requests: [150] }],
		['answers that overtake each other', { latency: between(random, 1000, 3000) }],
		['an uneven way', { requests: [150], onTheWay: between(random, 5, 200) }],
		['an enterprise plan', { requests: [9000], perMinute: 6000, perSecond: 600, latency: () => 33 }],
		[
			'an enterprise plan on an uneven way',
			{ requests: [9000], perMinute: 6000, perSecond: 600, onTheWay: between(random, 1, 40) },
		],
	])('%s', (_, changes) => {
		const given = scenario(changes);
		const { seconds, refused } = simulate(given);
		expect(refused).toBe(0);
		expect(seconds / leastSeconds(given)).toBeLessThan(1.02);
	});
});

describe('requests that later ones overtake, as over new connections, are not taken for those of another process', () => {
	test.each<[string, number, number, Partial<Scenario>]>([
		['the usual limits', 1000, 1.25, { requests: [95] }],
		// The last token may be refused once; next to another process it would be ten times as long.
		['a small limit', 500, 3, { requests: [126], perMinute: 120, perSecond: 60, configuredPerSecond: 50 }],
	])('%s', (_, delay, most, changes) => {
		let sent = 0;
		const late = between(randomFrom(13), 0.6 * delay, delay);
		const onTheWay = () => (++sent <= 30 && sent % 2 === 1 ? late() : 10);
		const given = scenario({ ...changes, onTheWay });
		expect(simulate(given).seconds / leastSeconds(given)).toBeLessThan(most);
	});
});

describe('several processes with one key', () => {
	/** A 429 is free, and the request is sent again. */
	const REFUSED = { 2: 0.01, 3: 0.02, 5: 0.05, 10: Number.POSITIVE_INFINITY };

	test.each(
		([2, 3, 5, 10] as const).flatMap((count) => [200, 2000].map((latencyMs) => [count, latencyMs] as const)),
	)('%i processes at %i ms share fairly and use all, and up to 5 are rarely refused', (count, latencyMs) => {
		for (const slowRefusals of [false, true]) {
			const requests = Array<number>(count).fill(110);
			const outcome = simulateAll(latencyMs, { requests, slowRefusals });
			expect(outcome.refusedShare).toBeLessThanOrEqual(REFUSED[count]);
			expect(outcome.minShare * count).toBeGreaterThan(count === 2 ? 0.9 : 0.7);
			expect(outcome.maxShare * count).toBeLessThan(count === 2 ? 1.1 : 1.5);
			expect(outcome.seconds).toBeLessThan(1.12 * ((110 * count - 100) / (100 / 60) + latencyMs / 1000));
		}
	});

	test.each([200, 2000])('nothing is refused in the long run, and all is used, at %i ms', (latencyMs) => {
		const outcome = simulateAll(latencyMs, { requests: [300, 300] });
		expect(outcome.refusedShare).toBeLessThanOrEqual(0.002);
		expect(outcome.seconds / 300).toBeLessThan(1.035);
	});

	test.each([200, 2000])('one that joins later gets its share, at %i ms', (latencyMs) => {
		const outcome = simulateAll(latencyMs, { requests: [300, 300], startAt: [0, 40_000] });
		expect(outcome.refusedShare).toBeLessThanOrEqual(0.01);
		expect(outcome.minShare).toBeGreaterThan(0.4);
	});
});

describe('limits that differ from the usual ones', () => {
	const PLAN = { perMinute: 600, configuredPerSecond: 10, requests: [600], latency: () => 2000 };

	test('the requests per second of a plan are used though the credential says 10', () => {
		const { seconds, refused } = simulate(scenario({ ...PLAN, perSecond: 30 }));
		expect(refused).toBe(0);
		expect(seconds).toBeLessThan(1.2 * 22);
	});

	test.each([
		[20, 1.2 * 32],
		[10, 1.2 * 62],
	])('a plan with only %i requests per second refuses few', (perSecond, most) => {
		const { seconds, refused } = simulate(scenario({ ...PLAN, perSecond }));
		expect(refused).toBeLessThanOrEqual(6);
		expect(seconds).toBeLessThan(most);
	});

	test('requests per second that the user set are kept', () => {
		const { seconds } = simulate(scenario({ ...PLAN, perSecond: 30, configuredPerSecond: 12 }));
		expect(seconds).toBeGreaterThan(50);
	});

	test('a plan whose requests per second are set is used before the first response, if that is slow', () => {
		const given = scenario({ perMinute: 600, perSecond: 30, requests: [150], latency: () => 25_000 });
		const { seconds, refused } = simulate(given);
		expect(refused).toBe(0);
		expect(seconds / leastSeconds(given)).toBeLessThan(1.15);
	});

	test.each([200, 2000, 25_000])(
		'more requests per second than the plan allows lead to few refusals, at %i ms',
		(latencyMs) => {
			const given = scenario({ configuredPerSecond: 30, latency: () => latencyMs });
			const { seconds, refused } = simulate(given);
			expect(refused).toBeLessThanOrEqual(4);
			expect(seconds / leastSeconds(given)).toBeLessThan(1.01);
		},
	);

	test.each([
		[200, 200],
		[600, 2000],
	])('without headers %i requests find a limit of 60 per minute', (count, latencyMs) => {
		const changes = { perMinute: 60, requests: [count], withoutHeaders: true };
		const { refusedShare, seconds } = simulateAll(latencyMs, changes);
		expect(refusedShare).toBeLessThanOrEqual(0.015);
		expect(seconds).toBeLessThan(1.1 * (count - 60));
	});

	test('without headers several processes find it, too', () => {
		const changes = { perMinute: 60, requests: [600, 600], withoutHeaders: true };
		expect(simulateAll(2000, changes).refusedShare).toBeLessThanOrEqual(0.03);
	});
});

describe('slow answers', () => {
	test('as many requests are in flight as rate and latency ask for', () => {
		const given = scenario({ requests: [150], latency: () => 25_000 });
		const { seconds, maxInFlight } = simulate(given);
		expect(seconds / leastSeconds(given)).toBeLessThan(1.02);
		expect(maxInFlight).toBeGreaterThan(100);
	});

	test('with a higher limit at most 512', () => {
		const given = scenario({ requests: [1500], perMinute: 600, perSecond: 30, latency: () => 25_000 });
		const { seconds, maxInFlight } = simulate(given);
		expect(seconds / leastSeconds(given)).toBeLessThan(1.2);
		expect(maxInFlight).toBe(512);
	});
});

describe('what a budget learns from responses', () => {
	const takeNow = (budget: Budget, now: number, most = 1000) => {
		let taken = 0;
		while (budget.nextAt(now) <= now && taken < most) {
			budget.take(now);
			taken++;
		}
		return taken;
	};

	test('a higher limit of the account is used as soon as an answer tells it', () => {
		const budget = new Budget('read', 10_000, 0);
		const ticket = budget.take(0);
		budget.observe(ticket, { limit: 6000, remaining: 5999 }, 20);
		expect(takeNow(budget, 1000, 6000)).toBeGreaterThan(4900);
	});

	test('a lower limit too', () => {
		const budget = new Budget('read', 10_000, 0);
		const ticket = budget.take(0);
		budget.observe(ticket, { limit: 20, remaining: 19 }, 20);
		expect(takeNow(budget, 1000)).toBe(19);
	});

	test('a lower limit beside other processes refills, too', () => {
		const budget = new Budget('write', 10, 0);
		// Another process takes nearly all of a limit of 6,000 per minute.
		let now = 0;
		let remaining = 5900;
		budget.observe(budget.take(now), { limit: 6000, remaining }, now);
		for (let count = 0; count < 20; count++) {
			now += 500;
			remaining -= 250;
			const earlier = budget.take(now);
			if (count === 19) budget.observe(budget.take(now + 1), { limit: 20, remaining: 0 }, now + 20);
			else budget.observe(earlier, { limit: 6000, remaining }, now + 20);
		}
		for (let seconds = 1; seconds <= 40; seconds++) {
			const moment = now + seconds * 1000;
			expect(budget.nextAt(moment) - moment).toBeLessThan(60_000);
		}
	});

	test('responses to requests sent before a lower limit was learned add no tokens', () => {
		const budget = new Budget('write', 1000, 0);
		const tickets = Array.from({ length: 18 }, (_, index) => budget.take(3 * index));
		tickets.forEach((ticket, index) => budget.observe(ticket, { limit: 20, remaining: 19 - index }, 60));
		expect(takeNow(budget, 100)).toBeLessThanOrEqual(2);
	});

	/** What is sent within these seconds after an answer that shows that others took tokens; no news comes after it. */
	const takenAfter = (remaining: number, seconds: number) => {
		const budget = new Budget('write', 10, 0);
		budget.observe(budget.take(0), { limit: 100, remaining }, 100);
		let taken = 0;
		for (let now = 100; now < 100 + seconds * 1000; now += 10) taken += takeNow(budget, now);
		return taken;
	};

	test('beside others, nothing is sent when little is left', () => {
		expect(takenAfter(3, 2)).toBe(0);
	});

	test('beside others, requests are spaced though much is left', () => {
		const taken = takenAfter(60, 4);
		expect(taken).toBeGreaterThan(0);
		expect(taken).toBeLessThanOrEqual(10);
	});

	test('when others are gone, the key is used alone again', () => {
		const budget = new Budget('write', 10, 0);
		budget.observe(budget.take(0), { limit: 100, remaining: 40 }, 100);
		expect(takeNow(budget, 5000)).toBeLessThanOrEqual(1);
		expect(takeNow(budget, 90_000)).toBe(5);
	});

	test('headers that are missing change nothing', () => {
		const budget = new Budget('bulk', 10, 0);
		const ticket = budget.take(0);
		budget.observe(ticket, {}, 10);
		expect(takeNow(budget, 1000)).toBe(9);
	});

	test('Retry-After holds back every request of the budget, however full it is', () => {
		const budget = new Budget('write', 10, 0);
		const [first, second] = [budget.take(0), budget.take(0)];
		budget.observe(first, { pauseSeconds: 7 }, 0);
		expect(budget.nextAt(10)).toBeGreaterThanOrEqual(7000);
		budget.observe(second, { pauseSeconds: 1 }, 20);
		expect(budget.nextAt(20)).toBeGreaterThanOrEqual(7000);
	});

	test('after a refused burst requests are spaced, and the rate comes back', () => {
		const budget = new Budget('write', 10, 0);
		budget.observe(budget.take(0), { limit: 100, remaining: 100, pauseSeconds: 1, burst: true }, 0);
		expect(takeNow(budget, 999)).toBe(0);
		expect(takeNow(budget, 1000)).toBe(1);
		const spaced = budget.nextAt(1000) - 1000;
		expect(spaced).toBeGreaterThan(100);
		budget.nextAt(30_000);
		expect(takeNow(budget, 60_000)).toBe(5);
	});

	test('requests start slowly until the first answer', () => {
		const budget = new Budget('write', 10, 0);
		const ticket = budget.take(0);
		expect(budget.nextAt(0)).toBeGreaterThan(300);
		budget.observe(ticket, { limit: 100, remaining: 99 }, 20);
		expect(budget.nextAt(20)).toBeLessThanOrEqual(120);
	});
});
