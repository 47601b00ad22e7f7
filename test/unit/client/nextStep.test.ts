import type { Radar } from '../../../nodes/shared/api/types';
import { apiFailure } from '../../../nodes/shared/client/errors/apiFailure';
import { afterBulkSearch, afterSearch } from '../../../nodes/shared/client/safeCreate/nextStep';

const cut = apiFailure('createBulk', 'cut', 'unknown');
const conflict = { ...apiFailure('createRadar', 'status', 'refused'), status: 409, conflictingRadarId: 'a' };
const radar = (radar_id: string) =>
	({ radar_id, radar_type: 'company_reviews', custom_fields: { n8n_create_tag: 't.0' } }) as unknown as Radar;
const first = { maySendAgain: true, keepsTags: true };

test('after a conflict, its own radar is the result, and another one the conflict', () => {
	expect(afterSearch(conflict, { found: [radar('a')] }, first)).toEqual({ takeOver: radar('a') });
	expect(afterSearch(conflict, { found: [] }, first)).toEqual({ fail: conflict });
});

test.each([
	['can not be read', { found: [], failedBecause: 'No radar.' }, first],
	['can not be recognized', { found: [] }, { ...first, keepsTags: false }],
])('after a conflict, the outcome is unknown where the radar %s', (_, result, situation) => {
	const fail = { outcome: 'unknown', candidates: [], conflictingRadarId: 'a' };
	expect(afterSearch(conflict, result, situation)).toMatchObject({ fail });
});

test('after a bulk request, two radars of one item are named, and a list that was not read proves nothing', () => {
	const found = [radar('a'), radar('b')];
	expect(afterBulkSearch(cut, { found }, { count: 1, keepsTags: true })).toMatchObject({
		...{ found: [], missing: [0], isSure: false },
		failure: { candidates: [{ itemIndex: 0, radarIds: ['a', 'b'] }] },
	});
	for (const [failedBecause, keepsTags] of [['No list.', true] as const, [undefined, false] as const])
		expect(afterBulkSearch(cut, { found: [], failedBecause }, { count: 1, keepsTags }).isSure).toBe(false);
});
