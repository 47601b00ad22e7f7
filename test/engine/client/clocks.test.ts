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

const ids = () => sandbox.control.radars().map(({ radar_id: id }) => id);

/** From the first lost create on, until it is looked for, this happens once. */
function afterTheCreate(happens: () => void): void {
	const faster = clock.sleep;
	let hasHappened = false;
	jest.spyOn(clock, 'sleep').mockRestore();
	clock.sleep = async (milliseconds, stop) => {
		if (!hasHappened && ids().length > 0) {
			hasHappened = true;
			happens();
		}
		await faster(milliseconds / 200, stop);
	};
}

const { sleep, now, computerTime } = clock;
afterEach(() => Object.assign(clock, { sleep, now, computerTime }));

async function expectFoundAndPaidOnce(): Promise<void> {
	sandbox.control.addFaults(LOST);
	const { radar_id: id } = await (await service()).createRadar(definition);
	expect([ids(), sandbox.control.charges().length]).toEqual([[id], 1]);
}

const HOURS = 3600;

test.each([
	['the computer slept for 8 hours', 0, 8 * HOURS, 8 * HOURS],
	["n8n's clock was set back", 0, 0, -HOURS],
	["n8n's clock was set a month ahead", 0, 0, 720 * HOURS],
	['radars are dated by a clock that is behind', 20 * HOURS, -20 * HOURS, 0],
	['radars are dated by a clock that is ahead', -20 * HOURS, 20 * HOURS, 0],
])('A lost create is found, and charged once, where %s', async (_, before, atService, atComputer) => {
	await (await service()).call('getAccount', {});
	sandbox.control.clock({ advance: before });
	afterTheCreate(() => {
		sandbox.control.clock({ advance: atService });
		clock.computerTime = () => computerTime() + atComputer * 1000;
	});
	await expectFoundAndPaidOnce();
});

test('A lost create is searched for among all radars where no response tells the time', async () => {
	jest.spyOn(Date, 'parse').mockReturnValue(Number.NaN);
	await expectFoundAndPaidOnce();
	const [query] = sandbox.control.log().flatMap(({ query: one }) => ('radar_type' in one ? [one] : []));
	expect(query).not.toHaveProperty('created_since');
});

test.each([
	['2031-05-06T07:08:09.000Z', '2031-05-06T07:08:09.000Z'],
	['2031-05-06T07:08:09.000Z', '2031-05-08T07:08:09.000Z'],
	['2031-05-08T07:08:09.000Z', '2031-05-06T07:08:09.000Z'],
])(
	'a lost create is searched for from a day before it on, by the earlier of two clocks: %s, %s',
	async (ofService, ofComputer) => {
		sandbox.control.clock({ set: ofService });
		clock.computerTime = () => Date.parse(ofComputer);
		const radars = await service();
		await radars.call('getAccount', {});
		sandbox.control.addFaults(LOST);
		await radars.createRadar(definition);
		const [query] = sandbox.control.log().flatMap(({ query: one }) => ('created_since' in one ? [one] : []));
		const since = Date.parse(String(query?.created_since));
		expect(Math.abs(since - Date.parse('2031-05-05T07:08:09.000Z'))).toBeLessThan(5000);
		expect(query).toMatchObject({ radar_type: 'company_mentions' });
	},
);
