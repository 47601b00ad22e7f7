import type { RadarDefinition } from '../../../nodes/shared/api/types';
import { clock } from '../../../nodes/shared/host/clock';
import { useSandbox } from '../support/sandbox';
import { serviceFor } from './service';
import { fasterWaits } from './time';

const sandbox = useSandbox({ settings: { account: { duplicatesEnabled: true } } });
fasterWaits();

const LOST = { method: 'POST', path: '/v1/radars', kind: 'cut', effect: 'done' } as const;

const definition: RadarDefinition = { radar_type: 'company_mentions', domain: 'example.org' };

const service = async () => await serviceFor({ credential: sandbox.credential });

const { computerTime } = clock;
afterEach(() => Object.assign(clock, { computerTime }));

/** Where a lost create, which is found, was searched for. */
async function queryOfSearch() {
	sandbox.control.addFaults(LOST);
	await expect((await service()).createRadar(definition)).resolves.toMatchObject(definition);
	return sandbox.control.log().find(({ query }) => 'radar_type' in query)?.query;
}

test('A lost create is searched for among all radars where no response tells the time', async () => {
	jest.spyOn(Date, 'parse').mockReturnValue(Number.NaN);
	expect(await queryOfSearch()).not.toHaveProperty('created_since');
});

test.each([
	['2031-05-06T07:08:09.000Z', '2031-05-06T07:08:09.000Z'],
	['2031-05-06T07:08:09.000Z', '2031-05-08T07:08:09.000Z'],
	['2031-05-08T07:08:09.000Z', '2031-05-06T07:08:09.000Z'],
])(
	'A lost create is searched for from a day before it on, by the earlier of two clocks: %s, %s',
	async (ofService, ofComputer) => {
		sandbox.control.clock({ set: ofService });
		clock.computerTime = () => Date.parse(ofComputer);
		await (await service()).call('getAccount', {});
		const query = await queryOfSearch();
		const since = Date.parse(String(query?.created_since));
		expect(Math.abs(since - Date.parse('2031-05-05T07:08:09.000Z'))).toBeLessThan(5000);
		expect(query).toMatchObject({ radar_type: 'company_mentions' });
	},
);
