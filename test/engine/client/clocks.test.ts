import type { RadarApiError } from '../../../nodes/shared/client';
import type { RadarDefinition } from '../../../nodes/shared/api/types';
import { clock } from '../../../nodes/shared/concurrency/clock';
import { loopback } from '../../../tools/shared/loopback';
import { useSandbox } from '../support/sandbox';
import { serviceFor } from './service';
import { fasterWaits } from './time';

const sandbox = useSandbox({ settings: { account: { duplicatesEnabled: true } } });
fasterWaits();

const CREATE = { method: 'POST', path: '/v1/radars' };
const LOST = { ...CREATE, kind: 'cut', effect: 'done' } as const;

let serial = 0;
const aDefinition = (): RadarDefinition => ({
	radar_type: 'company_mentions',
	domain: `company${serial++}.org`,
});

const service = async (tagCreates: boolean, apiKey = sandbox.credential.apiKey) =>
	await serviceFor({ credential: { ...sandbox.credential, apiKey } }, { tagCreates });

const resultOf = async (creating: Promise<{ radar_id: string }>) =>
	await creating.then(
		({ radar_id: id }) => id,
		(error: RadarApiError) => ({
			outcome: error.failure.outcome,
			ids: error.failure.candidates?.flatMap((one) => one.radarIds),
		}),
	);

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

const HOURS = 3600;

describe.each([true, false])('A lost create (tagged: %s) is charged once, and found or named', (tagged) => {
	const expectFoundOrNamed = (result: unknown) => {
		expect(sandbox.control.charges()).toHaveLength(1);
		const named = { outcome: 'unknown', ids: ids() };
		if (tagged) expect(result).toBe(ids()[0]);
		else expect([ids()[0], named]).toContainEqual(result);
	};

	test.each([0.5, 10, 600, 8 * HOURS])('after the computer slept for %d seconds', async (seconds) => {
		const radars = await service(tagged);
		await radars.call('getAccount', {});
		sandbox.control.addFaults(LOST);
		afterTheCreate(() => {
			sandbox.control.clock({ advance: seconds });
			clock.computerTime = () => computerTime() + seconds * 1000;
		});
		expectFoundOrNamed(await resultOf(radars.createRadar(aDefinition())));
	});

	test.each([600, 8 * HOURS])(
		'after it slept for %d seconds, and had heard nothing before',
		async (seconds) => {
			sandbox.control.addFaults(LOST);
			afterTheCreate(() => {
				sandbox.control.clock({ advance: seconds });
				clock.computerTime = () => computerTime() + seconds * 1000;
			});
			expectFoundOrNamed(await resultOf((await service(tagged)).createRadar(aDefinition())));
		},
	);

	test.each([-HOURS, HOURS, 30 * 24 * HOURS])("after n8n's clock was set by %d seconds", async (seconds) => {
		sandbox.control.addFaults(LOST);
		afterTheCreate(() => {
			clock.computerTime = () => computerTime() + seconds * 1000;
		});
		expectFoundOrNamed(await resultOf((await service(tagged)).createRadar(aDefinition())));
	});

	test.each([-6 * HOURS, 130, 6 * HOURS])(
		'while one response tells a time that is %d seconds off',
		async (seconds) => {
			const radars = await service(tagged);
			await radars.call('getAccount', {});
			sandbox.control.addFaults(LOST);
			afterTheCreate(() => {
				const timestamp = new Date(Date.now() + seconds * 1000).toISOString();
				const body = {
					status: 'success',
					code: 200,
					timestamp,
					message: '',
					count: 0,
					limit: 500,
					has_more: false,
					data: [],
				};
				sandbox.control.addFaults({ method: 'GET', path: '/v1/radars', kind: 'status', status: 200, body });
			});
			expectFoundOrNamed(await resultOf(radars.createRadar(aDefinition())));
		},
	);
});

test.each([-5 * HOURS, -130, 130, 5 * HOURS])(
	'a tagged radar is found although its creation time is %d seconds off',
	async (seconds) => {
		const radars = await service(true);
		await radars.call('getAccount', {});
		sandbox.control.addFaults(LOST);
		sandbox.control.clock({ advance: seconds });
		afterTheCreate(() => sandbox.control.clock({ advance: -seconds }));
		expect(await resultOf(radars.createRadar(aDefinition()))).toBe(ids()[0]);
		expect(sandbox.control.charges()).toHaveLength(1);
	},
);

test('a tagged radar is found although no response tells the time', async () => {
	const radars = await service(true);
	sandbox.control.addFaults(LOST);
	afterTheCreate(() => undefined);
	jest.spyOn(Date, 'parse').mockReturnValue(Number.NaN);
	expect(await resultOf(radars.createRadar(aDefinition()))).toBe(ids()[0]);
});

describe('A radar that another process or key has just created', () => {
	const FILTERS = [{ departments: ['Sales'] }, { departments: ['Legal'] }, { job_titles: 'CRO' }, {}];

	test.each(FILTERS.flatMap((own) => FILTERS.filter((one) => one !== own).map((other) => [own, other])))(
		'is named by a create of %j, not taken for it: it may have %j',
		async (own, other) => {
			const definition = { radar_type: 'company_new_hires', domain: `company${serial++}.org` };
			const { baseUrl, keys } = sandbox.running;
			sandbox.control.addFaults({ ...CREATE, kind: 'cut', bodyIncludes: definition.domain });
			const radars = await service(false);
			await radars.call('getAccount', {});
			const headers = { 'x-api-key': keys.withoutReveal };
			const creating = resultOf(radars.createRadar({ ...definition, ...own }));
			while (sandbox.control.faults().length > 0) await new Promise(setImmediate);
			await loopback.post(`${baseUrl}/v1/radars`, { ...definition, ...other }, { headers });
			expect(await creating).toEqual({ outcome: 'unknown', ids: ids() });
			expect(ids()).toHaveLength(1);
		},
	);

	test('is told apart by Add Tracking ID', async () => {
		const definition = { radar_type: 'company_new_hires', domain: `company${serial++}.org` };
		const elsewhere = await service(true, sandbox.running.keys.withoutReveal);
		sandbox.control.addFaults({ ...CREATE, kind: 'cut' });
		const [one, other] = await Promise.all([
			(await service(true)).createRadar({ ...definition, departments: ['Sales'] }),
			elsewhere.createRadar({ ...definition, departments: ['Legal'] }),
		]);
		expect(one.radar_id).not.toBe(other.radar_id);
		expect(sandbox.control.charges()).toHaveLength(2);
	});
});
