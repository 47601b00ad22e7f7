import type { IDataObject } from 'n8n-workflow';

import { fasterWaits } from '../client/time';
import { detailsOf } from '../harness/engine';
import { useSandbox } from '../support/sandbox';

const ID = '6f1c9c52-4e0b-4d39-9a5e-2f6f0a6c9f01';
const byId = { __rl: true, mode: 'id', value: ID };

/** Every operation that calls the service, with the call that it makes first. */
const OPERATIONS: Array<[name: string, parameters: IDataObject, method: string, path: string]> = [
	['Account: Get Summary', { resource: 'account', operation: 'getSummary' }, 'GET', '/v1/account'],
	[
		'Radars in Bulk: Create',
		{ resource: 'bulkRequest', operation: 'create', domain: 'w3.org' },
		'POST',
		'/v1/radars/bulk',
	],
	[
		'Radars in Bulk: Deactivate',
		{ resource: 'bulkRequest', operation: 'deactivate', radarId: byId },
		'DELETE',
		'/v1/radars/bulk',
	],
	[
		'Radars in Bulk: Get Results',
		{ resource: 'bulkRequest', operation: 'getResults', bulkId: ID },
		'GET',
		'/v1/radars/bulk/*',
	],
	[
		'Company: Reveal',
		{ resource: 'company', operation: 'reveal', ipAddress: '8.8.8.8' },
		'POST',
		'/v1/company-reveal',
	],
	['Radar: Create', { resource: 'radar', operation: 'create', domain: 'w3.org' }, 'POST', '/v1/radars'],
	[
		'Radar: Deactivate',
		{ resource: 'radar', operation: 'deactivate', radarId: byId },
		'DELETE',
		'/v1/radars/*',
	],
	['Radar: Check Health', { resource: 'radar', operation: 'checkHealth' }, 'GET', '/v1/radars'],
	[
		'Radar: Sync List',
		{ resource: 'radar', operation: 'syncList', listName: 'Companies', domain: 'w3.org' },
		'GET',
		'/v1/radars',
	],
	['Radar: Get', { resource: 'radar', operation: 'get', radarId: byId }, 'GET', '/v1/radars/*'],
	['Radar: Get Many', { resource: 'radar', operation: 'getMany' }, 'GET', '/v1/radars'],
	['Radar Update: Get Many', { resource: 'update', operation: 'getMany' }, 'GET', '/v1/updates'],
	['Webhook: Get Schema', { resource: 'webhook', operation: 'getSchema' }, 'GET', '/v1/webhooks/schema'],
	[
		'Webhook: Send Test Event',
		{ resource: 'webhook', operation: 'sendTestEvent' },
		'POST',
		'/v1/webhooks/test',
	],
];

/** Each status of docs/contributing/api.md, Errors; the 429 comes last, since the node then pauses all calls with the key. */
const STATUSES = [400, 401, 402, 403, 404, 409, 500, 503, 429];
const REVEAL_STATUSES = [413, 415, ...STATUSES];

const withoutRetry = (parameters: IDataObject) => ({
	...parameters,
	options: { longestWait: 0 },
});

describe.each(OPERATIONS)('%s', (_, parameters, method, path) => {
	const service = useSandbox();
	// Without a second attempt, a create is still searched for.
	fasterWaits();

	const fails = (status: number) => {
		service.control.addFaults({ kind: 'status', status, method, path, count: 1000 });
	};

	test.each(parameters.operation === 'reveal' ? REVEAL_STATUSES : STATUSES)(
		'status %d is an error item with what happened and what to do',
		async (status) => {
			fails(status);
			const result = await service.run(withoutRetry(parameters), [{}], {
				node: { onError: 'continueErrorOutput' },
			});
			expect(result.ran('Success')).toBe(false);
			const [item] = result.json('Error');
			expect(item).toMatchObject({
				error: expect.stringMatching(/\S/),
				message: expect.stringMatching(/\S.*\.$/s),
			});
			expect(item).toMatchObject(detailsOf({ status, error_id: expect.any(String) }));
			expect(JSON.stringify(result.run)).not.toContain(service.running.apiKey);
		},
	);
});

describe.each(OPERATIONS)('%s, On Error', (_, parameters, method, path) => {
	const service = useSandbox();

	const fails = (status: number) => {
		service.control.addFaults({ kind: 'status', status, method, path, count: 1000 });
	};

	test('Stop ends the workflow with the same words', async () => {
		fails(403);
		const result = await service.run(withoutRetry(parameters));
		expect(result.error).toMatchObject({
			message: expect.stringMatching(/have permission|isn't enabled/),
			httpCode: '403',
			context: expect.objectContaining({ itemIndex: 0 }),
		});
		expect(result.ran('Success')).toBe(false);
	});

	test('Continue puts the error in the place of the item', async () => {
		fails(403);
		const result = await service.run(withoutRetry(parameters), [{}], {
			node: { onError: 'continueRegularOutput' },
		});
		expect(result.items('Company Radar')).toEqual([
			{
				json: { error: expect.any(String), message: expect.any(String), ...detailsOf(expect.any(Object)) },
				pairedItem: { item: 0 },
			},
		]);
	});
});

describe('A Base URL with more path than the API has', () => {
	const service = useSandbox();

	test.each(OPERATIONS)('is what %s asks to correct', async (_, parameters) => {
		const { credential } = service;
		const result = await service.run(withoutRetry(parameters), [{}], {
			credential: { ...credential, baseUrl: `${credential.baseUrl}/v2` },
		});
		expect(result.error?.description).toContain('Remove /v2 from the Base URL in the credential.');
		expect(result.error?.description).not.toMatch(/Check the ID.*Remove/);
		service.control.clearLog();
	});
});
