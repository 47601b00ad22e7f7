import type { IDataObject } from 'n8n-workflow';

import { until } from '../../../tools/shared/until';
import { runData } from '../harness/engine';
import { agentCalls } from '../support/agentCalls';
import { CREATE_EACH as create, CREATE_IN_BULK as bulk } from '../support/paidOperations';
import { runsOf } from '../support/runs';
import { useSandbox } from '../support/sandbox';
import { DUPLICATES, itemsOf, names, SPLIT, storiesOf, type Step } from '../support/stories';

const service = useSandbox({ settings: DUPLICATES });
const told = storiesOf(service);

const domains = (count: number, from = 0) => itemsOf(names(count, from));
const CREATE = { method: 'POST', path: '/v1/radars' };
const charges = () => service.control.charges().length;

const withMaximum = (parameters: IDataObject, maximumRadars: unknown) => ({
	...parameters,
	options: { maximumRadars },
});

describe.each([
	['Radar: Create', create],
	['Radars in Bulk: Create', bulk],
])('%s with Maximum Radars to Create', (_, parameters) => {
	const run = (maximum: unknown, step: Step): Step => ({
		run: withMaximum(parameters, maximum),
		items: domains(3),
		...step,
	});
	const MORE = "This execution would create up to 3 radars, above the 'Maximum Radars to Create' limit of 2";
	const node = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
	const dryRun = { dryRun: true };

	told({
		'creates nothing where it would be more, which it says before and for each item': [
			run(2, { fails: MORE, requests: 0 }),
			run(2, { set: dryRun, says: `The execution would stop: ${MORE}.` }),
			run(2, { node: SPLIT, failed: [{}, {}, {}], charges: 0 }),
			run(3, { set: dryRun, hides: /would stop/ }),
			run(3, { charges: 3 }),
		],
		'does not count twice what n8n tries again': [
			run(3, { fault: { kind: 'status', status: 400, method: 'POST', nth: 1 }, node, charges: 3 }),
		],
		'refuses what is no number by name': ['many', -1, 1.5].map((maximum) =>
			run(maximum, { fails: /'Maximum Radars to Create'/ }),
		),
	});

	const start = () => runsOf(service.credential, withMaximum(parameters, 4));

	test('does not count radars that already existed', async () => {
		service.control.change({ account: { duplicatesEnabled: false } });
		await service.run(create, domains(3));
		const runs = start();
		await runs(domains(4));
		await runs(domains(3, 10), { runIndex: 1 });
		expect(charges()).toBe(7);
	});

	test('does not count radars that certainly failed, however often n8n tries again', async () => {
		const target = 'company0.example.org';
		service.control.addFaults({ ...CREATE, kind: 'status', status: 400, bodyIncludes: target, count: 3 });
		service.control.change({ radars: { setupFailures: { [target]: 'setup_failure' } } });
		const runs = start();
		for (let tries = 0; tries < 3; tries++) await runs(domains(3).reverse()).catch(() => undefined);
		await runs(domains(2, 10), { runIndex: 1 });
		expect(charges()).toBe(4);
		await expect(runs(domains(1, 12), { runIndex: 2 })).rejects.toThrow('would create up to 1 more radar');
	});
});

test('counts for all runs of an execution, also those at the same time', async () => {
	const calls = agentCalls(service.credential, withMaximum(create, 2), domains(5));
	const results = await Promise.allSettled(calls.map(async (call) => await call()));
	expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
	expect(charges()).toBe(2);
});

test('counts what another run of the execution has yet to create', async () => {
	const run = runData();
	const runs = runsOf(service.credential, withMaximum(create, 3), { run });
	service.control.addFaults({ ...CREATE, kind: 'slow', seconds: 0.5, nth: 2, count: 2 });
	const first = runs(domains(3));
	const knowsOne = () => {
		const [radar] = service.control.radars();
		return radar !== undefined && JSON.stringify(run).includes(radar.radar_id);
	};
	await until('the run knows its first radar', knowsOne, { everyMs: 5 });
	await expect(runs(domains(1, 10), { runIndex: 1 })).rejects.toThrow(
		"This execution would create up to 1 more radar, above the 'Maximum Radars to Create' limit of 3",
	);
	await first;
	expect(charges()).toBe(3);
});
