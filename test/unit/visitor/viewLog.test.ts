import { VisitorState } from '../../../nodes/CompanyRadarVisitorTrigger/state';
import { ViewLog } from '../../../nodes/CompanyRadarVisitorTrigger/viewLog';
import { clock } from '../../../nodes/shared/host/clock';
import { ADDRESS_HINTS, type AddressSign } from '../../../nodes/CompanyRadarVisitorTrigger/address';

const { now } = clock;
let passed = 0;

beforeEach(() => {
	passed = 0;
	clock.now = () => passed;
});
afterAll(() => void (clock.now = now));

const passMinutes = (minutes: number) => void (passed += minutes * 60_000);

function logOf(...signs: Array<[AddressSign, number]>): ViewLog {
	const log = new ViewLog();
	for (const [index, sign] of signs
		.flatMap(([each, count]) => Array.from({ length: count }, () => each))
		.entries())
		log.sawAddress({ sign, network: `${index}` });
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
		for (let view = 0; view < 100; view++) log.sawAddress({ sign: 'tooManyHops', network: 'one' });
		expect(log.addressHint()).toBeUndefined();
	});

	it('is said from one network on where it is asked for, if no page view has an address', () => {
		for (const sign of ['tooFewHops', 'tooManyHops', 'notPublic', 'notInHeader'] as const) {
			expect(logOf([sign, 1]).addressHint(1)).toBe(ADDRESS_HINTS[sign]);
			expect(logOf([sign, 18], ['right', 1]).addressHint(1)).toBeUndefined();
		}
		expect(logOf(['right', 1]).addressHint(1)).toBeUndefined();
		expect(new ViewLog().addressHint(1)).toBeUndefined();
	});

	it('is forgotten after an hour', () => {
		const log = logOf(['tooManyHops', 30]);
		passMinutes(61);
		log.sawAddress({ sign: 'right', network: 'new' });
		expect(log.addressHint()).toBeUndefined();
	});
});

it('counts the page views of the last hour by how they ended', () => {
	const log = new ViewLog();
	log.add('bot');
	for (const minutes of [10, 20]) {
		passMinutes(minutes);
		log.add('known');
	}
	expect(log.summary()).toContain(
		'3 page views arrived in this n8n process, with addresses of 0 networks. 3 not looked up: 2 from visitors who were looked up before; 1 from bots.',
	);
	passMinutes(31);
	expect(log.summary()).toContain('2 page views');
	passMinutes(120);
	log.add('bot');
	expect(log.summary()).toContain('1 page view arrived');
});

it('100 lookups begin in a minute', async () => {
	const state = new VisitorState();
	const begun = async (views: number) => {
		const turns: unknown[] = [];
		for (let view = 0; view < views; view++) turns.push(await state.inTurn(async () => 1));
		return turns.filter(Boolean).length;
	};
	expect(await begun(150)).toBe(100);
	passMinutes(1);
	expect(await begun(150)).toBe(100);
});
