import type { IDataObject } from 'n8n-workflow';

import { LATE_COMMIT_SECONDS } from '../../../nodes/shared/api/assumptions';
import { until } from '../../../tools/shared/until';
import { FASTER, fasterWaits } from '../client/time';
import { processedItems, type ProcessedItems } from '../harness/processedItems';
import { applyList as apply } from '../support/syncList';
import { useSandbox } from '../support/sandbox';

const service = useSandbox({ balanceUsd: 1000, settings: { account: { duplicatesEnabled: true } } });
const time = fasterWaits();

let store: ProcessedItems;
beforeAll(async () => {
	store = await processedItems();
});
beforeEach(() => store.clear());

/** By the sandbox's clock, just within the bound. */
const LATEST_COMMIT = (0.9 * LATE_COMMIT_SECONDS) / FASTER;

const CREATE = { method: 'POST', path: '/v1/radars/bulk' };

const companies = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ domain: `company${index}.org` }));

const isSent = () => service.requests().includes(`${CREATE.method} ${CREATE.path}`);
const charges = () => service.control.charges().length;

/** Runs right after an interrupted run, and again. */
async function runTwiceMore(items: IDataObject[]) {
	const next = await service.run(apply, items);
	const hints = next.hints('Company Radar').join('\n');
	time.waits = [];
	const last = await service.run(apply, items);
	return { next: next.json('Company Radar').map(({ change }) => change), last, hints, waits: time.waits };
}

describe('An account that allows duplicates: the next run buys nothing again', () => {
	test('after a run that was killed, and whose request takes effect late', async () => {
		service.control.addFaults({ ...CREATE, kind: 'timeout', effect: 'late', lateSeconds: LATEST_COMMIT });
		const killed = service.run(apply, companies(3));
		await until('its request was sent', isSent, { everyMs: 5 });
		const { next, hints, waits } = await runTwiceMore(companies(3));
		await killed;
		expect(next).toEqual(['keep', 'keep', 'keep']);
		expect(charges()).toBe(3);
		expect(hints).toContain('An earlier run of this list was interrupted');
		expect(waits).not.toContain(LATE_COMMIT_SECONDS);
	});

	test('after a run that did not wait for all of its radars', async () => {
		service.control.change({ bulk: { itemMs: 150 } });
		const first = await service.run({ ...apply, options: { timeLimit: 1 } }, companies(12));
		expect(first.json('Company Radar').at(-1)).toMatchObject({ status: 'processing' });
		const { next } = await runTwiceMore(companies(12));
		expect(new Set(next)).toEqual(new Set(['keep']));
		expect(charges()).toBe(12);
	});
});

test('a run that was refused, or failed before it sent anything, holds up no other', async () => {
	service.control.addFaults({ method: 'GET', path: '/v1/radars', kind: 'status', status: 401 });
	expect((await service.run(apply, companies(2))).error).toBeDefined();
	await service.run({ ...apply, options: { maximumRadars: 1 } }, companies(2));
	const result = await service.run(apply, companies(2));
	expect(result.json('Company Radar').map(({ change }) => change)).toEqual(['create', 'create']);
	expect(time.waits).not.toContain(LATE_COMMIT_SECONDS);
});

test('another list, and the same one of another account, need not wait', async () => {
	service.control.addFaults({ ...CREATE, kind: 'cut' });
	await service.run(apply, companies(1));
	time.waits = [];
	await service.run({ ...apply, listName: 'Competitors' }, companies(1));
	expect(time.waits).not.toContain(LATE_COMMIT_SECONDS);
});

test('the list is left alone while radars of an earlier run keep appearing', async () => {
	service.control.change({ bulk: { itemMs: 100 } });
	await service.run({ ...apply, options: { timeLimit: 1, maximumRadars: 200 } }, companies(60));
	const result = await service.run({ ...apply, options: { maximumRadars: 200 } }, companies(80));
	expect(result.error?.message).toBe('Radars of an earlier run of this list are still being created');
	expect(charges()).toBeLessThanOrEqual(60);
});

test('Apply works where n8n can not store the note', async () => {
	store.failures = 5;
	const result = await service.run(apply, companies(1));
	expect(result.json('Company Radar').map(({ change }) => change)).toEqual(['create']);
});
