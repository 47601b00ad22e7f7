import { ViewLog } from '../../../nodes/CompanyRadarVisitorTrigger/visitor/viewLog';
import type { AddressSign } from '../../../nodes/CompanyRadarVisitorTrigger/visitor/address';

const HOUR = 3_600_000;

function logOf(...signs: Array<[AddressSign, number]>): ViewLog {
	const log = new ViewLog();
	for (const [index, sign] of signs
		.flatMap(([each, count]) => Array.from({ length: count }, () => each))
		.entries())
		log.sawAddress({ sign, network: `${index}` }, 0);
	return log;
}

describe('What page views say about N8N_PROXY_HOPS', () => {
	it.each<[AddressSign, RegExp]>([
		['tooFewHops', /passed more proxies/],
		['tooManyHops', /passed fewer proxies/],
		['notPublic', /private addresses/],
		['notInHeader', /'Address Header'/],
	])('counts if most networks say it: %s', (sign, hint) => {
		expect(logOf([sign, 11], ['right', 9]).addressHint()).toMatch(hint);
		expect(logOf([sign, 10], ['right', 10]).addressHint()).toBeUndefined();
	});

	it('is nothing with few networks, or many page views of one', () => {
		expect(logOf(['tooManyHops', 19]).addressHint()).toBeUndefined();
		const log = new ViewLog();
		for (let view = 0; view < 100; view++) log.sawAddress({ sign: 'tooManyHops', network: 'one' }, view);
		expect(log.addressHint()).toBeUndefined();
	});

	it('is forgotten after an hour', () => {
		const log = logOf(['tooManyHops', 30]);
		log.sawAddress({ sign: 'right', network: 'new' }, HOUR);
		expect(log.addressHint()).toBeUndefined();
	});
});

it('counts the page views of the last hour by what became of them', () => {
	const log = new ViewLog();
	log.add('bot', 0);
	for (const minutes of [10, 20]) log.add('known', minutes * 60_000);
	expect(log.summary(HOUR - 1)).toContain(
		'3 page views arrived, with addresses of 0 networks: 2 from visitors who were looked up before; 1 from bots.',
	);
	expect(log.summary(HOUR + 60_000)).toContain('2 page views');
	log.add('bot', 3 * HOUR);
	expect(log.summary(3 * HOUR)).toContain('1 page view arrived');
});
