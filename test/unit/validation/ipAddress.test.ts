import { checkPublicIpAddress } from '../../../nodes/shared/values/rules/ipAddress';
import { doubts, hints, refusal, sent } from './results';

describe('ip of a reveal', () => {
	it.each([
		['8.8.8.8', '8.8.8.8'],
		[' 1.1.1.1\n', '1.1.1.1'],
		['223.255.255.255', '223.255.255.255'],
		['2001:4860:4860:0:0:0:0:8888', '2001:4860:4860::8888'],
		['2606:4700:0000:0000:0001:0000:0000:0001', '2606:4700::1:0:0:1'],
		['2606:4700:0:1:1:1:1:1', '2606:4700:0:1:1:1:1:1'],
		['2A00:1450:4001:81B::200E', '2a00:1450:4001:81b::200e'],
		['2606:4700::0102:0304', '2606:4700::102:304'],
		['2606:4700::1.2.3.4', '2606:4700::102:304'],
	])('sends %j as %s', (value, canonical) => {
		const result = checkPublicIpAddress(value);
		expect(sent(result)).toBe(canonical);
		expect(hints(result)).toBe('');
	});

	it.each([
		['8.8.8.8:443', /has a port/],
		['[2606:4700::1]:443', /has a port/],
		['example.com:443', /has a port/],
		['[2606:4700::1]', /brackets/],
		['https://8.8.8.8', /URL/],
		['https://very-long-host-name-of-a-company.example.com/path', /URL/],
		['//8.8.8.8', /URL/],
		['8.8.8.8/path', /URL or a path/],
		['8.8.8.0/24', /CIDR/],
		['2606:4700::/32', /CIDR/],
		['2606:4700::1%eth0', /zone ID/],
		['fe80::1%25eth0', /zone ID/],
		['8.8.8.8, 1.1.1.1', /more than one/],
		['8.8.8.8 1.1.1.1', /more than one/],
		['not an address', /not an IP address/],
		['8.8.8.8 (visitor)', /not an IP address/],
		['example.com', /not an IP address/],
		['localhost', /not an IP address/],
		['8', /not an IP address/],
		['134744072', /not an IP address/],
		[134_744_072, /not an IP address/],
		['0x08080808', /not an IP address/],
		['8.8', /not an IP address/],
		['8.8.8', /not an IP address/],
		['8.8.8.8.8', /not an IP address/],
		['8.8.8.', /not an IP address/],
		['08.8.8.8', /not an IP address/],
		['8.8.8.010', /not an IP address/],
		['0x8.8.8.8', /not an IP address/],
		['8.8.8.0x8', /not an IP address/],
		['8.8.8.256', /not an IP address/],
		['999.1.1.1', /not an IP address/],
		['2606:4700::1::1', /not an IP address/],
		['2606:4700:::1', /not an IP address/],
		['1:2:3:4:5:6:7:8:9', /not an IP address/],
		['1:2:3:4:5:6:7', /not an IP address/],
		['2606:4700::12345', /not an IP address/],
		['2606:4700::g', /not an IP address/],
		['::ffff:08.8.8.8', /not an IP address/],
		['::ffff:8.8.8', /not an IP address/],
		['8.8.8.8::', /not an IP address/],
		['-8.8.8.8', /not an IP address/],
		['8.8.8.-8', /not an IP address/],
		['٨.٨.٨.٨', /not an IP address/],
		['0000:0000:0000:0000:0000:0000:0000:0000:0000:0001', /longer than 45/],
		['', /empty/],
		[null, /empty/],
		[['8.8.8.8'], /a list/],
		[{ ip: '8.8.8.8' }, /an object/],
	])('refuses %j by its form', (value, reason) => {
		expect(refusal(checkPublicIpAddress(value))).toMatch(reason);
	});

	it.each([
		['0.0.0.0', /"this network"/],
		['10.0.0.1', /private/],
		['100.64.0.1', /private/],
		['127.0.0.1', /loopback/],
		['127.255.255.254', /loopback/],
		['169.254.169.254', /link-local/],
		['172.16.0.1', /private/],
		['172.31.255.255', /private/],
		['192.0.0.1', /reserved/],
		['192.0.2.1', /documentation/],
		['192.168.1.1', /private/],
		['198.18.0.1', /benchmark/],
		['198.51.100.7', /documentation/],
		['203.0.113.7', /documentation/],
		['224.0.0.1', /multicast/],
		['239.255.255.255', /multicast/],
		['240.0.0.1', /reserved/],
		['255.255.255.255', /broadcast/],
		['::', /"no address"/],
		['::1', /loopback/],
		['64:ff9b:1::1', /private/],
		['100::1', /discarded/],
		['2001:2::1', /benchmark/],
		['2001:10::1', /reserved/],
		['2001:db8::1', /documentation/],
		['3fff:fff::1', /documentation/],
		['5f00::1', /reserved/],
		['fc00::1', /private/],
		['fdff::1', /private/],
		['fe80::1', /link-local/],
		['fec0::1', /private/],
		['ff02::1', /multicast/],
		['192.0.0.9', /reserved/],
	])('refuses %s by its block', (value, reason) => {
		expect(refusal(checkPublicIpAddress(value))).toMatch(reason);
	});

	it.each([
		'9.255.255.255',
		'11.0.0.0',
		'172.15.255.255',
		'172.32.0.0',
		'192.167.255.255',
		'192.169.0.0',
		'126.255.255.255',
	])('takes %s, the neighbour of a private block', (value) => {
		expect(sent(checkPublicIpAddress(value))).toBe(value);
	});

	it.each([
		['::ffff:8.8.8.8', '8.8.8.8', /sent as 8\.8\.8\.8/],
		['::FFFF:0808:0808', '8.8.8.8', /sent as 8\.8\.8\.8/],
		['64:ff9b::8.8.8.8', '8.8.8.8', /sent as 8\.8\.8\.8/],
		['64:FF9B::808:808', '8.8.8.8', /sent as 8\.8\.8\.8/],
		['192.88.99.1', '192.88.99.1', /6to4/],
		['2001::1', '2001::1', /Teredo/],
		['2002:808:808::1', '2002:808:808::1', /6to4/],
		['2002::', '2002::', /6to4/],
		['192.175.48.1', '192.175.48.1', /infrastructure/],
		['4000::1', '4000::1', /isn't assigned/],
		['::8.8.8.8', '::808:808', /isn't assigned/],
	])('sends %s as %s with a hint', (value, canonical, hint) => {
		const result = checkPublicIpAddress(value);
		expect(sent(result)).toBe(canonical);
		expect(hints(result)).toMatch(hint);
	});

	it.each(['93.184.216.0', '93.184.0.0', '::ffff:93.184.216.0', '2a00:1450:4001::', '2a00:1450::'])(
		'doubts %s, which may be anonymized',
		(value) => expect(doubts(checkPublicIpAddress(value))).toMatch(/ends in zeros.*A match is charged/),
	);

	it.each(['93.184.216.10', '93.184.0.1', '93.0.0.34', '2a00:1450:4001::1', '2a00:1450:4001:1::'])(
		'does not doubt %s',
		(value) => expect(doubts(checkPublicIpAddress(value))).toBe(''),
	);

	it.each([
		['::ffff:10.0.0.1', /10\.0\.0\.1 is a private/],
		['::ffff:7f00:1', /127\.0\.0\.1 is a loopback/],
		['64:ff9b::10.0.0.1', /10\.0\.0\.1 is a private/],
	])('judges %s by the inner address', (value, reason) => {
		expect(refusal(checkPublicIpAddress(value))).toMatch(reason);
	});
});
