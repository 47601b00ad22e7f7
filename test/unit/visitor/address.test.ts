import {
	addressOf,
	canBeLookedUp,
	checkIpRange,
	isInRanges,
	networkOf,
} from '../../../nodes/CompanyRadarVisitorTrigger/address';

/** A request as n8n's web server has it with this many trusted proxies, the last of which connected. */
function request(forwarded: string | undefined, hops: number, peer = '10.0.0.2') {
	const chain = [...(forwarded ?? '').split(',').map((entry) => entry.trim()), peer].filter(Boolean);
	return {
		// As Express finds it: the first entry from the right that isn't of a trusted proxy.
		ip: chain.at(-1 - Math.min(hops, chain.length - 1)),
		headers: { 'x-forwarded-for': forwarded, 'x-visitor': '8.8.4.4' },
		app: { get: () => (hops > 0 ? hops : false) },
	};
}

const addressIn = (forwarded: string | undefined, hops: number, peer?: string) =>
	addressOf(request(forwarded, hops, peer)).address;

describe("The visitor's address", () => {
	it.each([
		['8.8.8.8', '8.8.8.8'],
		['::ffff:8.8.8.8', '8.8.8.8'],
		['8.8.8.8:5555', '8.8.8.8'],
		['"[2001:4860::1]:4711"', '2001:4860::1'],
		['[2001:4860::1]', '2001:4860::1'],
		['2001:4860:0:0:0:0:0:1:4711', '2001:4860::1'],
	])('is read from %s', (forwarded, address) => {
		expect(addressIn(forwarded, 1)).toBe(address);
	});

	it.each(['garbage', '10.0.0.1', '127.0.0.1', '::1', 'fe80::1%eth0', '203.0.113.9'])(
		'is unknown with %p',
		(forwarded) => {
			expect(addressOf(request(forwarded, 1))).toEqual({ sign: 'notPublic', network: expect.any(String) });
		},
	);

	it.each([
		['8.8.8.8', 1],
		['8.8.8.8, 10.0.0.1', 2],
		// Proxies of the visitor's company, and entries that the visitor made up.
		['10.1.2.3, 8.8.8.8', 1],
		['192.168.7.20, 8.8.8.8', 1],
		['unknown, 8.8.8.8', 1],
		['9.9.9.9, 8.8.8.8', 1],
		['9.9.9.9, 1.1.1.1, 8.8.8.8', 1],
	])('with %s and %d proxies is what the outermost of them saw', (forwarded, hops) => {
		expect(addressIn(forwarded, hops)).toBe('8.8.8.8');
	});

	it('is not taken from a request that passed by the proxies', () => {
		expect(addressOf(request(undefined, 1, '9.9.9.9'))).toEqual({
			sign: 'tooManyHops',
			network: expect.any(String),
		});
		expect(addressOf(request('9.9.9.9', 2))).toEqual({ sign: 'tooManyHops', network: expect.any(String) });
	});

	it('is not that of a proxy that n8n does not know of', () => {
		expect(addressOf(request('8.8.8.8', 0, '1.1.1.1'))).toEqual({
			sign: 'tooFewHops',
			network: expect.any(String),
		});
		expect(addressIn(undefined, 0, '8.8.8.8')).toBe('8.8.8.8');
	});

	it.each([
		['x-visitor', '8.8.4.4', '8.8.4.4'],
		['x-visitor', '"[2001:4860::1]:4711"', '2001:4860::1'],
		['cloudfront-viewer-address', '2001:4860::1:4711', '2001:4860::1'],
		['cloudfront-viewer-address', '8.8.4.4:4711', '8.8.4.4'],
		['x-visitor', '8.8.4.4, 10.0.0.5', undefined],
		['x-missing', '', undefined],
	])('in %s: %s', (name, value, address) => {
		const { sign, address: found } = addressOf({ ip: '1.1.1.1', headers: { [name]: value } }, name);
		expect([found, sign]).toEqual([address, address ? 'right' : 'notInHeader']);
	});

	it.each(['2002:808:808::1', '192.88.99.1', '4000::1', '2001:0:1::1', '8.8.8.0', '2a00:1450:4001::'])(
		'%s costs no lookup, since no company has it, or it was anonymized',
		(address) => expect(canBeLookedUp(address)).toBe(false),
	);

	it('of an ordinary network can be looked up', () => {
		expect(['8.8.8.8', '2a00:1450:4001:82a::200e', '64:ff9b::808:808'].map(canBeLookedUp)).toEqual([
			true,
			true,
			true,
		]);
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
