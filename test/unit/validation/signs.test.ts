import { findSign, SIGNS } from '../../../nodes/shared/values/signs/find';
import type { TextPlace } from '../../../nodes/shared/values/signs/sign';

/** Each row at each of its places. */
const ROWS = SIGNS.flatMap((sign) =>
	(Object.keys(sign.todo) as TextPlace[]).map((place) => ({ place, sign, ...sign })),
);

describe('a sign of a mistake', () => {
	it.each(ROWS)('is found in $refuses as $place', ({ place, sign, refuses }) => {
		expect(findSign(place, refuses)?.sign).toBe(sign);
	});

	it.each(ROWS)('is not found in $passes as $place', ({ place, passes }) => {
		expect(findSign(place, passes)).toBeUndefined();
	});

	it('has a source', () => {
		expect(SIGNS.filter(({ source }) => source.trim() === '')).toEqual([]);
	});
});
