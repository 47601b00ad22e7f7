import { ENDPOINTS } from '../../../nodes/shared/api/endpoints';
import { operations } from '../../../sandbox/document/document';
import { useSandbox } from '../support/sandbox';
import { serviceFor } from './service';

const sandbox = useSandbox();
const service = async () => await serviceFor({ credential: sandbox.credential });

const definition = { radar_type: 'company_new_hires', domain: 'example.org', custom_fields: { crm_id: '7' } };
const UNKNOWN_ID = '6f1c9c52-4e0b-4d39-9a5e-2f6f0a6c9f01';

test.each(Object.values(ENDPOINTS))(
	'$method $path counts in the $budget budget',
	({ method, path, budget }) => {
		const same = operations.filter(
			(one) => one.method === method && one.path.replace(/\w+(?=})/, 'id') === path,
		);
		expect(same).toMatchObject([{ budget }]);
	},
);

test('fields that this version does not know are sent as they are', async () => {
	const radars = await service();
	await radars.createRadar({ ...definition, language: 'en' } as never).catch(() => undefined);
	expect(sandbox.bodies('/v1/radars')).toEqual([{ ...definition, language: 'en' }]);
	sandbox.control.clearLog();
});

describe('deactivateBulk', () => {
	const ids = () => sandbox.control.radars().map(({ radar_id }) => radar_id);
	const expected = () => [
		{
			radarId: UNKNOWN_ID,
			error: expect.objectContaining({
				failure: expect.objectContaining({ status: 404, outcome: 'refused' }),
			}),
		},
		...ids().map((radarId) => ({
			radarId,
			radar: expect.objectContaining({ radar_id: radarId, radar_status: 'inactive' }),
		})),
	];

	test('goes one by one where the service wants another body', async () => {
		sandbox.control.change({ bulk: { deactivateField: 'ids' } });
		sandbox.control.seed({ radars: 3 });
		const radars = await service();
		expect(await radars.deactivateBulk([UNKNOWN_ID, ...ids()])).toEqual(expected());
		expect(sandbox.requests()).toHaveLength(5);
	});
});
