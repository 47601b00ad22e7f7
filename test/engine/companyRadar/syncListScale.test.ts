import type { IDataObject } from 'n8n-workflow';

import { LIMITS } from '../../../nodes/shared/api/limits';
import { useSandbox } from '../support/sandbox';

const PER_MINUTE = 60_000;

const service = useSandbox({
	balanceUsd: 100_000,
	settings: {
		limits: {
			read: { perMinute: PER_MINUTE, perSecond: 1000 },
			bulk: { perMinute: PER_MINUTE, perSecond: null },
		},
	},
});

const COUNT = 3000;

const apply: IDataObject = {
	resource: 'radar',
	operation: 'syncList',
	listName: 'Everyone',
	syncMode: 'apply',
	radarsFrom: 'itemJson',
	options: { maximumRadars: COUNT, maximumToDeactivate: '100%' },
};

const companies = (from: number) =>
	Array.from({ length: COUNT }, (_, index) => ({
		radar_type: 'company_new_hires',
		domain: `company${from + index}.example.org`,
	}));

const sent = (request: string) => service.requests().filter((one) => one === request).length;

test(`${COUNT} radars make way for ${COUNT} others with as few requests as the limits allow`, async () => {
	const first = await service.run(apply, companies(0));
	expect(first.json('Company Radar')).toHaveLength(COUNT);
	expect(sent('POST /v1/radars/bulk')).toBe(COUNT / LIMITS.bulkCreateItems);

	service.control.clearLog();
	const second = await service.run(apply, companies(COUNT));
	const changes = second.json('Company Radar').map(({ change }) => change);
	expect(changes.filter((change) => change === 'created')).toHaveLength(COUNT);
	expect(changes.filter((change) => change === 'deactivated')).toHaveLength(COUNT);
	expect(sent('POST /v1/radars/bulk')).toBe(COUNT / LIMITS.bulkCreateItems);
	expect(sent('DELETE /v1/radars/bulk')).toBe(COUNT / LIMITS.bulkDeactivateIds);
	// Once to compare, and once to see that the new ones are there.
	expect(sent('GET /v1/radars')).toBe((2 * COUNT) / LIMITS.listLimit);

	service.control.clearLog();
	const third = await service.run(apply, companies(COUNT));
	expect(third.json('Company Radar').every(({ change }) => change === 'keep')).toBe(true);
	expect(service.requests().filter((request) => !request.startsWith('GET'))).toEqual([]);
	expect(service.control.charges()).toHaveLength(2 * COUNT);
});

test('10,000 rows of a plan are applied within the time of a list of 10,000', async () => {
	const count = 10_000;
	const items = Array.from({ length: count }, (_, index) => ({
		radar_type: 'company_new_hires',
		domain: `company${index}.example.org`,
	}));
	const seconds = async (parameters: IDataObject, given: IDataObject[]) => {
		// Of the processor, since another process may hold up either run.
		const before = process.cpuUsage();
		const result = await service.run(parameters, given);
		expect(result.error).toBeUndefined();
		const { user, system } = process.cpuUsage(before);
		return { result, took: user + system };
	};
	const options = { maximumRadars: count };
	await seconds({ ...apply, options }, items.slice(0, 1));
	const promotions = items.map((item) => ({ ...item, radar_type: 'company_promotions' }));
	const ofList = await seconds({ ...apply, listName: 'Others', options }, promotions);
	service.control.reset();
	await seconds({ ...apply, options }, items.slice(0, 1));
	const planned = await seconds({ ...apply, syncMode: 'plan', options }, items);
	const { resource, operation, listName } = apply;
	const ofRows = await seconds(
		{ resource, operation, listName, syncMode: 'applyRows', options },
		planned.result.json('Company Radar'),
	);
	expect(service.control.charges()).toHaveLength(count);
	expect(ofRows.took).toBeLessThan(1.2 * ofList.took);
});
