import type { IDataObject } from 'n8n-workflow';

import { TRIGGER, TriggerTest, type TriggerHost } from './support';

const test = new TriggerTest();

const creating = (options: IDataObject = {}): IDataObject => ({
	delivery: 'webhook',
	radars: 'create',
	defineRadars: 'below',
	radarsToCreate: {
		radar: [
			{ radarType: 'company_mentions', domain: 'acme.com' },
			{ radarType: 'industry_mentions', keyword: 'robots' },
		],
	},
	options,
});

const ACCOUNT = { kind: 'status', status: 403, method: 'GET', path: '/v1/account', count: 99 } as const;

const radars = () => test.control.radars().length;

/** What the executions that these findings start say below their output. */
async function saidAfter(host: TriggerHost, findings: number): Promise<string[]> {
	const before = host.executions.length;
	for (let count = 0; count < findings; count++) {
		test.find();
		await test.control.idle();
		await host.settled();
	}
	return host.executions.slice(before).flatMap((execution) => execution.hints(TRIGGER));
}

const failure = async (activation: Promise<void>) =>
	await activation.then(
		() => {
			throw new Error('The activation should have failed');
		},
		(reason: { message: string; description: string }) => reason,
	);

describe('What publishing created and charged', () => {
	const LINE =
		/^When this workflow was published on \d{4}-\d\d-\d\d, it created 2 radars: Mentions of acme\.com \([0-9a-f-]{36}\); Mentions of robots \([0-9a-f-]{36}\)\. Balance: \$[\d,.]+ → \$[\d,.]+ \(\$2\.00 charged\)\. 2 radars are charged monthly, next on \d{4}-\d\d-\d\d\.$/;

	it('stands below the output of the first execution, and only of this one', async () => {
		const host = await test.listening(creating());
		await host.activate();
		expect(await saidAfter(host, 2)).toEqual([expect.stringMatching(LINE)]);
		host.restart();
		await host.activate('init');
		expect(await saidAfter(host, 1)).toEqual([]);
	});

	it('also after a restart, and in a process that did not publish it', async () => {
		const host = await test.listening(creating());
		await host.activate();
		host.restart();
		await host.activate('init');
		expect(await saidAfter(host, 2)).toEqual([expect.stringMatching(LINE)]);
	});

	it('is not said again after a publish that created nothing', async () => {
		const host = await test.listening(creating());
		await host.activate();
		await saidAfter(host, 1);
		await host.deactivate();
		await host.activate();
		expect(await saidAfter(host, 1)).toEqual([]);
	});

	it('leaves out radars that turn out to exist', async () => {
		test.control.change({ radars: { listDelay: 60 } });
		const host = await test.listening(creating());
		await test.createRadar({
			radar_type: 'company_mentions',
			domain: 'acme.com',
			webhook_url: host.webhookUrl,
		});
		await host.activate();
		const [said] = await saidAfter(host, 1);
		expect(said).toContain('it created 1 radar: Mentions of robots (');
		expect(said).not.toContain('acme.com');
	});

	it('stands in the error where one could not be created', async () => {
		const host = await test.listening(creating());
		test.control.addFaults({ kind: 'status', status: 402, method: 'POST', path: '/v1/radars', nth: 2 });
		const { message } = await failure(host.activate());
		expect(message).toMatch(/Balance: \$[\d,.]+ → \$[\d,.]+ \(\$1\.00 charged\)\./);
	});
});

describe('Monthly Budget', () => {
	it('creates no more radars once it is reached, and says why and until when', async () => {
		const host = await test.listening(creating({ monthlyBudget: 1 }));
		const { message } = await failure(host.activate());
		expect(message).toMatch(
			/^The monthly budget of \$1\.00 is reached\. \$1\.00 used in \d{4}-\d\d, \$0\.00 left; the next month begins on /,
		);
		expect(message).toContain('Not created: Mentions of robots.');
		expect(radars()).toBe(1);
	});

	it('creates no radars where the account cannot be read', async () => {
		const host = await test.listening(creating({ monthlyBudget: 100 }));
		test.control.addFaults(ACCOUNT);
		const { message } = await failure(host.activate());
		expect(message).toContain("The monthly budget can't be checked, because the account couldn't be read");
		expect(radars()).toBe(0);
	});

	it('never stops a publish that creates nothing', async () => {
		const host = await test.listening(creating());
		await host.activate();
		await host.deactivate();
		host.options = { ...host.options, parameters: creating({ monthlyBudget: 0 }) };
		test.control.addFaults(ACCOUNT);
		await host.activate();
		host.restart();
		await host.activate('init');
		expect(radars()).toBe(2);
	});
});
