import { clock } from '../../../nodes/shared/host/clock';
import { noteCreation, rejectUnknown } from '../../../nodes/CompanyRadarTrigger/publish/reconcile';

afterEach(() => jest.restoreAllMocks());

test('a radar that may still be created is not created again until the commit window is over', () => {
	let now = 1_000_000;
	jest.spyOn(clock, 'now').mockImplementation(() => now);
	const computer = jest.spyOn(clock, 'computerTime').mockReturnValue(0);
	const ceo = { radar_type: 'company_new_hires', domain: 'example.com', job_titles: 'CEO' };
	noteCreation('workflow:node', ceo, { unknownSince: now });
	now += 20_000;
	computer.mockReturnValue(5 * 3_600_000);
	expect(() => rejectUnknown('workflow:node', [ceo])).toThrow(
		'The radar example.com – New Hires may still be created by the last attempt',
	);
	expect(() => rejectUnknown('workflow:node', [{ ...ceo, job_titles: 'CTO' }])).not.toThrow();
	expect(() => rejectUnknown('another:node', [ceo])).not.toThrow();
	now += 41_000;
	expect(() => rejectUnknown('workflow:node', [ceo])).not.toThrow();
});
