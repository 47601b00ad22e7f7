import type { Radar, RadarDefinition } from '../../../nodes/shared/api/types';
import { apiFailure } from '../../../nodes/shared/client/errors/apiFailure';
import { afterBulkSearch, afterSearch } from '../../../nodes/shared/client/safeCreate/nextStep';

const cut = apiFailure('createRadar', 'cut', 'unknown');
const conflict = { ...apiFailure('createRadar', 'status', 'refused'), status: 409, conflictingRadarId: 'a' };

const radar = (radar_id: string, domain = 'acme.com') =>
	({ radar_id, domain, radar_type: 'company_reviews' }) as Radar;

const own = { isOwn: () => true, maySendAgain: true };
const foreign = { isOwn: () => false, maySendAgain: false };

describe('After the search', () => {
	test('the only radar that is surely its own is the one', () => {
		expect(afterSearch(cut, { found: [radar('a')] }, own)).toEqual({ takeOver: radar('a') });
	});

	test.each([
		['one that may be someone else’s', [radar('a')], foreign],
		['several', [radar('a'), radar('b')], own],
	])('the outcome is unknown with %s', (_, found, options) => {
		expect(afterSearch(cut, { found }, options)).toEqual({
			fail: {
				...cut,
				outcome: 'unknown',
				candidates: [{ itemIndex: 0, radarIds: found.map(({ radar_id: id }) => id) }],
			},
		});
	});

	test('without a radar it is sent again, and in the end surely not done', () => {
		expect(afterSearch(cut, { found: [] }, own)).toBe('sendAgain');
		expect(afterSearch(cut, { found: [] }, foreign)).toMatchObject({ fail: { outcome: 'notDone' } });
	});

	test('that failed, the outcome stays unknown and says why', () => {
		expect(afterSearch(cut, { failedBecause: 'No list.' }, own)).toMatchObject({
			fail: { outcome: 'unknown', detail: 'No list.', candidates: [] },
		});
	});
});

describe('After a conflict', () => {
	test.each([
		['a radar that this create can not have made refuses it', [], { fail: conflict }],
		['its own radar is the result', [radar('a')], { takeOver: radar('a') }],
	])('%s', (_, found, expected) => {
		expect(afterSearch(conflict, { found }, own)).toEqual(expected);
	});

	test.each([
		['can not be read', { failedBecause: 'No radar.' }],
		['may be someone else’s', { found: [radar('a')] }],
	])('the outcome is unknown where the radar %s', (_, result) => {
		expect(afterSearch(conflict, result, foreign)).toMatchObject({
			fail: { outcome: 'unknown', candidates: [{ itemIndex: 0, radarIds: ['a'] }] },
		});
	});
});

describe('After a bulk create with an unknown outcome', () => {
	const definition = (domain: string): RadarDefinition => ({ radar_type: 'company_reviews', domain });

	test('each definition names the radars that may be its own', () => {
		const found = [radar('a'), radar('b', 'beta.com'), radar('c')];
		const definitions = [definition('acme.com'), definition('none.com'), definition('beta.com')];
		expect(afterBulkSearch(cut, { found }, definitions)).toEqual({
			...cut,
			candidates: [
				{ itemIndex: 0, radarIds: ['a', 'c'] },
				{ itemIndex: 2, radarIds: ['b'] },
			],
		});
	});

	test('a list that could not be read is the reason', () => {
		expect(afterBulkSearch(cut, { failedBecause: 'No list.' }, [definition('acme.com')])).toMatchObject({
			outcome: 'unknown',
			detail: 'No list.',
			candidates: [],
		});
	});
});
