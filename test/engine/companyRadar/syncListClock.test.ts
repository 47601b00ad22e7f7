import { until } from '../../../tools/shared/until';
import { applyList as apply } from '../support/syncList';
import { useSandbox } from '../support/sandbox';

const service = useSandbox({ settings: { bulk: { itemMs: 300 }, unlimited: true } });

const HOUR = 3_600_000;

test.each([-5 * HOUR, -HOUR, HOUR, 30 * 24 * HOUR])(
	"n8n's clock may jump by %i ms while a run waits for its radars",
	async (jump) => {
		const running = service.run({ ...apply, options: { timeLimit: 10 } }, [
			{ domain: 'alder.example.org' },
			{ domain: 'birch.example.org' },
		]);
		await until('the radars are being created', () =>
			service.requests().some((request) => request.startsWith('GET /v1/radars/bulk/')),
		);
		const { now } = Date;
		jest.spyOn(Date, 'now').mockImplementation(() => now() + jump);
		const result = await running;
		jest.restoreAllMocks();
		expect(result.json('Company Radar')).toEqual([
			expect.objectContaining({ change: 'created', domain: 'alder.example.org', radar_status: 'active' }),
			expect.objectContaining({ change: 'created', domain: 'birch.example.org', radar_status: 'active' }),
		]);
	},
);
