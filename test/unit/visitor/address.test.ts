import { addressOf } from '../../../nodes/CompanyRadarVisitorTrigger/visitor/address';
import { fingerprint, open, seal } from '../../../nodes/CompanyRadarVisitorTrigger/visitor/seal';
import { checkIpRange, isInRanges, networkOf } from '../../../nodes/shared/validation/ipRange';

/** A request as n8n's web server has it with so many trusted proxies. */
const request = (ip: string, forwarded?: string, hops = 0) => ({
	ip,
	headers: { 'x-forwarded-for': forwarded, 'x-visitor': '8.8.4.4' },
	app: { get: () => (hops > 0 ? hops : false) },
});

describe("The visitor's address", () => {
	it.each([
		['8.8.8.8', '8.8.8.8'],
		['::ffff:8.8.8.8', '8.8.8.8'],
		['8.8.8.8:5555', '8.8.8.8'],
		['"[2001:4860::1]:4711"', '2001:4860::1'],
		['[2001:4860::1]', '2001:4860::1'],
	])('is read from %s', (ip, address) => {
		expect(addressOf(request(ip))).toEqual({ address });
	});

	it.each(['', 'garbage', '10.0.0.1', '127.0.0.1', '::1', 'fe80::1%eth0', '203.0.113.9', '8.8.8.8, 8.8.4.4'])(
		'is unknown with %p',
		(ip) => expect(addressOf(request(ip))).toEqual({ problem: 'notPublic' }),
	);

	it('is certain when each trusted proxy has added its entry', () => {
		expect(addressOf(request('8.8.8.8', '8.8.8.8', 1))).toEqual({ address: '8.8.8.8' });
		expect(addressOf(request('8.8.8.8', '8.8.8.8, 10.0.0.1', 2))).toEqual({ address: '8.8.8.8' });
	});

	it('is not taken from a proxy that n8n does not know, or from a forged entry', () => {
		expect(addressOf(request('1.1.1.1', '8.8.8.8'))).toEqual({ problem: 'tooFewHops' });
		expect(addressOf(request('8.8.8.8', '9.9.9.9, 8.8.8.8', 1))).toEqual({ problem: 'tooFewHops' });
		expect(addressOf(request('8.8.8.8', '8.8.8.8', 2))).toEqual({ problem: 'tooManyHops' });
		expect(addressOf(request('10.0.0.5', undefined, 1))).toEqual({ problem: 'notPublic' });
	});

	it('is taken from a header if the user wants that', () => {
		expect(addressOf(request('1.1.1.1', '8.8.8.8'), 'x-visitor')).toEqual({ address: '8.8.4.4' });
		expect(addressOf(request('1.1.1.1'), 'x-missing')).toEqual({ problem: 'notInHeader' });
	});
});

describe('Networks', () => {
	it('are an IPv4 address or an IPv6 /64', () => {
		expect(networkOf('8.8.8.8')).toBe('8.8.8.8');
		expect(networkOf('2001:4860:0:1::7')).toBe(networkOf('2001:4860:0:1:ffff::'));
		expect(networkOf('2001:4860:0:2::7')).not.toBe(networkOf('2001:4860:0:1::7'));
	});

	it('are found in ranges, where an IPv6 address stands for its /64', () => {
		expect(isInRanges('8.8.8.8', ['8.8.8.0/24'])).toBe(true);
		expect(isInRanges('8.8.8.8', ['1.1.1.1', '8.8.8.0/24'])).toBe(true);
		expect(isInRanges('8.8.9.8', ['8.8.8.0/24', '2001:4860::/32'])).toBe(false);
		expect(isInRanges('2001:4860:0:1::7', ['2001:4860:0:1::9'])).toBe(true);
		expect(isInRanges('8.8.8.8', ['::ffff:8.8.8.8'])).toBe(true);
		expect(isInRanges('8.8.8.8', ['::ffff:8.8.8.0/120'])).toBe(true);
		expect(isInRanges('8.8.9.8', ['::ffff:8.8.8.0/120'])).toBe(false);
		expect(isInRanges('8.8.8.8', ['::ffff:808:808/128'])).toBe(true);
		expect(isInRanges('8.8.8.8', ['::ffff:0:0/96'])).toBe(true);
		expect(isInRanges('8.8.8.8', ['::/0'])).toBe(false);
	});

	it.each(['8.8.8.0/33', 'office', '8.8.8', '010.0.0.1'])('are not %p', (text) => {
		expect(checkIpRange(text).ok).toBe(false);
	});
});

describe('A sealed address', () => {
	it('opens with the key that sealed it, and looks different each time', () => {
		expect(open(seal('8.8.8.8', 'key'), 'key')).toBe('8.8.8.8');
		expect(seal('8.8.8.8', 'key')).not.toBe(seal('8.8.8.8', 'key'));
	});

	it('opens with no other key, and not when it was changed', () => {
		const sealed = seal('8.8.8.8', 'key');
		expect(open(sealed, 'other')).toBeUndefined();
		expect(open(`${sealed.slice(0, -4)}AAAA`, 'key')).toBeUndefined();
		expect(open('', 'key')).toBeUndefined();
	});

	it('has a fingerprint of its own for each node and key', () => {
		const own = fingerprint('8.8.8.8', 'node', 'key');
		expect(own).toBe(fingerprint('8.8.8.8', 'node', 'key'));
		expect([fingerprint('8.8.8.8', 'node', 'other'), fingerprint('8.8.8.8', 'other', 'key')]).not.toContain(
			own,
		);
	});
});
