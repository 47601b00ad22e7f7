import type { IDataObject } from 'n8n-workflow';

import { applyList as apply } from '../support/syncList';
import { activeOf, domainOf } from '../support/stories';
import { runsOf } from '../support/runs';
import { useSandbox } from '../support/sandbox';
import { fasterWaits } from '../client/time';

const service = useSandbox({ balanceUsd: 1000, settings: { account: { duplicatesEnabled: true } } });
fasterWaits();

const CREATE = { method: 'POST', path: '/v1/radars/bulk' };
const DEACTIVATE = { method: 'DELETE', path: '/v1/radars/bulk' };

/** Two of these fill a bulk request. */
const large = {
	...apply,
	options: {
		...(apply.options as IDataObject),
		customFields: { fields: [{ name: 'note', value: '={{ "x".repeat(400000) }}' }] },
	},
};

const companies = (count: number, from = 0) =>
	Array.from({ length: count }, (_, index) => ({ domain: `company${from + index}.example.org` }));
const sent = ({ method, path }: typeof CREATE) =>
	service.requests().filter((request) => request === `${method} ${path}`).length;
const charges = () => service.control.charges().length;
const active = () => activeOf(service).split(' ').map(domainOf);
const domainsOf = (items: IDataObject[]) => items.map(({ domain }) => domain);

/** Under On Error: Continue, n8n repeats a run only if its first item failed: the next execution does the rest. */
describe.each(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const)(
	'With On Error: %s, a retry, or the next execution',
	(onError) => {
		const node = { onError, retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

		test('finds the radars of a lost bulk request, and the next execution keeps them', async () => {
			service.control.addFaults({ ...CREATE, kind: 'cut', effect: 'done' });
			await service.run(apply, companies(3), { node });
			expect([sent(CREATE), charges()]).toEqual([1, 3]);
			const again = await service.run(apply, companies(3));
			expect(again.json('Company Radar').map(({ change }) => change)).toEqual(['keep', 'keep', 'keep']);
			expect(charges()).toBe(3);
		});

		test('sends only the bulk request that was refused, although the others are still worked on', async () => {
			service.control.change({ bulk: { itemMs: 800 } });
			service.control.addFaults({
				...CREATE,
				kind: 'status',
				status: 400,
				bodyIncludes: 'company2.example.org',
			});
			const impatient = { ...large, options: { ...large.options, timeLimit: 1 } };
			await service.run(impatient, companies(6), { node });
			if (onError !== 'stopWorkflow') await service.run(impatient, companies(6));
			await service.control.idle();
			expect([sent(CREATE), charges()]).toEqual([4, 6]);
			expect(active()).toEqual(domainsOf(companies(6)));
		});

		test('deactivates what the first try could not', async () => {
			await service.run(apply, companies(4));
			service.control.addFaults({ ...DEACTIVATE, kind: 'status', status: 500, count: 3 });
			await service.run(apply, companies(4, 3), { node });
			if (onError !== 'stopWorkflow') await service.run(apply, companies(4, 3));
			expect(active()).toEqual(domainsOf(companies(4, 3)));
			expect(charges()).toBe(7);
		});

		test('takes a date that an expression counts back from now for the same radars', async () => {
			const since = {
				...apply,
				radarType: 'company_mentions',
				options: {
					...(apply.options as IDataObject),
					updatesSince: '={{ $now.minus({ days: 1 }).toISO() }}',
				},
			};
			await service.run(since, companies(4));
			service.control.addFaults({ ...DEACTIVATE, kind: 'status', status: 500, count: 3 });
			await service.run(since, companies(4, 3), { node });
			expect(charges()).toBe(7);
		});
	},
);

test('a retry replaces changed radars that the first try could not deactivate, also where the service refuses duplicates', async () => {
	const node = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
	const account = { duplicatesEnabled: false, billing: { company_new_hires: 'update_based' } } as const;
	service.control.change({ account });
	const wanted = (department: string) => ({
		...apply,
		filterBy: 'role',
		departments: [department],
		options: { ...(apply.options as IDataObject), replaceChanged: true },
	});
	await service.run(wanted('Sales'), companies(2));
	service.control.addFaults({ ...DEACTIVATE, kind: 'status', status: 500, count: 3 });
	const result = await service.run(wanted('Legal'), companies(2), { node });
	expect(result.error).toBeUndefined();
	expect(active()).toEqual(domainsOf(companies(2)));
	expect(service.control.radars()).toHaveLength(4);
});

describe('While none of the radars of a lost create has appeared', () => {
	const STILL = 'Radars of an earlier try are still being created';

	test('Retry On Fail sends nothing', async () => {
		service.control.addFaults({ ...CREATE, kind: 'cut' });
		const node = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
		const result = await service.run(apply, companies(3), { node });
		expect(result.error?.message).toBe(STILL);
		expect([sent(CREATE), charges()]).toEqual([1, 0]);
	});

	test('it sends nothing either if the plan is another one now, and the next execution does the rest', async () => {
		const runs = runsOf(service.credential, apply);
		service.control.addFaults({ ...CREATE, kind: 'cut' });
		await expect(runs(companies(3))).rejects.toThrow('may or may not have been accepted');
		await service.run({ ...apply, listName: 'Others', options: {} }, companies(1));
		await expect(runs(companies(3))).rejects.toThrow(STILL);
		expect([sent(CREATE), charges()]).toEqual([2, 1]);
		await service.run(apply, companies(3));
		expect(active()).toEqual(domainsOf(companies(3)));
		expect(charges()).toBe(3);
	});

	test('it sends nothing if the service accepted them, but its queue rests', async () => {
		service.control.change({ bulk: { itemMs: 60_000 } });
		service.control.addFaults({
			...CREATE,
			kind: 'status',
			status: 400,
			bodyIncludes: 'company4.example.org',
		});
		const runs = runsOf(service.credential, { ...large, options: { ...large.options, timeLimit: 1 } });
		await expect(runs(companies(6))).rejects.toThrow();
		await expect(runs(companies(6))).rejects.toThrow(STILL);
		expect(sent(CREATE)).toBe(3);
	});

	test('with some of them there, it sends only the others', async () => {
		service.control.addFaults({ ...CREATE, kind: 'cut', effect: 'done' });
		service.control.change({ radars: { setupFailures: { 'company1.example.org': 'setup_failure' } } });
		const runs = runsOf(service.credential, apply);
		await expect(runs(companies(3))).rejects.toThrow('may or may not have been accepted');
		await expect(runs(companies(3))).rejects.toThrow('Setup failed');
		expect([sent(CREATE), charges()]).toEqual([2, 2]);
	});
});

test('what was refused is not remembered: a retry makes a new plan', async () => {
	await service.run(apply, companies(20));
	const strict = { ...apply, options: {} };
	const node = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
	const result = await service.run(strict, companies(3), { node });
	expect(result.error?.message).toContain("'Maximum to Deactivate' is 20%");
	expect(active()).toHaveLength(20);
});

test('the Retry button makes a new plan: what the first execution created is kept', async () => {
	const runs = runsOf(service.credential, apply);
	const unreadable = { method: 'GET', path: '/v1/radars', kind: 'status', nth: 2, count: 9 } as const;
	service.control.addFaults({ ...CREATE, kind: 'cut', effect: 'done' }, unreadable);
	await expect(runs(companies(3))).rejects.toThrow('bulk request may or may not have been accepted');
	service.control.clearFaults();
	const output = await runs(companies(3), { executionId: '2' });
	expect(output.map(({ change }) => change)).toEqual(['keep', 'keep', 'keep']);
	expect(charges()).toBe(3);
});
