import { manualWorkflow } from '../e2e/manualWorkflow';
import { RESOURCE_WORKFLOWS } from './support/resourceWorkflows';
import { keyRedactor } from '../../nodes/shared/client/http/send';
import { everythingIn } from './client/everythingIn';
import { fasterWaits } from './client/time';
import type { WorkflowJson } from './harness';
import { TriggerTest } from './trigger/support';

const test = new TriggerTest();
fasterWaits();

const FAULTS = [400, 401, 404, 409, 500];

let printed: string[];

beforeEach(() => {
	test.control.change({ echoKey: true });
	printed = [];
	for (const stream of [process.stdout, process.stderr]) {
		jest.spyOn(stream, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
	}
	for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) {
		jest
			.spyOn(console, method)
			.mockImplementation((...texts) => void printed.push(texts.map(String).join(' ')));
	}
});

/** Whether the key is anywhere in a value. */
const hasKey = (value: unknown): boolean => everythingIn(value).includes(test.credential.apiKey);

describe('A service that repeats the key in every member of every response', () => {
	it.each(
		RESOURCE_WORKFLOWS.filter(({ resource }) => resource !== 'Title Filter').map(
			(each) => [each.resource, each] as const,
		),
	)('%s: the key is in no item, error, hint or log', async (resource, { items, prepare, nodes }) => {
		test.control.seed({ radars: 15, updates: 5 });
		prepare?.(test.control);
		const result = await test.service.runWorkflow(
			manualWorkflow(resource, items, nodes, {
				id: '1',
				name: 'Company Radar account',
			}) as unknown as WorkflowJson,
		);
		expect(everythingIn(result.run.data.resultData)).toContain('***');
		expect(hasKey([result.run, result.error, printed])).toBe(false);
	});

	it.each(FAULTS)('a refusal (%i) does not show it either', async (status) => {
		const told = Object.fromEntries(
			['message', 'error_id'].map((name) => [name, `${name} ${test.credential.apiKey}`]),
		);
		const errors = [{ field: test.credential.apiKey, reason: `got ${test.credential.apiKey}` }];
		const body = { status: 'error', code: status, timestamp: '', ...told, errors };
		for (const onError of ['stopWorkflow', 'continueErrorOutput'] as const) {
			test.control.addFaults({ kind: 'status', status, body, count: 30 });
			const parameters = { resource: 'company', operation: 'reveal', ipAddress: '9.9.9.9', simplify: false };
			const result = await test.service.run(parameters, [{}], { node: { onError } });
			expect(everythingIn(result.run.data.resultData)).toContain('***');
			expect(hasKey([result.run, result.error, printed])).toBe(false);
			test.control.clearFaults();
		}
	});

	it('a poll keeps it neither in the items nor in the static data', async () => {
		test.control.seed({ radars: 3 });
		const host = test.host({ delivery: 'polling', simplify: false });
		await host.activate();
		test.find(2);
		const execution = await host.poll();
		expect(execution?.json('Next')).toHaveLength(2);
		expect(everythingIn(execution?.json('Next'))).toContain('***');
		expect(hasKey([execution?.run, host.savedStaticData, printed])).toBe(false);
	});
});

it('a key with quotes and slashes is taken out as it is, and in JSON', () => {
	const key = 'a"key/with\\signs+&=<>';
	const redact = keyRedactor(key);
	expect(redact(`before ${key} after`)).toBe('before *** after');
	expect(JSON.parse(redact(JSON.stringify({ text: `x${key}y`, [key]: 1 })))).toEqual({
		text: 'x***y',
		'***': 1,
	});
});
