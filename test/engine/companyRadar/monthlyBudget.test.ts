import type { IDataObject } from 'n8n-workflow';

import { createRadarClient } from '../../../nodes/shared/client/radarClient';
import { Purchases } from '../../../nodes/shared/money/purchases';
import { until } from '../../../tools/shared/until';
import { executeContext } from '../client/service';
import { fasterWaits } from '../client/time';
import {
	REVEAL_EACH as reveal,
	CREATE_EACH as create,
	CREATE_IN_BULK as bulk,
	SYNC_LIST as sync,
} from '../support/paidOperations';
import { useSandbox } from '../support/sandbox';
import { CONTINUE, itemsOf, names, storiesOf, tell, type Step } from '../support/stories';

const service = useSandbox({ balanceUsd: 100_000 });
const told = storiesOf(service);
fasterWaits();

const ACCOUNT = { method: 'GET', path: '/v1/account' };
const UNREADABLE = { ...ACCOUNT, kind: 'status', status: 500, count: 50 } as const;
const CANT = "The monthly budget can't be checked, because the account couldn't be read";

const within = (
	parameters: IDataObject,
	monthlyBudget: unknown,
	items: IDataObject[],
	step: Step = {},
): Step => ({
	run: { ...parameters, options: { monthlyBudget } },
	items,
	...step,
});
const addresses = (count: number) => Array.from({ length: count }, (_, index) => ({ ip: `8.8.${index}.12` }));
const domains = (count: number, from = 0) => itemsOf(names(count, from));
const charges = () => service.control.charges().length;
const sent = ({ method, path }: typeof ACCOUNT) =>
	service.requests().filter((request) => request === `${method} ${path}`).length;
const CREATE = { method: 'POST', path: '/v1/radars' };

/** What somebody else creates with the same account. */
const createElsewhere = async (domain: string) =>
	await service.post('/v1/radars', { radar_type: 'company_new_hires', domain });

const NEXT = String.raw`the next month begins on \d{4}-\d\d-01 at 00:00 UTC\. `;
const used = (usd: string, left: string) =>
	new RegExp(String.raw`\$${usd} used in \d{4}-\d\d, \$${left} left; ${NEXT}`);
const apply = { ...sync, syncMode: 'apply' };
const kept = { column: { change: ['keep', 'keep'] } };

told({
	'Company: Reveal keeps to it, reads the account once, and says what is used, what is left and until when': [
		within(reveal, 0.22, addresses(30), {
			why: [...Array<string>(4).fill(''), ...Array<RegExp>(26).fill(used('0\\.20', '0\\.02'))],
			charges: 4,
			requests: 5,
		}),
	],
	'Company: Reveal looks nothing up where the account cannot be read, and says what to do': [
		within(reveal, 5, addresses(3), {
			fault: UNREADABLE,
			node: CONTINUE,
			errors: Array<RegExp>(3).fill(
				new RegExp(`^${CANT} Nothing was charged\\..*remove 'Monthly Budget \\(USD\\)'`),
			),
			writes: 0,
			// It was tried as often as one call is.
			requests: 3,
		}),
	],
	'what is no amount is refused by name': ['much', -1].map((budget) =>
		within(reveal, budget, addresses(1), { fails: /'Monthly Budget \(USD\)'/, requests: 0 }),
	),
	'Radar: Create creates as many as it allows, and says why it stopped': [
		within(create, 2, domains(4), {
			node: CONTINUE,
			errors: [
				/^The monthly budget of \$2\.00 is reached \$2\.00 used in .*, \$0\.00 left; .*deactivate radars/,
				/reached/,
			],
			charges: 2,
		}),
	],
	'Radar: Create stops where the account can no longer be read': [
		within(create, 50, domains(3), {
			fault: { ...UNREADABLE, nth: 2 },
			node: CONTINUE,
			errors: [/^The monthly budget can't be checked/, /./],
			charges: 1,
			writes: 1,
		}),
	],
	'Radar: Sync List changes nothing once it is reached, which the plan says, and asks only to create': [
		{ run: apply, items: domains(2) },
		within(sync, 2, domains(3), { says: 'Apply would stop: The monthly budget of $2.00 is reached.' }),
		within(apply, 2, domains(3), { fails: 'The monthly budget of $2.00 is reached', charges: 2 }),
		within(apply, 0, domains(2), kept),
	],
});

test('counts what was used before, whatever it was for', async () => {
	await createElsewhere('example.org');
	await tell(service, [within(reveal, 1.05, addresses(3), { charges: 2 })]);
});

test('a stopped run does not wait for the purchase of another one', async () => {
	service.control.change({ latencyMs: { 'POST /v1/radars': 1000 } });
	const parameters = { ...create, options: { monthlyBudget: 5 } };
	const first = service.run(parameters, domains(1));
	await until('the first run buys', () => sent(CREATE) >= 1);
	let stop: (() => void) | undefined;
	const onStart = (running: { stop: () => void }) => (stop = running.stop);
	const second = service.run(parameters, domains(1, 1), { onStart });
	await until('the second run waits', () => sent(ACCOUNT) >= 2);
	stop?.();
	await second;
	expect(charges()).toBe(0);
	await first;
	expect(charges()).toBe(1);
});

test.each<[string, IDataObject, number, number]>([
	['once before, and once after each of 10 radars', within(create, 5000, []).run!, 10, 11],
	['twice for a bulk request', within(bulk, 5000, []).run!, 1000, 2],
])('the account is read %s', async (_, parameters, radars, reads) => {
	await service.run(parameters, domains(radars));
	expect([charges(), sent(ACCOUNT)]).toEqual([radars, reads]);
});

/** How much the account says was used, read by read. */
const figures = (...usedUsd: number[]) =>
	usedUsd.map((balance_used_usd) => {
		const month = new Date().toISOString().slice(0, 7);
		const usage = { month, balance_used_usd };
		const data = { usage, account: {}, balance_remaining_usd: 100_000 - balance_used_usd };
		return { ...ACCOUNT, kind: 'status', status: 200, replace: { data } } as const;
	});

told({
	'figures that lag by three reads: own charges count at the highest price seen': [
		within(create, 7, domains(20), {
			fault: figures(...Array.from({ length: 20 }, (_, read) => Math.max(0, read - 4))),
			node: CONTINUE,
			charges: 7,
		}),
	],
	'figures that are negative: nothing is bought': [
		within(create, 7, domains(2), { fault: figures(...Array<number>(9).fill(-50)), fails: CANT, charges: 0 }),
	],
});

test.each([create, bulk])(
	'with the budget reached, a radar that exists is returned, and nothing is sent: %j',
	async (parameters) => {
		await createElsewhere('company1.example.org');
		await tell(service, [
			within(parameters, 1, domains(2), {
				options: { ifRadarExists: 'returnExisting' },
				node: CONTINUE,
				rows: [{}, { domain: 'company1.example.org', already_existed: true }],
				errors: [/^The monthly budget of \$1\.00 is reached/],
				charges: 1,
			}),
		]);
	},
);

describe('The budget of a run', () => {
	const openRun = async (monthlyBudget: number) => {
		const client = await createRadarClient(executeContext({ credential: service.credential }));
		const purchases = new Purchases({ monthlyBudget }, client);
		const lookUp = async (ip: string) =>
			await purchases.lookUp(async () => await client.call('reveal', { body: { ip } }));
		return { client, lookUp };
	};

	test('counts what another process uses meanwhile', async () => {
		const { lookUp } = await openRun(1.1);
		await lookUp('8.8.1.12');
		await createElsewhere('example.org');
		await lookUp('8.8.2.12');
		await expect(lookUp('8.8.3.12')).rejects.toThrow('The monthly budget of $1.10 is reached');
		expect(sent(ACCOUNT)).toBe(1);
	});

	test('ends with no response that is a day ahead, and begins anew with the month of the service', async () => {
		service.control.clock({ set: '2027-01-31T23:00:00Z' });
		const { client, lookUp } = await openRun(0.05);
		await lookUp('8.8.1.12');
		const replace = { timestamp: '2027-02-01T23:00:00Z' };
		for (const again of [1, 2]) {
			service.control.addFaults({ kind: 'status', status: 200, replace, count: 2 });
			await client.call('listRadars', { query: {} });
			await expect(lookUp(`8.8.2.1${again}`)).rejects.toMatchObject({
				message: 'The monthly budget of $0.05 is reached',
				description: expect.stringContaining('the next month begins on 2027-02-01 at 00:00 UTC'),
			});
		}
		service.control.clock({ set: '2027-02-01T00:00:01Z' });
		await client.call('listRadars', { query: {} });
		await lookUp('8.8.2.12');
		expect(charges()).toBe(2);
	});
});
