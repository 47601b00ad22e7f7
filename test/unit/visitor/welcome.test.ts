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
