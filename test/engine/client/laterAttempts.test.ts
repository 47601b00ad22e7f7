import { RadarApiError } from '../../../nodes/shared/client/errors/radarApiError';
import { useSandbox } from '../support/sandbox';
import { serviceFor } from './service';
import { fasterWaits } from './time';

const sandbox = useSandbox();
fasterWaits();

const errorOf = async (run: Promise<unknown>): Promise<RadarApiError> => {
	const error: unknown = await run.catch((reason: unknown) => reason);
	if (error instanceof RadarApiError) return error;
	throw new Error('It did not end with a RadarApiError');
};

const seeded = (): string => {
	sandbox.control.seed({ radars: 1, updates: 0 });
	return sandbox.control.radars()[0]?.radar_id ?? '';
};

const LATER = [
	{ kind: 'status', status: 429 },
	{ kind: 'status', status: 503 },
	{ kind: 'status', status: 404 },
	{ kind: 'redirect' },
] as const;

test.each(LATER)(
	'a deactivation that was cut off after its effect stays unknown when the next attempt ends in %j',
	async (later) => {
		const radarId = seeded();
		const hit = { method: 'DELETE', path: '/v1/radars/*' };
		sandbox.control.addFaults(
			{ ...hit, kind: 'cut', effect: 'done' },
			{ ...hit, ...later, count: 100, headers: { 'retry-after': '0' } },
		);
		const service = await serviceFor({ credential: sandbox.credential }, { longestWaitSeconds: 5 });
		const error = await errorOf(service.call('deactivateRadar', { id: radarId }));
		expect(error.failure.outcome).toBe('unknown');
		expect(error.message).toBe('The radar may or may not have been deactivated');
		expect(error.description).not.toMatch(/[Nn]othing was/);
		expect(sandbox.control.radars()[0]?.radar_status).toBe('inactive');
	},
);

test.each([301, 302, 303, 307, 308])(
	'a lookup whose charge is hidden by a redirect (%d) is unknown',
	async (status) => {
		sandbox.control.addFaults({
			method: 'POST',
			path: '/v1/company-reveal',
			kind: 'redirect',
			status,
			effect: 'done',
		});
		const service = await serviceFor({ credential: sandbox.credential });
		expect(await errorOf(service.call('reveal', { body: { ip: '8.8.8.12' } }))).toMatchObject({
			failure: { outcome: 'unknown', kind: 'redirect' },
		});
	},
);

test('a radar whose creation is hidden by a redirect is found', async () => {
	sandbox.control.addFaults({ method: 'POST', path: '/v1/radars', kind: 'redirect', effect: 'done' });
	const service = await serviceFor({ credential: sandbox.credential });
	const radar = await service.createRadar({ radar_type: 'company_mentions', domain: 'example.org' });
	expect(sandbox.control.radars()).toEqual([radar]);
});
