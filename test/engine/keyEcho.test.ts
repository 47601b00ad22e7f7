import { cpuMsOf } from '../cpuMsOf';
import { manualWorkflow } from '../e2e/operations/manualWorkflow';
import { RESOURCE_WORKFLOWS } from '../e2e/operations/resources';
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

/** The key in all forms in which a person or a program would find it again. */
function keyIn(value: unknown): string[] {
	const key = test.credential.apiKey;
	const text = everythingIn(value);
	const forms = [
		key,
		key.toUpperCase(),
		encodeURIComponent(key).replace(/-/g, '%2d'),
		key.replace(/-/g, '&#45;'),
	];
	return forms.filter((form) => text.includes(form));
}

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
		expect(keyIn([result.run, result.error, printed])).toEqual([]);
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
			expect(keyIn([result.run, result.error, printed])).toEqual([]);
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
		expect(keyIn([execution?.run, host.savedStaticData, printed])).toEqual([]);
	});
});

it.each([
	['quotes, slashes and signs', 'a"key/with\\signs+&=<>'],
	['upper-case letters', 'AKEYTHATISLOUD123'],
])('a key with %s is taken out in every form', (_, key) => {
	const redact = keyRedactor(key);
	const nested = (depth: number, value: unknown): unknown =>
		depth === 0 ? value : JSON.stringify({ in: nested(depth - 1, value) });
	const forms = [
		key,
		key.toLowerCase(),
		JSON.stringify(key),
		String(nested(3, key)),
		JSON.stringify(key).replaceAll('/', '\\/'),
		encodeURIComponent(key),
		encodeURIComponent(encodeURIComponent(key)).toLowerCase(),
		[...key].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
		[...key].map((one) => `&#${one.charCodeAt(0)};`).join(''),
	];
	for (const form of forms)
		expect(redact(`before ${form} after`)).toMatch(/^before \W*(?:in\W*)*\*\*\*\W* after$/);
	const body = JSON.parse(
		redact(JSON.stringify({ text: `x${key}y`, nested: nested(2, key), [key]: 1 })),
	) as object;
	expect(Object.keys(body)).toEqual(['text', 'nested', '***']);
	expect(body).toMatchObject({ text: 'x***y' });
});

it('long runs of what begins like a key take no time', async () => {
	const redact = keyRedactor('6f1c9c52-4e0b-4d39-9a5e-2f6f0a6c9f01');
	for (const part of ['\\', '6f1c9c52-4e0b-', '%25', '&#0000']) {
		const text = part.repeat(300_000);
		const { result, cpuMs } = await cpuMsOf(() => redact(text));
		expect(result).toBe(text);
		expect(cpuMs).toBeLessThan(1000);
	}
});
