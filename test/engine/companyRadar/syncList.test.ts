import type { IDataObject } from 'n8n-workflow';

import { workflowAround, type WorkflowJson } from '../harness';
import { runData } from '../harness/engine';
import {
	activeOf,
	changesOf,
	CONTINUE,
	domainOf,
	itemsOf,
	names,
	PER_UPDATE,
	SPLIT,
	tell,
	storiesOf,
} from '../support/stories';
import { SYNC_LIST } from '../support/paidOperations';
import { runsOf } from '../support/runs';
import { useSandbox } from '../support/sandbox';
import { fasterWaits } from '../client/time';

const service = useSandbox({ balanceUsd: 100_000, settings: { unlimited: true } }, 1000);
fasterWaits();

const LIST = 'Target accounts';
const applied = { ...SYNC_LIST, syncMode: 'apply', options: { maximumToDeactivate: '100%' } };
const array = (rows: string) => ({ radarsFrom: 'list', radars: JSON.stringify(itemsOf(rows)) });

const told = storiesOf(service);

describe('Plan', () =>
	told({
		'shows what is new, and only reads': [
			{
				plan: 'alder birch',
				gives: 'create alder, create birch',
				why: ['New on the list.', 'New on the list.'],
				says: [
					'Plan: 2 to create, 0 to keep, 0 changed, 0 to deactivate.',
					'create one radar and see what the output panel says.',
					'The balance is $100,000.00',
				],
				writes: 0,
			},
		],
		'says that nothing would be charged where nothing is new': [
			{ apply: 'alder' },
			{
				plan: 'alder',
				says: 'Nothing was changed. Apply would charge nothing. The balance is',
				hides: /price/,
			},
		],
		'shows one item for each change, with its reason': [
			{ apply: 'alder birch' },
			{
				plan: 'birch cedar',
				gives: 'create cedar, deactivate alder, keep birch',
				why: ['New on the list.', 'No longer on the list.', 'Already on the list.'],
				writes: 0,
			},
		],
		'takes a fixed JSON array once, however many input items there are': [
			{ plan: [{}, {}], set: array('alder'), gives: 'create alder' },
		],
		'takes one radar in fixed fields for a list of one': [
			{ plan: [{}], set: { domain: 'alder.example.org' }, gives: 'create alder' },
		],
	}));

describe('Apply', () => {
	told({
		'watches exactly what is on the list': [
			{ apply: 'alder birch', active: 'alder birch' },
			{
				apply: 'birch cedar',
				gives: 'created cedar, deactivated alder, keep birch',
				active: 'birch cedar',
				hides: /Nothing to change/,
			},
			{
				apply: 'birch cedar',
				gives: 'keep birch, keep cedar',
				says: 'Nothing to change: 2 kept. Nothing was charged.',
				charges: 3,
			},
		],
		'buys one radar for duplicates, and names them': [
			{
				apply: 'alder birch ALDER',
				gives: 'created alder, created birch, keep alder',
				why: [/./, /./, 'The same radar as item 0.'],
				says: 'Repeated radars count once: item 2 (alder.example.org).',
				charges: 2,
			},
		],
	});

	test('says which list a radar belongs to, and puts its IDs last', async () => {
		const result = await service.run(applied, itemsOf('alder'));
		const [radar] = service.control.radars();
		expect(radar?.custom_fields).toEqual({
			n8n_list: LIST,
			n8n_list_key: '["company_new_hires","alder.example.org"]',
			n8n_definition: expect.stringMatching(/^\*=[0-9a-f]+$/),
			n8n_create_tag: expect.stringMatching(/^[0-9a-f]{12}\.0$/),
		});
		const [row = {}] = result.json('Company Radar');
		expect(row).toMatchObject({ change: 'created', radar_id: radar?.radar_id, radar_status: 'active' });
		expect(row.custom_fields).toEqual({});
	});
});

const EMPTY = { fails: "'Radars': The list is empty.", says: "'Allow Empty List'", writes: 0 };
const BALANCE = "The balance is $99,995.00, too low for the 'Minimum Balance' of $100,000.00";
const TOO_MANY =
	"This execution would create up to 101 radars, above the 'Maximum Radars to Create' limit of 100";
const OTHER_TYPES =
	"All radars of the list are of other types, such as New Hires, so another node probably uses this 'List Name'";
const guarded = (minimumBalance: number) => ({ minimumBalance, maximumToDeactivate: '100%' });
const OPENINGS = { radarType: 'company_job_openings' };

describe('Guards', () => {
	told({
		'Minimum Balance stops a run that would create radars, before any change': [
			{ apply: names(5) },
			{ plan: names(5, 1), options: guarded(100_000), says: `Apply would stop: ${BALANCE}.` },
			{ apply: names(5, 1), options: guarded(100_000), fails: BALANCE, writes: 0 },
			{ apply: names(4), options: guarded(100_000), active: names(4) },
			{ apply: names(5, 1), options: guarded(99_000), charges: 6 },
		],
		'Minimum Balance stops where the balance cannot be read': [
			{
				fault: { method: 'GET', path: '/v1/account', kind: 'status', status: 500, count: 9 },
				apply: 'alder',
				options: { minimumBalance: 1 },
				fails: /./,
				writes: 0,
			},
		],
		'an empty list is rejected by name, unless it may be empty': [
			{ apply: 'alder birch' },
			{ plan: [{}], ...EMPTY },
			{ apply: [{}], ...EMPTY },
			{ apply: [{}], set: { radarsFrom: 'itemJson' }, ...EMPTY },
			{ apply: [{}], set: { radarsFrom: 'list', radars: '[]' }, ...EMPTY },
			{ apply: [{ row_number: 2 }, { row_number: 3, domain: '' }], ...EMPTY, active: 'alder birch' },
			{ apply: [{}], options: { maximumToDeactivate: '100%', allowEmptyList: true }, active: '' },
		],
		'nothing is created beyond Maximum Radars to Create, 100 by default': [
			{ plan: names(101), says: `Apply would stop: ${TOO_MANY}.` },
			{ apply: names(101), fails: TOO_MANY, writes: 0 },
			{ apply: names(101), options: { maximumRadars: 101 }, charges: 101 },
		],
		'nothing is changed beyond Maximum to Deactivate, a fifth of the list and at least five by default': [
			{ apply: names(20) },
			{ plan: names(14, 6), says: 'Apply would stop' },
			{
				apply: names(14, 6),
				fails: "'Maximum to Deactivate' is 20% (at least 5), and this list would deactivate 6 of 20 radars",
				writes: 0,
			},
			{ apply: names(3), node: SPLIT, errors: [/20%/, /20%/, /20%/], writes: 0 },
			{ apply: names(15, 5), says: '5 radars were deactivated' },
		],
		'a list whose radars are all of other types stops, as after a copy of the node': [
			{ apply: names(10) },
			{ plan: names(10), set: OPENINGS, says: `Apply would stop: ${OTHER_TYPES}.` },
			{
				apply: names(10),
				set: OPENINGS,
				fails: OTHER_TYPES,
				says: /Nothing was created or deactivated\..*another name.*Radars in Bulk: Deactivate/,
				writes: 0,
			},
			{ apply: names(10), set: { ...OPENINGS, listName: 'Job openings' }, charges: 20 },
		],
		'a list of one radar may get another type': [
			{ apply: 'alder' },
			{ apply: 'birch', set: OPENINGS, active: 'birch' },
		],
		'the last radar of a type that a mixed list no longer has is deactivated': [
			{
				apply: [
					{ radar_type: 'company_new_hires', domain: domainOf('alder') },
					{ radar_type: 'company_mentions', domain: domainOf('birch') },
				],
				set: { radarsFrom: 'itemJson' },
			},
			{ apply: 'alder', set: { radarsFrom: 'itemJson' }, gives: 'deactivated birch, keep alder' },
		],
		'items of several lists are rejected': [
			{
				apply: 'alder birch',
				set: { listName: '={{ $json.domain }}' },
				fails: "'List Name' is not the same for all items",
				writes: 0,
			},
		],
		'what is no maximum is refused by name': ['many', '-1', '101%', '1.5', ''].map((maximum) => ({
			apply: 'alder',
			options: { maximumToDeactivate: maximum },
			fails: /'Maximum to Deactivate'/,
			requests: 0,
		})),
	});
});

describe('A list that would leave less than half of its radars', () => {
	const SIX = 'a1 a2 a3 a4 a5 a6';
	const HALF = {
		fails: 'This list would leave 1 of 6 radars active, less than half',
		says: "turn on 'Allow Empty List'",
		writes: 0,
	};

	told({
		'is not applied, whatever the maximum, and Plan says so': [
			{ apply: SIX },
			{ plan: 'a1', says: `Apply would stop: ${HALF.fails}.` },
			{ apply: 'a1', ...HALF },
			{ apply: 'a1', options: { maximumToDeactivate: '100%' }, ...HALF },
			{ apply: 'a1', options: { maximumToDeactivate: '5' }, ...HALF },
			{ apply: 'a1', options: { allowEmptyList: true }, active: 'a1' },
		],
		'half is enough, and so are others in their place': [
			{ apply: SIX },
			{ apply: 'a1 a2 a3', active: 'a1 a2 a3' },
			{ apply: 'b1 b2 b3', active: 'b1 b2 b3' },
		],
	});
});

const WRONG = { domain: 'no domain' };
const STAYS =
	'2 radars are no longer on the list, but stay and keep charging. No radars are deactivated, because item 1 (no domain) is invalid: correct it.';
const SAME = 'asks for the same radar as item 0, with other values: Departments';
const setupFails = (...failing: string[]) =>
	({
		radars: { setupFailures: Object.fromEntries(failing.map((name) => [domainOf(name), 'setup_failure'])) },
	}) as never;

describe('An item that is wrong', () => {
	told({
		'holds back all deactivations, which is said first': [
			{ apply: 'alder birch cedar' },
			{ plan: [...itemsOf('alder'), WRONG], node: CONTINUE, says: STAYS },
			{
				apply: [...itemsOf('dune'), WRONG],
				node: SPLIT,
				gives: 'created dune, keep cedar, keep birch, keep alder',
				why: ['New on the list.', /No longer on the list.*because item 1.* is invalid/, /item 1/, /item 1/],
				errors: [/'Company Domain'/],
				active: 'alder birch cedar dune',
			},
			{
				apply: [...itemsOf('alder birch cedar'), { name: 'Elm' }],
				node: CONTINUE,
				says: /1 radar is no longer on the list, but stays/,
			},
		],
		'holds back all deactivations also if it is doubtful, and names nobody to monitor': [
			{ apply: 'alder birch' },
			...[
				{ radar_type: 'contact_job_changes' },
				{ radar_type: 'contact_job_changes', domain: domainOf('alder') },
				{ radar_type: 'contact_social_posts', email: '-' },
				{ radar_type: 'industry_mentions', keyword: '' },
			].map((row) => ({
				apply: [{ radar_type: 'company_new_hires', domain: domainOf('alder') }, row],
				set: { radarsFrom: 'itemJson' },
				options: { maximumToDeactivate: '100%' },
				active: 'alder birch',
			})),
		],
		'is one that contradicts another': [
			{ apply: 'old' },
			{ apply: 'alder:Sales alder:Legal', fails: `The item ${SAME}`, active: 'old' },
			{ apply: 'alder:Sales alder:Legal', node: SPLIT, gives: 'created alder, keep old', errors: [SAME] },
		],
		'is one beyond Maximum Radars to Create, each for a reason of its own': [
			{
				apply: 'alder:Sales birch:Sales alder:Legal',
				options: { maximumRadars: 1 },
				node: CONTINUE,
				errors: [/ 2 radars, .* limit of 1/, / 2 radars/, /as item 0, with other values: Departments/],
				active: '',
			},
		],
		'within a JSON array is named by its radar': [
			{ apply: 'old' },
			{
				apply: [{}],
				set: array('alder:Sales birch birch alder:Marketing'),
				node: SPLIT,
				errors: [
					'The item asks for the same radar as another entry of the array, with other values: Departments',
				],
				why: [
					'New on the list.',
					'New on the list.',
					'The same radar as another entry of the array.',
					'No longer on the list. No radars are deactivated, because the list contradicts itself: alder.example.org – New Hires.',
				],
			},
		],
	});

	test('has the columns of the others', async () => {
		const result = await service.run(SYNC_LIST, [...itemsOf('alder'), WRONG], { node: CONTINUE });
		const [good = [], failed = []] = result.json('Company Radar').map((row) => Object.keys(row));
		expect(failed.slice(0, 3)).toEqual(['change', 'domain', 'reason']);
		expect(failed).toEqual(expect.arrayContaining(good));
	});
});

const REFUSED = { method: 'POST', path: '/v1/radars/bulk', kind: 'status', status: 400 } as const;

describe('What the service refuses', () =>
	told({
		'fails a repeat like the item that it repeats, if it is the request': [
			{ fault: REFUSED, apply: 'alder alder birch', node: SPLIT, gives: '', errors: [/./, /./, /./] },
		],
		'fails a repeat like the item that it repeats, if it is the radar': [
			{
				change: setupFails('alder'),
				apply: 'alder alder birch',
				node: SPLIT,
				gives: 'created birch',
				errors: [/Setup failed/, /Setup failed/],
			},
		],
		'fails a repeat in a JSON array, too': [
			{
				change: setupFails('alder', 'birch'),
				apply: [{}],
				set: array('alder birch alder'),
				node: SPLIT,
				errors: [/Radar: alder/, /Radar: birch/, /Radar: alder/],
			},
		],
		'keeps what was to be deactivated after it, and names it': [
			{ apply: `alder ${names(6)}` },
			{
				change: setupFails('bad'),
				apply: 'alder bad',
				options: { maximumToDeactivate: '100%', allowEmptyList: true },
				fails: /Setup failed/,
				says: `6 radars were not deactivated, because the execution stopped: ${[5, 4, 3, 2, 1].map((number) => `company${number}.example.org – New Hires`).join(', ')} and 1 more.`,
				active: `alder ${names(6)}`,
			},
			{
				apply: 'alder bad',
				options: { maximumToDeactivate: '100%', allowEmptyList: true },
				node: SPLIT,
				errors: [/^(?!.*stopped)/],
				active: 'alder',
			},
		],
	}));

describe('A second run in the same execution', () => {
	type WorkflowNode = WorkflowJson['nodes'][number];
	const to = (name: string) => [{ node: name, type: 'main' as const, index: 0 }];

	test('of another node deactivates nothing', async () => {
		const run = runData();
		await runsOf(service.credential, applied, { run })(itemsOf('alder'));
		const rows = await runsOf(service.credential, applied, { run })(itemsOf('birch'));
		expect(changesOf(rows)).toBe('created birch, keep alder');
		expect(rows[1]?.reason).toContain("this isn't the first run for the list");
		expect(activeOf(service)).toBe('alder birch');
	});

	const ofList = { ...applied, listName: '={{ $json.list }}' };
	const listed = (rows: string, list = LIST) => itemsOf(rows).map((row) => ({ ...row, list }));
	const invalid = { domain: 'no domain', list: LIST };

	test.each<[string, IDataObject[], string, object]>([
		['has an invalid item', [...listed('birch'), invalid], 'alder birch cedar', {}],
		['has only invalid items', [invalid], 'alder cedar', {}],
		['is of several lists', [...listed('birch'), ...listed('dune', 'Other')], 'alder cedar', {}],
		['has a name that is missing', [...listed('birch', ''), invalid], 'alder cedar', {}],
		['cannot use its credential', listed('birch'), 'alder cedar', { baseUrl: 'no URL' }],
	])('deactivates nothing, although the first one %s', async (_, first, active, credential) => {
		await service.run(ofList, listed('alder'));
		const runs = runsOf(service.credential, ofList, { node: CONTINUE });
		await runs(first, { credential: { ...service.credential, ...credential } });
		const output = await runs(listed('cedar'), { runIndex: 1 });
		expect(output.map(({ change }) => change)).not.toContain('deactivate');
		expect(activeOf(service)).toBe(active);
	});

	/** Runs the node with Loop Over Items, in the loop or after it. */
	async function runWithLoop(parameters: IDataObject, items: IDataObject[], isInLoop: boolean) {
		const { nodes, connections, pinData } = workflowAround(parameters, items);
		const [start, node, ...others] = nodes as [WorkflowNode, WorkflowNode, ...WorkflowNode[]];
		const loop = { ...start, id: 'loop', name: 'Loop', type: 'n8n-nodes-base.splitInBatches' };
		return await service.runWorkflow({
			nodes: [start, node, ...others, loop, { ...others[0]!, id: 'batch', name: 'Batch' }],
			connections: {
				...connections,
				Start: { main: [to('Loop')] },
				Loop: { main: isInLoop ? [[], to('Batch')] : [to('Company Radar'), to('Batch')] },
				Batch: { main: [to(isInLoop ? 'Company Radar' : 'Loop')] },
				...(isInLoop && { Success: { main: [to('Loop')] } }),
			},
			pinData,
		});
	}

	test.each(['plan', 'apply'])('in a loop sees only batches, so %s deactivates nothing', async (syncMode) => {
		service.control.change(PER_UPDATE);
		await tell(service, [{ apply: names(5) }]);
		const result = await runWithLoop({ ...applied, syncMode }, itemsOf(names(5)), true);
		const batches = result.run.data.resultData.runData['Company Radar'] ?? [];
		const rows = batches.map(({ data }) => data?.main?.[0] ?? []);
		expect(rows.map((batch) => batch.map(({ json }) => json.change))).toEqual(
			Array.from({ length: 3 }, () => Array.from({ length: 5 }, () => 'keep')),
		);
		expect(rows[0]?.at(-1)?.json.reason).toBe(
			'No longer on the list. No radars are deactivated, because this node is in a loop. Pass the whole list to it at once.',
		);
		expect([activeOf(service), service.control.radars().length]).toEqual([names(5), 5]);
	});

	test('in a loop over lists gets the whole list each time', async () => {
		for (const list of ['one', 'two'])
			await service.run(ofList, listed(`${list}-a ${list}-b ${list}-old`, list));
		const items = ['one', 'two'].flatMap((list) => listed(`${list}-a ${list}-b`, list));
		await runWithLoop(ofList, items, true);
		expect(activeOf(service)).toBe('one-a one-b two-a two-b');
	});

	test('after a loop gets the whole list', async () => {
		await tell(service, [{ apply: names(5) }]);
		await runWithLoop(applied, itemsOf(names(4)), false);
		expect(activeOf(service)).toBe(names(4));
	});
});
