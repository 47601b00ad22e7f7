import { countTurns } from '../support/countTurns';
import { useSandbox } from '../support/sandbox';

const service = useSandbox();

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
