import type { IDataObject } from 'n8n-workflow';

import { CompanyRadar } from '../../../nodes/CompanyRadar/CompanyRadar.node';
import { fasterWaits } from '../client/time';
import { detailsOf } from '../harness/engine';
import { operationForms } from '../inputs/fields';
import { CREATE_EACH, REVEAL_EACH } from '../support/paidOperations';
import { useSandbox } from '../support/sandbox';
import { CONTINUE, itemsOf, names, SPLIT, storiesOf, type Step } from '../support/stories';

const service = useSandbox();

const create = { ...CREATE_EACH, options: { longestWait: 0 } };
const item = (domain: string): IDataObject => ({ domain });
const [FIRST, WRONG, LAST] = [item('w3.org'), item('not a domain'), item('ietf.org')] as const;
const mixed = [FIRST, WRONG, LAST];
const run = (items: IDataObject[], step: Step): Step => ({ run: create, items, ...step });

storiesOf(service)({
	'On Error: Stop sends nothing at all, and names a way to go on unless all items are wrong': [
		run(mixed, { fails: /./, says: /<br>To go on .* set 'On Error' to 'Continue'/, requests: 0 }),
		run([WRONG], { fails: /./, hides: /On Error/ }),
	],
	'On Error: Continue says what is wrong in a summary, if the others have one': [
		{
			...{ run: REVEAL_EACH, items: [{ ip: '8.8.8.8' }, { ip: '10.0.0.1' }], node: CONTINUE },
			rows: [
				{ summary: expect.stringContaining('Visitor in') },
				{ summary: expect.stringMatching(/10\.0\.0\.1 is a private.*Use the public address/) },
			],
		},
	],
	'On Error: Continue names the first of many failed items': [
		run([FIRST, FIRST, ...Array<IDataObject>(7).fill(WRONG)], {
			node: CONTINUE,
			says: '7 items failed: item 2 (not a domain), item 3 (not a domain)',
		}),
	],
	'failed items are named by their input, however many items others give': [
		run(itemsOf(names(3)), {}),
		{
			run: { resource: 'radar', operation: 'getMany', filters: { radarStatus: '={{ $json.status }}' } },
			items: [{ status: 'active' }, { status: 'gone' }],
			node: CONTINUE,
			rows: [{}, {}, {}, {}],
			says: '1 item failed (item 1).',
		},
	],
	'On Error: Continue (using error output) sends it down the error branch, with its input': [
		run(mixed, {
			node: SPLIT,
			column: { domain: ['w3.org', 'ietf.org'] },
			failed: [{ ...WRONG, error: expect.stringContaining("'Company Domain'") }],
		}),
	],
});

test.each([[mixed], [[WRONG, FIRST, LAST]], [[WRONG]]])(
	'On Error: Continue gives it its domain, error, message and details, then the columns of the others, empty',
	async (items) => {
		const rows = (await service.run(create, items, { node: CONTINUE })).items('Company Radar');
		const wrong = items.indexOf(WRONG);
		const failed = rows[wrong];
		const [first, ...others] = rows.filter((row) => row !== failed);
		expect([first, ...others].map((row) => row?.json.domain)).toEqual(
			items.length > 1 ? ['w3.org', 'ietf.org'] : [undefined],
		);
		// n8n repeats a run whose first item has an error, in some versions even if it's null.
		expect(first?.json ?? {}).not.toHaveProperty('error');
		const columns = Object.keys(first?.json ?? {}).filter((name) => name !== 'domain');
		expect(Object.keys(failed?.json ?? {})).toEqual([
			'domain',
			'error',
			'message',
			...Object.keys(detailsOf({})),
			...columns,
		]);
		const empty = first && { radar_type: null, created_at: null };
		expect(failed).toMatchObject({ json: { ...WRONG, ...empty }, pairedItem: { item: wrong } });
	},
);

test('On Error: Stop starts nothing new after the first failure, and names what was created before', async () => {
	service.control.addFaults({ kind: 'status', status: 402, method: 'POST', path: '/v1/radars', nth: 3 });
	const { error } = await service.run(create, itemsOf(names(200)));
	const created = service.control.radars();
	expect(created.length).toBeLessThan(100);
	expect(error?.message).toContain('balance');
	for (const { radar_id } of created.slice(0, 5)) expect(error?.description).toContain(radar_id);
});

test('On Error: Stop names every item of which it is not known whether it was charged', async () => {
	service.control.change({ latencyMs: { '*': 2000 } });
	service.control.addFaults({ kind: 'cut', effect: 'done', path: '/v1/company-reveal', count: 3 });
	const { error } = await service.run(
		REVEAL_EACH,
		[1, 2, 3].map((number) => ({ ip: `9.9.9.${number}` })),
	);
	expect(service.control.charges()).toHaveLength(3);
	expect(error).toMatchObject({
		message: 'The lookup may or may not have been charged',
		description: expect.stringContaining('The outcome is also unknown for items 1, 2.'),
		context: expect.objectContaining({ itemIndex: 0 }),
	});
});

/** Every operation that calls the service, with valid parameters. */
const OPERATIONS = operationForms(new CompanyRadar().description.properties)
	.filter(({ parameters: { resource } }) => resource !== 'titleFilter')
	.map(({ name, parameters }) => [name, { ...parameters, options: { longestWait: 0 } }] as const);

describe.each(OPERATIONS)('%s', (_, parameters: IDataObject) => {
	// Without a second attempt, a create is still searched for.
	fasterWaits();

	const failing = async (status: number, node = {}) => {
		service.control.addFaults({ kind: 'status', status, count: 1000 });
		return await service.run(parameters, [{}], { node });
	};

	test('a Base URL with more path than the API has is what it asks to correct', async () => {
		const { credential } = service;
		const longer = { ...credential, baseUrl: `${credential.baseUrl}/v2` };
		const { error } = await service.run(parameters, [{}], { credential: longer });
		expect(error?.description).toContain('Remove /v2 from the Base URL in the credential.');
		expect(error?.description).not.toMatch(/Check the ID.*Remove/);
		service.control.clearLog();
	});

	test('On Error: Stop ends the workflow, and Continue puts the error in the place of the item', async () => {
		const stopped = await failing(403);
		expect(stopped.error).toMatchObject({
			...{ message: expect.stringMatching(/have permission|isn't enabled/), httpCode: '403' },
			context: expect.objectContaining({ itemIndex: 0 }),
		});
		expect(stopped.ran('Success')).toBe(false);
		const [text, domain] = [expect.any(String) as string, parameters.domain as string];
		const json = {
			...(parameters.operation === 'syncList' && { change: 'failed', reason: text, plan: text }),
			...(domain && { domain }),
			...{ error: text, message: text },
			...detailsOf(expect.objectContaining({ status: 403, error_id: text })),
		};
		const result = await failing(403, CONTINUE);
		expect(result.items('Company Radar')).toEqual([{ json, pairedItem: { item: 0 } }]);
		expect(JSON.stringify(result.run)).not.toContain(service.running.apiKey);
	});
});
