import type { IDataObject } from 'n8n-workflow';

import { CompanyRadar } from '../../../nodes/CompanyRadar/CompanyRadar.node';
import { fasterWaits } from '../client/time';
import { detailsOf } from '../harness/engine';
import { operationForms } from '../inputs/fields';
import { useSandbox } from '../support/sandbox';

/** Every operation that calls the service, with valid parameters. */
const OPERATIONS = operationForms(new CompanyRadar().description.properties)
	.filter(({ parameters: { resource } }) => resource !== 'titleFilter')
	.map(({ name, parameters }): [string, IDataObject] => [name, parameters]);

/** Each status of docs/contributing/api.md, Errors; the 429 comes last, since the node then pauses all calls with the key. */
const STATUSES = [400, 401, 402, 403, 404, 409, 500, 503, 429];
const REVEAL_STATUSES = [413, 415, ...STATUSES];

const withoutRetry = (parameters: IDataObject) => ({
	...parameters,
	options: { longestWait: 0 },
});

describe.each(OPERATIONS)('%s', (_, parameters) => {
	const service = useSandbox();
	// Without a second attempt, a create is still searched for.
	fasterWaits();

	const fails = (status: number) => {
		service.control.addFaults({ kind: 'status', status, count: 1000 });
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

describe.each(OPERATIONS)('%s, On Error', (_, parameters) => {
	const service = useSandbox();

	const fails = (status: number) => {
		service.control.addFaults({ kind: 'status', status, count: 1000 });
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
				json: {
					...(parameters.operation === 'syncList' && {
						change: 'failed',
						reason: expect.any(String),
						plan: expect.any(String),
					}),
					...(parameters.domain && { domain: parameters.domain }),
					error: expect.any(String),
					message: expect.any(String),
					...detailsOf(expect.any(Object)),
				},
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
