import type { IDataObject } from 'n8n-workflow';

import type { RunResult } from '../harness';
import { loopback } from '../../../tools/shared/loopback';
import { agentCalls } from '../support/agentCalls';
import { useSandbox } from '../support/sandbox';
import { fasterWaits } from '../transport/time';

const service = useSandbox({ balanceUsd: 100_000 });
fasterWaits();

const LIST = 'Target accounts';
const BULK = '/v1/radars/bulk';

const sync: IDataObject = {
	resource: 'radar',
	operation: 'syncList',
	listName: LIST,
	radarsFrom: 'fields',
	group: 'company',
	radarType: 'company_new_hires',
	domain: '={{ $json.domain }}',
};
const planned = { ...sync, syncMode: 'plan' };
const applied = { ...sync, syncMode: 'apply' };
const withOptions = (parameters: IDataObject, options: IDataObject) => ({ ...parameters, options });

const domains = (...names: string[]) => names.map((name) => ({ domain: `${name}.org` }));
const companies = (count: number, from = 0) =>
	domains(...Array.from({ length: count }, (_, index) => `company${from + index}`));

const changes = (result: RunResult) =>
	result.json('Company Radar').map(({ change, domain }) => `${String(change)} ${String(domain)}`);
const reasons = (result: RunResult) => result.json('Company Radar').map(({ reason }) => reason);
const active = () =>
	service.control
		.radars()
		.filter(({ radar_status: status }) => status === 'active')
		.map(({ domain }) => domain)
		.sort();
const writes = () => service.requests().filter((request) => !request.startsWith('GET'));
const hints = (result: RunResult) => result.hints('Company Radar').join('\n');

/** A radar that somebody else created. */
async function createElsewhere(body: object): Promise<void> {
	const { baseUrl, apiKey } = service.running;
	await loopback.post(`${baseUrl}/v1/radars`, body, { headers: { 'x-api-key': apiKey } });
}

describe('Plan', () => {
	test('shows what is new, and only reads', async () => {
		const result = await service.run(planned, domains('alder', 'birch'));
		expect(changes(result)).toEqual(['create alder.org', 'create birch.org']);
		expect(reasons(result)).toEqual(['New on the list.', 'New on the list.']);
		expect(result.items('Company Radar')[1]?.pairedItem).toEqual([{ item: 1 }]);
		expect(writes()).toEqual([]);
		expect(hints(result)).toContain('Plan: 2 to create, 0 to keep, 0 changed, 0 to deactivate.');
		expect(hints(result)).toContain('The balance is 100000 USD');
	});

	test('is the default', async () => {
		await service.run(sync, domains('alder'));
		expect(writes()).toEqual([]);
	});

	test('shows one item for each change, with its reason', async () => {
		await service.run(applied, domains('alder', 'birch'));
		const before = writes();
		const result = await service.run(planned, domains('birch', 'cedar'));
		expect(changes(result)).toEqual(['keep birch.org', 'create cedar.org', 'deactivate alder.org']);
		expect(reasons(result)).toEqual(['Already on the list.', 'New on the list.', 'No longer on the list.']);
		expect(writes()).toEqual(before);
	});
});

describe('Apply', () => {
	test('watches exactly what is on the list', async () => {
		await service.run(applied, domains('alder', 'birch'));
		expect(active()).toEqual(['alder.org', 'birch.org']);
		const result = await service.run(applied, domains('birch', 'cedar'));
		expect(changes(result)).toEqual(['keep birch.org', 'create cedar.org', 'deactivate alder.org']);
		expect(active()).toEqual(['birch.org', 'cedar.org']);
		const again = await service.run(applied, domains('birch', 'cedar'));
		expect(changes(again)).toEqual(['keep birch.org', 'keep cedar.org']);
		expect(service.control.charges()).toHaveLength(3);
	});

	test('says which list a radar belongs to, and puts its IDs last', async () => {
		const result = await service.run(applied, domains('alder'));
		const [radar] = service.control.radars();
		expect(radar?.custom_fields).toEqual({
			n8n_list: LIST,
			n8n_list_key: '["company_new_hires","alder.org"]',
			n8n_definition: 'none',
		});
		const [row] = result.json('Company Radar');
		expect(row).toMatchObject({ change: 'create', radar_id: radar?.radar_id, radar_status: 'active' });
		const columns = Object.keys(row ?? {});
		expect(columns.slice(0, 3)).toEqual(['change', 'reason', 'radar_type']);
		expect(columns.slice(-3)).toEqual(['radar_id', 'bulk_id', 'item_index']);
	});
});
void [BULK, withOptions, companies, createElsewhere, agentCalls];
