import type { IDataObject } from 'n8n-workflow';

import { runsOf } from '../support/runs';
import { useSandbox } from '../support/sandbox';
import { DUPLICATES, itemsOf, names, storiesOf, tell, type Step } from '../support/stories';
import { SYNC_LIST } from '../support/paidOperations';
import { fasterWaits } from '../client/time';

const service = useSandbox({ balanceUsd: 1000, settings: DUPLICATES });
const told = storiesOf(service);
fasterWaits();

const CREATE = { method: 'POST', path: '/v1/radars/bulk' };
const UNDELETED: Step['fault'] = {
	method: 'DELETE',
	path: CREATE.path,
	kind: 'status',
	status: 500,
	count: 3,
};
const LOST = { ...CREATE, kind: 'cut', effect: 'done' } as const;
const options: IDataObject = { maximumToDeactivate: '100%' };
const list = { ...SYNC_LIST, syncMode: 'apply', options };

/** Two of these fill a bulk request; nobody waits long. */
const large = {
	...options,
	customFields: { fields: [{ name: 'note', value: '={{ "x".repeat(400000) }}' }] },
	timeLimit: 1,
};
const refused = (name: string): Step['fault'] => ({
	...CREATE,
	kind: 'status',
	status: 400,
	bodyIncludes: `${name}.example.org`,
});

const companies = (count: number, from = 0) => itemsOf(names(count, from));
const apply = (items: string, step: Step = {}): Step => ({ apply: items, options, ...step });
const sent = () =>
	service.requests().filter((request) => request === `${CREATE.method} ${CREATE.path}`).length;
const charges = () => service.control.charges().length;
const retrying = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

/** Under On Error: Continue, n8n repeats a run only if its first item failed: the next execution does the rest. */
describe.each(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const)(
	'With On Error: %s, a retry, or the next execution',
	(onError) => {
		const node = { onError, ...retrying };
		const rest = (step: Step) => (onError === 'stopWorkflow' ? [] : [step]);
		const since = { ...options, updatesSince: '={{ $now.minus({ days: 1 }).toISO() }}' };
		const ofMentions = { set: { radarType: 'company_mentions' }, options: since };

		told({
			'finds the radars of a lost bulk request, and the next execution keeps them': [
				apply(names(3), { fault: LOST, node, writes: 1, charges: 3 }),
				apply(names(3), { gives: 'keep company0, keep company1, keep company2', charges: 3 }),
			],
			'takes a date that an expression counts back from now for the same radars': [
				apply(names(4), ofMentions),
				apply(names(4, 3), { ...ofMentions, fault: UNDELETED, node, charges: 7 }),
			],
		});

		test('sends only the bulk request that was refused, although the others are still worked on', async () => {
			service.control.change({ bulk: { itemMs: 800 } });
			const impatient = apply(names(6), { options: large, node });
			await tell(service, [
				{ ...impatient, fault: refused('company2') },
				...rest({ ...impatient, node: {} }),
			]);
			await service.control.idle();
			expect([sent(), charges()]).toEqual([4, 6]);
		});
	},
);

const replace = { ...options, replaceChanged: true };
const account = { duplicatesEnabled: false, billing: { company_new_hires: 'update_based' } } as const;
const many = names(20);
told({
	'a retry replaces the changed radar that the first try could not deactivate': [
		apply('alder:Sales', { change: { account }, options: replace }),
		apply('alder:Legal', { options: replace, fault: UNDELETED, node: retrying, active: 'alder', charges: 0 }),
	],
	'what was refused is not remembered: a retry makes a new plan': [
		apply(many),
		{
			apply: names(3),
			node: retrying,
			fails: /'Maximum to Deactivate' is 20%/,
			active: many.split(' ').sort().join(' '),
		},
	],
});

describe('While none of the radars of a lost create has appeared', () => {
	const STILL = 'Radars of an earlier try are still being created';
	const NOTHING = { ...CREATE, kind: 'cut' } as const;
	const UNKNOWN = 'may or may not have been accepted';

	told({
		'Retry On Fail sends nothing': [
			apply(names(3), { fault: NOTHING, node: retrying, fails: STILL, writes: 1, charges: 0 }),
		],
	});

	test('it sends nothing either if the plan is another one now, and the next execution does the rest', async () => {
		const runs = runsOf(service.credential, list);
		service.control.addFaults(NOTHING);
		await expect(runs(companies(3))).rejects.toThrow(UNKNOWN);
		await service.run({ ...list, listName: 'Others', options: {} }, companies(1));
		await expect(runs(companies(3))).rejects.toThrow(STILL);
		expect([sent(), charges()]).toEqual([2, 1]);
		await tell(service, [apply(names(3), { active: names(3), charges: 3 })]);
	});

	test('it sends nothing if the service accepted them, but its queue rests', async () => {
		service.control.change({ bulk: { itemMs: 60_000 } });
		service.control.addFaults(refused('company4') as never);
		const runs = runsOf(service.credential, { ...list, options: large });
		await expect(runs(companies(6))).rejects.toThrow();
		await expect(runs(companies(6))).rejects.toThrow(STILL);
		expect(sent()).toBe(3);
	});

	test('with some of them there, it sends only the others', async () => {
		service.control.addFaults(LOST);
		service.control.change({ radars: { setupFailures: { 'company1.example.org': 'setup_failure' } } });
		const runs = runsOf(service.credential, list);
		await expect(runs(companies(3))).rejects.toThrow(UNKNOWN);
		await expect(runs(companies(3))).rejects.toThrow('Setup failed');
		expect([sent(), charges()]).toEqual([2, 2]);
	});
});

test('the Retry button makes a new plan: what the first execution created is kept', async () => {
	const runs = runsOf(service.credential, list);
	service.control.addFaults(LOST, { method: 'GET', path: '/v1/radars', kind: 'status', nth: 2, count: 9 });
	await expect(runs(companies(3))).rejects.toThrow('bulk request may or may not have been accepted');
	service.control.clearFaults();
	const output = await runs(companies(3), { executionId: '2' });
	expect(output.map(({ change }) => change)).toEqual(['keep', 'keep', 'keep']);
	expect(charges()).toBe(3);
});
