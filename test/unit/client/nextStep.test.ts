import type { Radar } from '../../../nodes/shared/api/types';
import { apiFailure } from '../../../nodes/shared/client/errors/apiFailure';
import { afterBulkSearch, afterSearch } from '../../../nodes/shared/client/safeCreate/nextStep';

const cut = apiFailure('createRadar', 'cut', 'unknown');
const conflict = { ...apiFailure('createRadar', 'status', 'refused'), status: 409, conflictingRadarId: 'a' };

const radar = (radar_id: string, tag = 't') =>
	({ radar_id, radar_type: 'company_reviews', custom_fields: { n8n_create_tag: tag } }) as unknown as Radar;

const first = { maySendAgain: true, keepsTags: true };
const last = { maySendAgain: false, keepsTags: true };
const withoutTags = { maySendAgain: true, keepsTags: false };

describe('After the search', () => {
	test('the radar with the tag is the one, even if the service once dropped a tag', () => {
		for (const situation of [first, last, withoutTags])
			expect(afterSearch(cut, { found: [radar('a')] }, situation)).toEqual({ takeOver: radar('a') });
	});

	test('two radars with the tag are both named', () => {
		expect(afterSearch(cut, { found: [radar('a'), radar('b')] }, first)).toMatchObject({
			fail: { outcome: 'unknown', candidates: [{ itemIndex: 0, radarIds: ['a', 'b'] }] },
		});
	});

	test('without a radar it is sent again, and in the end surely not done', () => {
		expect(afterSearch(cut, { found: [] }, first)).toEqual({});
		expect(afterSearch(cut, { found: [] }, last)).toMatchObject({ fail: { outcome: 'notDone' } });
	});

	test('that failed, the outcome stays unknown and says why', () => {
		expect(afterSearch(cut, { found: [], failedBecause: 'No list.' }, first)).toMatchObject({
			fail: { outcome: 'unknown', detail: 'No list.', candidates: [] },
		});
	});

	test('is no proof where new radars come back without their tag', () => {
		expect(afterSearch(cut, { found: [] }, withoutTags)).toMatchObject({
			fail: { outcome: 'unknown', detail: expect.stringContaining('custom fields') },
		});
	});
});

describe('After a conflict', () => {
	test('its own radar is the result, and another one the conflict', () => {
		expect(afterSearch(conflict, { found: [radar('a')] }, first)).toEqual({ takeOver: radar('a') });
		expect(afterSearch(conflict, { found: [] }, first)).toEqual({ fail: conflict });
	});

	test.each([
		['can not be read', { found: [], failedBecause: 'No radar.' }, first],
		['can not be recognized', { found: [] }, withoutTags],
	])('the outcome is unknown where the radar %s', (_, result, situation) => {
		expect(afterSearch(conflict, result, situation)).toMatchObject({
			fail: { outcome: 'unknown', candidates: [], conflictingRadarId: 'a' },
		});
	});
});

describe('After a bulk create with an unknown outcome', () => {
	test('each item has the radar with its tag, and the others are missing', () => {
		const found = [radar('a', 't.2'), radar('b', 't.0'), radar('c', 't.10')];
		expect(afterBulkSearch(cut, { found }, { count: 4, keepsTags: true })).toMatchObject({
			found: [
				{ itemIndex: 0, radar: { radar_id: 'b' } },
				{ itemIndex: 2, radar: { radar_id: 'a' } },
			],
			missing: [1, 3],
			isSure: true,
			failure: { outcome: 'unknown', detail: expect.stringContaining('Not there after 60 seconds') },
		});
	});

	test('two radars of one item are named', () => {
		const found = [radar('a', 't.0'), radar('b', 't.0')];
		expect(afterBulkSearch(cut, { found }, { count: 1, keepsTags: true })).toMatchObject({
			found: [],
			missing: [0],
			isSure: false,
			failure: { candidates: [{ itemIndex: 0, radarIds: ['a', 'b'] }] },
		});
	});

	test('a list that could not be read is the reason', () => {
		expect(
			afterBulkSearch(cut, { found: [], failedBecause: 'No list.' }, { count: 1, keepsTags: true }),
		).toMatchObject({ isSure: false, failure: { outcome: 'unknown', detail: 'No list.' } });
	});
});
