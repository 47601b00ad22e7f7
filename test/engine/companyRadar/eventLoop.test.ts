import { useSandbox } from '../support/sandbox';

const service = useSandbox();

const EXECUTIONS = 5;
const ITEMS = 2000;
const MAX_TURN_MS = 50;

test('several large executions at once let n8n do other work in between', async () => {
	const parameters = { resource: 'titleFilter', operation: 'validate', expression: '={{ $json.title }}' };
	const items = Array.from({ length: ITEMS }, (_, index) => ({ title: `ceo OR "vp sales ${index}"` }));
	let turns = 0;
	let isRunning = true;
	const turn = () => {
		turns++;
		if (isRunning) setImmediate(turn);
	};
	const start = performance.now();
	setImmediate(turn);
	const results = await Promise.all(
		Array.from({ length: EXECUTIONS }, async () => await service.run(parameters, items)),
	);
	isRunning = false;
	expect(results.map((result) => result.json('Company Radar').length)).toEqual(
		Array<number>(EXECUTIONS).fill(ITEMS),
	);
	expect(turns).toBeGreaterThan((performance.now() - start) / MAX_TURN_MS);
});
