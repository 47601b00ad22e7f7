import { cpuMsOf } from '../../cpuMsOf';
import { keyReader, nearNameFinder } from '../../../nodes/shared/values/rules/keys';
import { hints, refusal, sent, wrongParts } from './results';

const NAMES = [
	'domain',
	'email',
	'profile_url',
	'full_name',
	'keyword',
	'countries',
	'departments',
	'job_titles',
];
const read = keyReader(NAMES);
const near = nearNameFinder(NAMES);

describe('a key', () => {
	it.each([
		['profile_url', 'profile_url'],
		['profile\u2007url', 'profile_url'],
		['profile_url\u0000', 'profile_url'],
		['profile/url', 'profile_url'],
		['"profile_url"', 'profile_url'],
		['[profile_url]', 'profile_url'],
		['ＦｕｌｌＮａｍｅ', 'full_name'],
		['Full\nName', 'full_name'],
		['Full Name:', 'full_name'],
	])('%j is read as %s', (key, name) => {
		const result = read([[key, 'x']]);
		expect([...sent(result).known]).toEqual([[name, 'x']]);
		expect(sent(result).others).toEqual([]);
		expect(hints(result) === '').toBe(key === name);
	});

	it.each([
		'name',
		'url',
		'profile',
		'e',
		'',
		' ',
		'電子メール',
		'domain (main)',
		'__proto__',
		'constructor',
		'toString',
	])('%j is another one, and stays as it was written', (key) => {
		const result = read([[key, 'x']]);
		expect([...sent(result).known]).toEqual([]);
		expect(sent(result).others).toEqual([[key, 'x']]);
		expect(hints(result)).toBe('');
	});

	it('shows its invisible characters in the hint', () => {
		expect(hints(read([['\ufeffdomain', 'x']]))).toBe('"<U+FEFF>domain" was read as domain.');
		expect(hints(read([['domain\u200b', 'x']]))).toBe('"domain<U+200B>" was read as domain.');
	});
});

describe('two keys that are one', () => {
	it.each([
		{ domain: 'a', Domain: 'b' },
		{ Domain: 'a', 'DOMAIN ': 'b' },
		{ domain: ['a'], Domain: ['b'] },
		{ domain: 1, Domain: '1' },
		{ domain: false, Domain: 'x' },
	])('are wrong with different values: %j', (entries) => {
		const result = read(Object.entries(entries));
		const [first, second] = Object.keys(entries);
		expect(wrongParts(result)).toEqual(['domain']);
		expect(refusal(result)).toContain(`"${first}" and "${second}" are the same field`);
	});

	it.each<[object, unknown]>([
		[{ domain: 'a', Domain: 'a' }, 'a'],
		[{ domain: { a: 1 }, Domain: { a: 1 } }, { a: 1 }],
		[{ domain: 'a', Domain: '' }, 'a'],
		[{ domain: null, Domain: 'a' }, 'a'],
		[{ domain: ' \u200b', Domain: 'a', DOMAIN: undefined }, 'a'],
	])('are fine with the same value, or with one that is empty: %j', (entries, value) => {
		expect(sent(read(Object.entries(entries))).known.get('domain')).toEqual(value);
	});

	it.each([
		['cyclic', () => ({ self: null as unknown })],
		['big numbers', () => 10n],
		[
			'that throw',
			() => ({
				toJSON: () => {
					throw new Error('not to be read');
				},
			}),
		],
	])('do not crash with values that are no JSON: %s', (_, make) => {
		const [one, other] = [make(), make()];
		for (const value of [one, other]) if (typeof value === 'object' && 'self' in value) value.self = value;
		expect(() =>
			read([
				['domain', one],
				['Domain', other],
			]),
		).not.toThrow();
	});
});

describe('a key that is nearly right', () => {
	it.each([
		['jobtitle', 'job_titles'],
		['Job Title', 'job_titles'],
		['country', 'countries'],
		['Countrys', 'countries'],
		['e_mails', 'email'],
		['fullnames', 'full_name'],
		['Department', 'departments'],
		['Abteilung', 'departments'],
		['Titles', 'job_titles'],
		['Title Filter', 'job_titles'],
	])('%s is nearly %s', (key, name) => {
		expect(near(key)).toBe(name);
	});

	it.each([
		'',
		'e',
		'name',
		'url',
		'title',
		'job',
		'job_title_id',
		'company',
		'domain_name',
		'emailed_at',
		'niamod',
		'main',
		'county_code',
	])('%j is nearly nothing', (key) => {
		expect(near(key)).toBeUndefined();
	});

	it('is found fast, however long it is', async () => {
		const long = ['d'.repeat(1_000_000), `domain${' '.repeat(1_000_000)}s`];
		const { cpuMs } = await cpuMsOf(() => long.map(near));
		expect(cpuMs).toBeLessThan(10_000);
	});
});
