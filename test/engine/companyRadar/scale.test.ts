import type { IDataObject } from 'n8n-workflow';

import { LIMITS } from '../../../nodes/shared/api/limits';
import { cpuMsOf } from '../../cpuMsOf';
import { countTurns } from '../support/countTurns';
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

const companies = (from: number, length = COUNT) =>
	Array.from({ length }, (_, index) => ({
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
	const items = companies(0, count);
	const options = { maximumRadars: count };
	/** Of the processor, since another process may hold up either run. */
	const timed = async (more: IDataObject, given: IDataObject[]) => {
		const { result, cpuMs } = await cpuMsOf(
			async () => await service.run({ ...apply, options, ...more }, given),
		);
		return { rows: result.json('Company Radar'), cpuMs };
	};
	await timed({}, items.slice(0, 1));
	const promotions = items.map((item) => ({ ...item, radar_type: 'company_promotions' }));
	const ofList = await timed({ listName: 'Others' }, promotions);
	service.control.reset();
	await timed({}, items.slice(0, 1));
	const { rows } = await timed({ syncMode: 'plan' }, items);
	const ofRows = await timed({ syncMode: 'applyRows' }, rows);
	expect(service.control.charges()).toHaveLength(count);
	expect(ofRows.cpuMs).toBeLessThan(1.2 * ofList.cpuMs);
});

const EXECUTIONS = 5;
const ITEMS = 2000;
const MAX_TURN_MS = 50;

test.each([
	['syncList', { resource: 'radar', operation: 'syncList', listName: 'Everyone', syncMode: 'plan' }],
	['a bulk create', { resource: 'bulkRequest', operation: 'create', dryRun: true }],
])('a literal list of 10,000 radars does not hold up other work (%s)', async (_, parameters) => {
	const radars = Array.from({ length: 10_000 }, (__, index) => ({
		radar_type: 'company_new_hires',
		domain: `company${index}.example.org`,
		departments: ['Sales'],
	}));
	const { result, turns, cpuMs } = await countTurns(
		async () => await service.run({ ...parameters, radarsFrom: 'list', radars: JSON.stringify(radars) }),
	);
	expect(result.json('Company Radar')).toHaveLength(radars.length);
	expect(turns).toBeGreaterThan(cpuMs / MAX_TURN_MS);
	// A search of the whole text for each radar took twenty times as much.
	expect(cpuMs).toBeLessThan(60_000);
});

test('several large executions at once let n8n do other work in between', async () => {
	const parameters = {
		resource: 'titleFilter',
		operation: 'previewMatches',
		expression: '={{ $json.title }}',
	};
	const items = Array.from({ length: ITEMS }, (_, index) => ({ title: `ceo OR "vp sales ${index}"` }));
	const { result, turns, cpuMs } = await countTurns(
		async () =>
			await Promise.all(Array.from({ length: EXECUTIONS }, async () => await service.run(parameters, items))),
	);
	expect(result.map((one) => one.json('Company Radar').length)).toEqual(
		Array<number>(EXECUTIONS).fill(ITEMS),
	);
	expect(turns).toBeGreaterThan(cpuMs / MAX_TURN_MS);
});
