import { cpuMsOf } from '../../cpuMsOf';
import { planPublish } from '../../../nodes/CompanyRadarTrigger/publish/planPublish';
import type { Radar, RadarDefinition } from '../../../nodes/shared/api/types';

const definition = (domain: string): RadarDefinition => ({ radar_type: 'company_mentions', domain });

const radar = (domain: string): Radar =>
	({
		...definition(domain),
		radar_id: `radar of ${domain}`,
		radar_status: 'active',
		created_at: '2026-11-01T12:00:00.000Z',
		custom_fields: {},
	}) as unknown as Radar;

const domains = (count: number) => Array.from({ length: count }, (_, index) => `company${index}.example.com`);

test('a radar that was created for a definition is its radar, whatever the service shows of it', async () => {
	const [wanted, shown] = [definition('example.com'), radar('acme-group.example.com')];
	const plan = await planPublish([wanted], [shown], [], () => shown.radar_id);
	expect([plan.adopted.get(wanted), plan.missing]).toEqual([shown, []]);
});

test('200 radars are compared with the 20,000 of an account in an instant', async () => {
	const others = domains(20_000).map(radar);
	const wanted = [...domains(100), ...domains(100).map((domain) => `new-${domain}`)].map(definition);
	const { result: plan, cpuMs } = await cpuMsOf(
		async () => await planPublish(wanted, [], others, () => undefined),
	);
	expect(cpuMs).toBeLessThan(10_000);
	expect([plan.missing.length, plan.elsewhere.size]).toEqual([200, 100]);
});
