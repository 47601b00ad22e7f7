import type { IDataObject } from 'n8n-workflow';

import { idsOf, outputIds, TriggerTest, type TriggerHost } from './support';

const test = new TriggerTest();

const DELIVERIES = ['polling', 'webhook', 'webhookWithCatchUp'];
const SALES = { jobTitles: 'sales AND NOT assistant' };

const created = async (host: TriggerHost, domain = 'example.com') =>
	await test.createRadar({
		radar_type: 'company_new_hires',
		domain,
		// A host that doesn't listen has no URL that the service accepts.
		...(host.webhookUrl.startsWith('http') ? { webhook_url: host.webhookUrl } : {}),
	});

const hire = (radarId: string, content: IDataObject) =>
	test.control.pushFindings({ radar_id: radarId, content }).map(({ update_id: id }) => id);

/** Lets pushes arrive, and polls once no poll leaves anything to the webhook. */
async function settle(host: TriggerHost): Promise<void> {
	await test.control.idle();
	await host.settled();
	test.control.clock({ advance: 61 });
	await host.poll();
	await host.poll();
}

describe.each(DELIVERIES)('With %s', (delivery) => {
	const published = async (filters: IDataObject) => {
		const host = await test.listening({ delivery, radars: 'elsewhere', filters });
		await host.activate();
		return host;
	};

	it('only updates that pass all filters start the workflow, and those that they cannot judge', async () => {
		const domains = 'https://www.example.com/, müller.example.com';
		const host = await published({ ...SALES, levels: ['vice_president', 'c_level'], domains });
		const acme = await created(host);
		const wanted = ['SVP, Sales', '営業部長', undefined].flatMap((title) => hire(acme, { title }));
		for (const title of ['VP, Sales Assistant', 'Sales Manager', 'Chief Marketing Officer'])
			hire(acme, { title });
		hire(await created(host, 'other.example.com'), { title: 'SVP, Sales' });
		await settle(host);
		expect(outputIds(host)).toEqual([...wanted].sort());
		const outputs = new Map(host.outputs().map((output) => [output.update_id, output]));
		expect(wanted.map((id) => outputs.get(id)?.level)).toEqual(['vice_president', undefined, undefined]);
		expect(wanted.map((id) => outputs.get(id)?.not_judged)).toEqual([
			undefined,
			'Job Titles, Levels',
			'Job Titles, Levels',
		]);
	});

	it('a changed filter counts for later updates, and brings back nothing that was dropped', async () => {
		const host = await published(SALES);
		const acme = await created(host);
		const kept = hire(acme, { title: 'Head of Sales' });
		hire(acme, { title: 'CTO' });
		await settle(host);
		host.options.parameters = { delivery, radars: 'elsewhere', filters: { jobTitles: 'cto' } };
		await host.activate('update');
		await settle(host);
		expect(outputIds(host)).toEqual(kept);
		hire(acme, { title: 'Sales Lead' });
		const later = hire(acme, { title: 'CTO' });
		await settle(host);
		expect(outputIds(host)).toEqual([...kept, ...later].sort());
	});

	it.each<[string, IDataObject, string]>([
		['a wrong title expression', { jobTitles: 'sales AND (cto' }, "'Job Titles'"],
		['one that excludes itself', { jobTitles: 'sales AND NOT sales' }, 'No title can match it'],
		['no radar', { radarIds: [] }, "'Radar Names or IDs' is empty"],
		['no title', { jobTitles: '' }, "'Job Titles' is empty"],
		['an unknown level', { levels: ['vp'] }, "'Levels'"],
		['nothing but separators', { domains: ', ;' }, "'Company Domains' is empty"],
		['an expression that finds nothing', { domains: '={{ null }}' }, "'Company Domains' is empty"],
		['the domain of an email provider', { domains: 'gmail.com' }, "'Company Domains'"],
	])('%s is refused when publishing, and never means all', async (_, filters, message) => {
		const host = await test.listening({ delivery, radars: 'elsewhere', filters });
		await expect(host.activate()).rejects.toThrow(message);
		expect(test.service.requests()).toEqual([]);
	});

	it('a doubtful filter is published if it is allowed, and goes on where a version doubts more', async () => {
		const parameters = { delivery, radars: 'elsewhere', filters: { domains: 'gmail.com' } };
		const allowed = await test.listening({ ...parameters, options: { allowDoubtful: true } });
		await allowed.activate();
		const host = await test.listening(parameters);
		await host.activate('init');
		const acme = await created(host, 'example.com');
		hire(acme, { title: 'CTO' });
		await settle(host);
		expect(outputIds(host)).toEqual([]);
	});
});

describe('Updates that a filter drops', () => {
	it('hold up nothing, however many there are', async () => {
		const host = test.host({ delivery: 'polling', filters: SALES });
		await host.activate();
		const radarId = await created(host);
		test.control.pushFindings({ radar_id: radarId, count: 4500, content: { title: 'CTO' } });
		const [wanted] = hire(radarId, { title: 'Sales Lead' });
		await host.poll();
		const [later] = hire(radarId, { title: 'Sales Lead' });
		await host.poll();
		expect(outputIds(host)).toEqual([wanted, later].sort());
	});

	it('are not recorded, and start no execution', async () => {
		const host = await test.listening({ delivery: 'webhook', radars: 'elsewhere', filters: SALES });
		await host.activate();
		const acme = await created(host);
		const finding = {
			update_type: 'radar_finding',
			data: { radar_id: acme, radar_type: 'company_new_hires' },
		};
		const update = (title: string) => JSON.stringify({ ...finding, update_id: 'u1', content: { title } });
		for (let time = 0; time < 2; time++)
			expect((await host.deliver(update('CTO'))).body).toMatchObject({
				message: "Received. The workflow's filters skip it.",
			});
		expect(host.executions).toEqual([]);
		await host.deliver(update('Sales Lead'));
		await host.settled();
		expect(idsOf(host.outputs())).toEqual(['u1']);
	});
});

it.each(['polling', 'webhook'])("n8n's log says once a day what filters did: %s", async (delivery) => {
	const host = await test.listening({ delivery, radars: 'elsewhere', filters: SALES });
	await host.activate();
	const acme = await created(host);
	const bring = async (...titles: string[]) => {
		for (const title of titles) hire(acme, title ? { title } : {});
		await settle(host);
	};
	await bring('CTO', 'Sales Assistant', '', 'Head of Sales');
	expect(host.infos).toEqual([]);
	host.elapse(25 * 3_600_000);
	await bring('CFO');
	await bring('COO');
	expect(host.infos).toEqual([
		"Company Radar Trigger: In the last 25 hours, the filters dropped 2 updates, and passed 1 update that they couldn't judge, such as those without a job title.",
	]);
});

describe('Filters that nothing can match', () => {
	const UNKNOWN = '3f2b8c1e-5d4a-4b6f-9e7a-1c2d3e4f5a60';

	it.each(DELIVERIES)('radars that the account does not have refuse publishing: %s', async (delivery) => {
		const known = await test.createRadar({ radar_type: 'company_reviews', domain: 'w3.org' });
		const parameters = { delivery, radars: 'elsewhere', filters: { radarIds: [known, UNKNOWN] } };
		const host = await test.listening(parameters);
		test.control.clearLog();
		await expect(host.activate()).rejects.toThrow(
			`'Radar Names or IDs': 1 of 2 radars in this filter isn't in your account, so nothing of it can come: ${UNKNOWN}.`,
		);
		expect(test.service.requests().filter((request) => request === 'GET /v1/radars')).toHaveLength(1);
		expect((await host.executeStep()).hints('Company Radar Trigger').join()).toContain(UNKNOWN);

		await host.activate('init');
		const allowed = await test.listening({ ...parameters, options: { allowDoubtful: true } });
		await allowed.activate();
		test.control.addFaults({ kind: 'status', status: 403, method: 'GET', path: '/v1/radars', count: 100 });
		await host.activate();
	});

	it('Execute step names domains that no radar is about, nor one that publishing creates', async () => {
		await test.createRadar({ radar_type: 'company_reviews', domain: 'w3.org' });
		const host = test.host({
			delivery: 'webhook',
			radars: 'create',
			radarsToCreate: { radar: [{ radarType: 'company_reviews', domain: 'ietf.org' }] },
			filters: { domains: 'https://www.w3.org, ietf.org, birch.example, alder.example' },
		});
		expect((await host.executeStep()).hints('Company Radar Trigger')).toContain(
			'No radar of your account is about birch.example, alder.example.',
		);
	});
});

describe('The step in the editor', () => {
	it.each([
		[['company_new_hires'], true],
		[['radar_finding'], true],
		[['radar_finding', 'radar_failure'], false],
		[['bulk_completed'], false],
	])('says where no failure arrives: %j', async (events, isSaid) => {
		const step = await test.host({ delivery: 'webhook', radars: 'elsewhere', events }).executeStep();
		expect(step.hints('Company Radar Trigger').join().includes('add Radar Failed to Events')).toBe(isSaid);
	});

	it('warns of a title that may not match as meant, as publishing would', async () => {
		const host = test.host({ delivery: 'polling', filters: { jobTitles: 'vp* OR chief' } });
		const step = await host.executeStep();
		expect(step.hints('Company Radar Trigger').join()).toContain('Job Titles: "vp*" has a wildcard');
		await expect(host.activate()).rejects.toThrow('"vp*" has a wildcard');
	});

	it('shows only updates that pass, else a sample', async () => {
		const host = test.host({
			delivery: 'polling',
			testWith: 'newestUpdates',
			filters: { jobTitles: 'NOT marketing AND ("Bishop of Rome" OR abbot)' },
		});
		const radarId = await created(host);
		hire(radarId, { title: 'CTO' });
		const sample = await host.executeStep();
		expect(sample.json('Company Radar Trigger')).toEqual([expect.objectContaining({ sample: true })]);
		const wanted = hire(radarId, { title: 'Bishop of Rome' });
		const step = await host.executeStep();
		expect(idsOf(step.json('Company Radar Trigger'))).toEqual(wanted);
	});

	it.each([{ jobTitles: 'bishop AND rome' }, { jobTitles: 'bishop', domains: 'unwatched.example' }])(
		'says that a sample would be dropped: %j',
		async (filters) => {
			const sample = await test.host({ delivery: 'polling', filters }).executeStep();
			expect(sample.json('Company Radar Trigger')).toEqual([expect.objectContaining({ sample: true })]);
			expect(sample.hints('Company Radar Trigger').join()).toContain('Your filters would drop this sample.');
		},
	);
});
