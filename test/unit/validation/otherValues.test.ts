import { DateTime, IANAZone } from 'luxon';

import ALIASES from '../../../nodes/shared/api/countryAliases.json';
import { cpuMsOf } from '../../cpuMsOf';
import { checkMonth, checkUpdatesSince } from '../../../nodes/shared/values/rules/dates';
import { checkDomain } from '../../../nodes/shared/values/rules/domain';
import { checkEmail, checkWebhookUrl } from '../../../nodes/shared/values/rules/addresses';
import { checkCustomFields, checkCountries } from '../../../nodes/shared/values/rules/radarFieldChecks';
import { nearNameFinder } from '../../../nodes/shared/values/rules/keys';
import {
	checkCount,
	checkLimit,
	checkUsd,
	shown,
	wholeNumber,
} from '../../../nodes/shared/values/rules/primitives';
import PAGE_HOSTS from '../../../nodes/shared/values/signs/pageHosts.json';
import { CHECKS, remote } from './checks';
import { hints, refusal, sent, wrongParts } from './results';

const NOW = Date.UTC(2026, 10, 21, 12);
const inBerlin = { now: NOW, timeZone: 'Europe/Berlin' };

describe('values that JSON does not have', () => {
	it.each([
		['a function', () => 1],
		['a symbol', Symbol('id')],
		['bytes', new Uint8Array([1, 2])],
		['a list that claims millions of items', new Array<string>(2_000_000)],
	])('are shown as unreadable: %s', (_, value) => expect(shown(value)).toBe("a value that can't be read"));

	it.each(['webhook_url', 'updates_since', 'job_titles', 'departments', 'seniorities'])(
		'are refused in a radar where an expression gives no %s',
		(name) => {
			const body = { radar_type: 'company_new_hires', domain: 'example.com', [name]: undefined };
			expect(wrongParts(CHECKS.radar(body))).toEqual([name]);
			expect(refusal(CHECKS.radar(body))).toMatch(/^is empty/);
		},
	);

	it('are refused in fields of a radar that nobody knows', () => {
		const cyclic: Record<string, unknown> = {};
		cyclic.self = cyclic;
		const body = { radar_type: 'company_mentions', domain: 'example.com', cyclic, run: () => 1 };
		expect(wrongParts(CHECKS.radar(body))).toEqual(['cyclic', 'run']);
	});

	it('may be a DateTime of another copy of luxon, which has nothing in common but the shape', () => {
		const foreign = { isLuxonDateTime: true, offset: 60, toMillis: () => Date.UTC(2026, 10, 1, 9) };
		expect(sent(checkUpdatesSince(foreign, inBerlin))).toBe('2026-11-01T10:00:00.000+01:00');
	});

	it.each([
		[undefined, /empty/],
		[new Date(NaN), /invalid date/],
		[DateTime.invalid('wrong'), /invalid date/],
		[new Date(8.64e15), /four digits/],
	])('are refused as a date: %j', (value, reason) => {
		expect(refusal(checkUpdatesSince(value, inBerlin))).toMatch(reason);
	});

	it('are sent as text in custom fields', () => {
		const at = DateTime.fromISO('2026-11-01T00:00:00.000+01:00', { setZone: true });
		const result = checkCustomFields({ big: 9912140633506421n, at, date: new Date(0), gone: undefined });
		expect(sent(result)).toEqual({
			big: '9912140633506421',
			at: '2026-11-01T00:00:00.000+01:00',
			date: '1970-01-01T00:00:00.000Z',
		});
		expect(hints(result)).toBe('"gone" is empty and was left out.');
		expect(wrongParts(checkCustomFields({ nan: NaN, far: Infinity }))).toEqual(['nan', 'far']);
	});

	it('are numbers where they are whole', () => {
		for (const check of [wholeNumber(1, 10), checkLimit, checkCount]) expect(sent(check(7n))).toBe(7);
		for (const value of [NaN, Infinity, new Date(5)])
			for (const check of [wholeNumber(1, 10), checkLimit, checkCount, checkUsd])
				expect(check(value).ok).toBe(false);
	});

	it.each([
		[DateTime.fromISO('2026-11-01T00:30:00+05:00', { setZone: true }), '2026-10'],
		[DateTime.fromISO('2026-10-31T23:30:00-05:00', { setZone: true }), '2026-11'],
		[new Date('2026-11-30T23:59:59Z'), '2026-11'],
	])('have their month in UTC: %s', (value, month) => {
		expect(sent(checkMonth(value))).toBe(month);
		expect(refusal(checkMonth(new Date(NaN)))).toMatch(/invalid date/);
	});
});

describe('long values', () => {
	it.each([
		['a domain', () => checkDomain(`${'a.'.repeat(130)}com`, remote), /253/],
		['a page', () => checkDomain(`https://example.com/${'x'.repeat(3000)}`, remote), /too long/],
		['an email', () => checkEmail(`jane@${'a.'.repeat(130)}com`, remote), /is longer than 254 characters/],
	])('are refused: %s', (_, check, reason) => expect(refusal(check())).toMatch(reason));

	it('may be a webhook URL of 2048 characters; more only for a single radar, with a hint', () => {
		const url = (length: number) => 'https://example.com/'.padEnd(length, 'x');
		expect(hints(checkWebhookUrl(url(2048), { ...remote, bulk: true }))).toBe('');
		expect(refusal(checkWebhookUrl(url(2049), { ...remote, bulk: true }))).toMatch(/2049 characters/);
		expect(hints(checkWebhookUrl(url(2049), remote))).toMatch(/2049 characters/);
	});
});

test('a country may have other names, and no name is of two', () => {
	const names = Object.values(ALIASES).flat();
	expect(new Set(names).size).toBe(names.length);
	for (const [country, others] of Object.entries(ALIASES))
		for (const other of others) expect(sent(checkCountries([other]))).toEqual([country]);
});

test('hosts of pages are at most 300, each once', () => {
	const hosts = Object.values(PAGE_HOSTS).flat();
	expect(hosts.length).toBeLessThanOrEqual(300);
	expect(new Set(hosts).size).toBe(hosts.length);
});

test('international names are taken however often they are checked', () => {
	const results = Array.from({ length: 10_000 }, () => checkDomain('bücher.example.com', remote).ok);
	expect(results).not.toContain(false);
});

test('a long column name is compared fast', async () => {
	const long = ['d'.repeat(1_000_000), `domain${' '.repeat(1_000_000)}s`];
	const { cpuMs } = await cpuMsOf(() => long.map(nearNameFinder(['domain', 'email'])));
	expect(cpuMs).toBeLessThan(10_000);
});

test('dates within the five years are checked without looking up the time zone for each', () => {
	const lookUps = jest.spyOn(IANAZone, 'isValidZone');
	const dates = Array.from({ length: 1000 }, (_, index) => new Date(NOW - index * 60_000).toISOString());
	expect(dates.map((date) => checkUpdatesSince(date, inBerlin).ok)).not.toContain(false);
	// Each lookup creates a formatter, and freeing 100,000 of them at once blocked n8n for 0.8 s.
	expect(lookUps.mock.calls.length).toBeLessThan(10);
	lookUps.mockRestore();
});
