import type { IDataObject } from 'n8n-workflow';

import { until } from '../../../tools/shared/until';
import { runData } from '../harness/engine';
import { agentCalls } from '../support/agentCalls';
import { CREATE_EACH as create, CREATE_IN_BULK as bulk } from '../support/paidOperations';
import { runsOf } from '../support/runs';
import { useSandbox } from '../support/sandbox';

const service = useSandbox({ settings: { account: { duplicatesEnabled: true } } });

const domains = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ domain: `company${index}.example.org` }));
const CREATE = { method: 'POST', path: '/v1/radars' };

const withMaximum = (parameters: IDataObject, maximumRadars: unknown) => ({
	...parameters,
	options: { maximumRadars },
});

describe.each([
	['Radar: Create', create],
	['Radars in Bulk: Create', bulk],
])('%s with Maximum Radars to Create', (_, parameters) => {
	test('creates nothing where it would be more', async () => {
		const result = await service.run(withMaximum(parameters, 2), domains(3));
		expect(result.error?.message).toBe(
			"This execution would create up to 3 radars, above the 'Maximum Radars to Create' limit of 2",
		);
		expect(service.requests()).toEqual([]);
	});

	test('would stop, says a dry run', async () => {
		const dry = await service.run(withMaximum({ ...parameters, dryRun: true }, 2), domains(3));
		expect(dry.hints('Company Radar').join()).toContain(
			"The execution would stop: This execution would create up to 3 radars, above the 'Maximum Radars to Create' limit of 2.",
		);
		const enough = await service.run(withMaximum({ ...parameters, dryRun: true }, 3), domains(3));
		expect(enough.hints('Company Radar').join()).not.toContain('would stop');
	});

	test('says so for each item, where the workflow goes on', async () => {
		const result = await service.run(withMaximum(parameters, 2), domains(3), {
			node: { onError: 'continueErrorOutput' },
		});
		expect(result.json('Error')).toHaveLength(3);
		expect(service.control.charges()).toEqual([]);
	});

	test('creates as many as it says', async () => {
		await service.run(withMaximum(parameters, 3), domains(3));
		expect(service.control.charges()).toHaveLength(3);
	});

	test('does not count twice what n8n tries again', async () => {
		service.control.addFaults({ kind: 'status', status: 400, method: 'POST', nth: 1 });
		await service.run(withMaximum(parameters, 3), domains(3), {
			node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
		});
		expect(service.control.charges()).toHaveLength(3);
	});

	test.each(['many', -1, 1.5])('refuses %j by name', async (maximum) => {
		const result = await service.run(withMaximum(parameters, maximum), domains(1));
		expect(result.error?.message).toContain("'Maximum Radars to Create'");
	});
});

describe.each([
	['Radar: Create', create],
	['Radars in Bulk: Create', bulk],
])('%s with Maximum Radars to Create, in several runs', (_, parameters) => {
	const start = () => runsOf(service.credential, withMaximum(parameters, 4));
	const others = ['a.example.org', 'b.example.org', 'c.example.org', 'd.example.org'].map((domain) => ({
		domain,
	}));

	test('does not count radars that already existed', async () => {
		service.control.change({ account: { duplicatesEnabled: false } });
		await service.run(create, domains(3));
		const runs = start();
		await runs(domains(4));
		await runs(others.slice(0, 3), { runIndex: 1 });
		expect(service.control.charges()).toHaveLength(7);
	});

	test('does not count radars that certainly failed, however often n8n tries again', async () => {
		const target = 'company0.example.org';
		service.control.addFaults({ ...CREATE, kind: 'status', status: 400, bodyIncludes: target, count: 3 });
		service.control.change({ radars: { setupFailures: { [target]: 'setup_failure' } } });
		const runs = start();
		for (let tries = 0; tries < 3; tries++) await runs(domains(3).reverse()).catch(() => undefined);
		await runs(others.slice(0, 2), { runIndex: 1 });
		expect(service.control.charges()).toHaveLength(4);
		await expect(runs(others.slice(2, 3), { runIndex: 2 })).rejects.toThrow(
			'would create up to 1 more radar',
		);
	});
});

test('counts for all runs of an execution, also those at the same time', async () => {
	const calls = agentCalls(service.credential, withMaximum(create, 2), domains(5));
	const results = await Promise.allSettled(calls.map(async (call) => await call()));
	expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
	expect(service.control.charges()).toHaveLength(2);
});

test('counts what another run of the execution has yet to create', async () => {
	const run = runData();
	const runs = runsOf(service.credential, withMaximum(create, 3), { run });
	const slow = { ...CREATE, kind: 'slow', seconds: 0.5 } as const;
	service.control.addFaults({ ...slow, nth: 2, count: 2 });
	const first = runs(domains(3));
	const knowsOne = () => {
		const [radar] = service.control.radars();
		return radar !== undefined && JSON.stringify(run).includes(radar.radar_id);
	};
	await until('the run knows its first radar', knowsOne, { everyMs: 5 });
	await expect(runs([{ domain: 'another.example.org' }], { runIndex: 1 })).rejects.toThrow(
		"This execution would create up to 1 more radar, above the 'Maximum Radars to Create' limit of 3",
	);
	await first;
	expect(service.control.charges()).toHaveLength(3);
});
