import { ACME, refusedFor, useSandbox } from './support';

const service = useSandbox();
const NOW = '2024-02-29T12:00:00.000Z';

beforeEach(() => service.control.clock({ stopped: true, set: NOW }));

describe('updates_since: accepted, normalized and stored in UTC', () => {
	test.each([
		['1 an explicit offset', '2024-02-01T10:00:00+02:00', '2024-02-01T08:00:00.000Z'],
		['1 Z is an offset', '2024-02-01T10:00:00Z', '2024-02-01T10:00:00.000Z'],
		['1 lower case', '2024-02-01t10:00:00z', '2024-02-01T10:00:00.000Z'],
		['1 fractions of a second', '2024-02-01T10:00:00.25-05:30', '2024-02-01T15:30:00.250Z'],
		['2 now', NOW, NOW],
		['2 within the 5 seconds of skew', '2024-02-29T12:00:05Z', '2024-02-29T12:00:05.000Z'],
		[
			'3 five calendar years: 29 February has no such day',
			'2019-02-28T12:00:00Z',
			'2019-02-28T12:00:00.000Z',
		],
	])('%s: %s', async (_line, updates_since, stored) => {
		expect(await service.created({ ...ACME, updates_since })).toMatchObject({ updates_since: stored });
	});

	test('5 when omitted nothing is stored', async () => {
		expect(await service.created()).toMatchObject({ updates_since: null });
	});
});

describe('updates_since: 400', () => {
	test.each([
		['1 no timezone', '2024-02-01T10:00:00'],
		['1 only a date', '2024-02-01'],
		['1 a basic offset is not RFC 3339', '2024-02-01T10:00:00+0200'],
		['1 an offset without minutes', '2024-02-01T10:00:00+02'],
		['1 a space for T', '2024-02-01 10:00:00Z'],
		['1 no seconds', '2024-02-01T10:00Z'],
		['1 no such day', '2023-02-29T10:00:00Z'],
		['1 no such hour', '2024-02-01T25:00:00Z'],
		['1 no such offset', '2024-02-01T10:00:00+25:00'],
		['1 a week date', '2024-W05-1T10:00:00Z'],
		['2 later than the skew', '2024-02-29T12:00:05.001Z'],
		['3 older than five calendar years', '2019-02-28T11:59:59.999Z'],
	])('%s: %s', async (_line, updates_since) => {
		expect(await service.post('/v1/radars', { ...ACME, updates_since })).toMatchObject(
			refusedFor(400, 'updates_since'),
		);
	});

	test('not a string', async () => {
		expect(await service.post('/v1/radars', { ...ACME, updates_since: 1706781600 })).toMatchObject(
			refusedFor(400, 'updates_since'),
		);
	});
});
