import { checkBaseUrl } from '../../../nodes/shared/client/http/baseUrl';

test.each([
	['https://api.example.com', 'https://api.example.com'],
	['  https://api.example.com/  ', 'https://api.example.com'],
	['https://api.example.com///', 'https://api.example.com'],
	['https://api.example.com/v1', 'https://api.example.com'],
	['https://api.example.com/v1/', 'https://api.example.com'],
	['https://api.example.com/radar/v1/', 'https://api.example.com/radar'],
	['https://api.example.com:8443', 'https://api.example.com:8443'],
	['HTTPS://API.Example.com', 'https://api.example.com'],
	['api.example.com', 'https://api.example.com'],
	['api.example.com:8443/radar', 'https://api.example.com:8443/radar'],
	['https://api.example.com/v1/radars', 'https://api.example.com'],
	['\u200bhttps://api.example.com\ufeff', 'https://api.example.com'],
	['http://localhost:3000', 'http://localhost:3000'],
	['http://127.0.0.1:3000/', 'http://127.0.0.1:3000'],
	['http://127.8.9.1', 'http://127.8.9.1'],
	['http://[::1]:3000', 'http://[::1]:3000'],
])('%j is sent to as %s', (value, expected) => {
	expect(checkBaseUrl(value)).toEqual({ ok: true, value: expected, doubts: [], notes: [] });
});

test.each([
	['', /is empty/],
	['   ', /is empty/],
	[undefined, /is empty/],
	[42, /is empty/],
	['api', /not a web address/],
	['https://https://api.example.com', /contains https:\/\/ twice/],
	['https://', /not a web address/],
	['http://api.example.com', /does not start with https/],
	['http://localhost.example.com', /does not start with https/],
	['http://127.0.0.1.example.com', /does not start with https/],
	['http://10.0.0.1', /does not start with https/],
	['http://[::2]', /does not start with https/],
	['ftp://localhost', /does not start with https/],
	['https://user:secret@api.example.com', /user name or a password/],
	['https://user@api.example.com', /user name or a password/],
	['https://api.example.com?key=1', /after \? or #/],
	['https://api.example.com/?', /after \? or #/],
	['https://api.example.com#top', /after \? or #/],
])('%j is refused', (value, reason) => {
	const verdict = checkBaseUrl(value);
	if (verdict.ok) throw new Error(`Accepted as ${verdict.value}`);
	expect(verdict.problems[0]?.what).toMatch(reason);
	expect(verdict.problems[0]?.todo).toMatch(/\.$/);
});
