import { reasonToSkip } from '../../../nodes/CompanyRadarVisitorTrigger/pageView';
import { PEOPLE, PROGRAMS } from './userAgents';

const [PERSON = ''] = PEOPLE;
const RESPECTS = { respectDoNotTrack: true, waitForConsent: false };

const reason = (headers: Record<string, string>, settings = RESPECTS, hasConsent = false) =>
	reasonToSkip(headers, hasConsent, settings);

it('was tried with 200 user agents of people', () =>
	expect(new Set(PEOPLE).size).toBeGreaterThanOrEqual(200));

it.each(PEOPLE)('a person is welcome: %s', (userAgent) => {
	expect(reason({ 'user-agent': userAgent })).toBeUndefined();
});

it.each(PROGRAMS)('a program is not: %s', (userAgent) => {
	expect(reason({ 'user-agent': userAgent })).toBe('bot');
});

it.each([
	['a model without an end', 'Mozilla/5.0 (Linux; Android 13; '.padEnd(14_000, 'x y-')],
	['many systems', 'Android 1; '.repeat(1300)],
	['many parts of one', `FBMF/${'a'.repeat(14_000)}`],
	['words with hyphens', 'a-'.repeat(7000)],
])('a header of 14 KB takes no longer than its start: %s', (_, userAgent) => {
	const millisecondsOf = (header: string) => {
		const start = performance.now();
		for (let round = 0; round < 50; round++) reason({ 'user-agent': header });
		return performance.now() - start;
	};
	const best = (header: string) => Math.min(...[1, 2, 3, 4, 5].map(() => millisecondsOf(header)));
	expect(best(userAgent)).toBeLessThan(3 * best(userAgent.slice(0, 500)) + 1);
});

it.each([
	{},
	{ 'user-agent': PERSON, 'sec-purpose': 'prefetch;prerender' },
	{ 'user-agent': PERSON, purpose: 'prefetch' },
])('nobody looks at the page: %p', (headers) =>
	expect(reason(headers as Record<string, string>)).toBe('bot'),
);

it.each([[{ dnt: '1' }], [{ 'sec-gpc': '1' }]])(
	'who does not want to be tracked is left alone: %p',
	(preference) => {
		const headers = { 'user-agent': PERSON, ...preference };
		expect(reason(headers)).toBe('doNotTrack');
		expect(reason(headers, { ...RESPECTS, respectDoNotTrack: false })).toBeUndefined();
	},
);

it('without consent nobody is looked up, if the node waits for it', () => {
	const waits = { ...RESPECTS, waitForConsent: true };
	expect(reason({ 'user-agent': PERSON }, waits)).toBe('noConsent');
	expect(reason({ 'user-agent': PERSON }, waits, true)).toBeUndefined();
});
