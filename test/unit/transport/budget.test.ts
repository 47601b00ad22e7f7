import { Budget } from '../../../nodes/shared/transport/pacing/budget';
import { simulate, type Scenario } from './simulation';

/** The same numbers in every run. */
const randomFrom = (seed: number) => {
	let state = seed;
	return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
};

/** The least time of N writes by the model of a full bucket that refills continuously, with one answer. */
const leastSeconds = ({ requests, perMinute, perSecond, latency }: Scenario) => {
	const count = requests.reduce((sum, one) => sum + one, 0);
	return Math.max((count - perMinute) / (perMinute / 60), count / perSecond) + latency() / 1000;
};

const between = (random: () => number, from: number, to: number) => () => from + random() * (to - from);

const scenario = (changes: Partial<Scenario> = {}): Scenario => ({
	requests: [600],
	perMinute: 100,
	perSecond: 10,
	onTheWay: between(randomFrom(7), 5, 15),
	latency: () => 30,
	...changes,
});

describe('one process uses all that the service gives, and is never refused', () => {
	const random = randomFrom(11);
	test.each<[string, Partial<Scenario>]>([
		['600 creates', {}],
		['600 reveals that take 2 seconds', { latency: () => 2000 }],
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

describe('two processes with one key', () => {
	test.each([
		[30, 0.2],
		[500, 0.2],
		[2000, 0.2],
		[2000, 0],
		[5000, 0],
	])(
		'at %i ms latency, and %d of that more or less: all is used, at most 1 %% is refused',
		(latency, spread) => {
			const runs = [1, 2, 3, 4].map((seed) => {
				const random = randomFrom(seed);
				return scenario({
					requests: [300, 300],
					onTheWay: between(random, 5, 15),
					latency: between(random, (1 - spread) * latency, (1 + spread) * latency),
				});
			});
			const outcomes = runs.map(simulate);
			const sum = (pick: 'refused' | 'sent' | 'seconds') =>
				outcomes.reduce((total, outcome) => total + outcome[pick], 0);
			expect(sum('refused') / sum('sent')).toBeLessThanOrEqual(0.01);
			expect(sum('seconds') / runs.length / 300).toBeLessThan(1.03);
		},
	);
});

describe('what a budget learns', () => {
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
		budget.learn(ticket, { limit: 6000, remaining: 5999 }, 20);
		expect(takeNow(budget, 20, 6000)).toBeGreaterThan(4900);
	});

	test('a lower limit too', () => {
		const budget = new Budget('read', 10_000, 0);
		const ticket = budget.take(0);
		budget.learn(ticket, { limit: 20, remaining: 19 }, 20);
		expect(takeNow(budget, 1000)).toBe(19);
	});

	test('what others took is not sent', () => {
		const budget = new Budget('write', 1000, 0);
		const ticket = budget.take(0);
		budget.learn(ticket, { limit: 100, remaining: 40 }, 100);
		let remaining = 40;
		for (let now = 100; now < 300; now++) {
			while (budget.nextAt(now) <= now)
				budget.learn(budget.take(now), { limit: 100, remaining: --remaining }, now);
		}
		expect(remaining).toBeLessThan(10);
		expect(remaining).toBeGreaterThanOrEqual(0);
	});

	test('others are taken to send as well while answers are on their way', () => {
		const budget = new Budget('write', 1000, 0);
		budget.learn(budget.take(0), { limit: 100, remaining: 40 }, 100);
		let taken = 0;
		for (let now = 100; now < 300; now++) taken += takeNow(budget, now);
		expect(taken).toBeGreaterThan(10);
		expect(taken).toBeLessThanOrEqual(20);
	});

	test('a reset time that contradicts the limit tells the rate of the refill', () => {
		const budget = new Budget('write', 1000, 0);
		for (let index = 0; index < 99; index++) budget.take(0);
		const ticket = budget.take(0);
		budget.learn(ticket, { limit: 100, remaining: 0, reset: 600 }, 10);
		expect(budget.nextAt(10)).toBeGreaterThan(5000);
	});

	test('headers that are missing change nothing', () => {
		const budget = new Budget('bulk', 10, 0);
		const ticket = budget.take(0);
		budget.learn(ticket, {}, 10);
		expect(takeNow(budget, 1000)).toBe(9);
	});

	test('Retry-After holds back every request of the budget, however full it is', () => {
		const budget = new Budget('write', 10, 0);
		budget.pause(7000, false, 0);
		expect(budget.nextAt(10)).toBe(7000);
		budget.pause(1000, false, 20);
		expect(budget.nextAt(20)).toBe(7000);
	});

	test('after a refused burst requests are spaced, and the rate comes back', () => {
		const budget = new Budget('write', 10, 0);
		takeNow(budget, 0);
		budget.pause(1000, true, 0);
		expect(takeNow(budget, 1000)).toBe(0);
		const spaced = budget.nextAt(1000) - 1000;
		expect(spaced).toBeGreaterThan(100);
		budget.nextAt(30_000);
		expect(takeNow(budget, 60_000)).toBe(5);
	});
});
