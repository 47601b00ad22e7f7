import type { IDataObject } from 'n8n-workflow';

import { failure, TriggerTest } from './support';

const test = new TriggerTest();

const creating = (options: IDataObject = {}): IDataObject => ({
	delivery: 'webhook',
	radars: 'create',
	defineRadars: 'below',
	radarsToCreate: {
		radar: [
			{ radarType: 'company_mentions', domain: 'example.com' },
			{ radarType: 'industry_mentions', keyword: 'robots' },
		],
	},
	options,
});

const ACCOUNT = { kind: 'status', status: 403, method: 'GET', path: '/v1/account', count: 99 } as const;

const radars = () => test.control.radars().length;

describe('Monthly Budget', () => {
	it('creates no more radars once it is reached, and says why and until when', async () => {
		const host = await test.listening(creating({ monthlyBudget: 1 }));
		const { message } = await failure(host.activate());
		expect(message).toMatch(
			/^The monthly budget of \$1\.00 is reached\. \$1\.00 used in \d{4}-\d\d, \$0\.00 left; the next month begins on /,
		);
		expect(message).toContain('Not created: robots – Industry: Mentions.');
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
