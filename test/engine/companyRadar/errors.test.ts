import type { IDataObject } from 'n8n-workflow';

import { CompanyRadar } from '../../../nodes/CompanyRadar/CompanyRadar.node';
import { fasterWaits } from '../client/time';
import { detailsOf } from '../harness/engine';
import { operationForms } from '../inputs/fields';
import { useSandbox } from '../support/sandbox';
import { CONTINUE, SPLIT } from '../support/stories';

/** Every operation that calls the service, with valid parameters. */
const OPERATIONS = operationForms(new CompanyRadar().description.properties)
	.filter(({ parameters: { resource } }) => resource !== 'titleFilter')
	.map(({ name, parameters }) => [name, { ...parameters, options: { longestWait: 0 } }] as const);

/** Each status of docs/contributing/api.md, Errors; the 429 comes last, since the node then pauses all calls with the key. */
const STATUSES = [400, 401, 402, 403, 404, 409, 500, 503, 429];
const REVEAL_STATUSES = [413, 415, ...STATUSES];

describe.each(OPERATIONS)('%s', (_, parameters: IDataObject) => {
	const service = useSandbox();
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
			...{ error: text, message: text, ...detailsOf(expect.any(Object)) },
		};
		const result = await failing(403, CONTINUE);
		expect(result.items('Company Radar')).toEqual([{ json, pairedItem: { item: 0 } }]);
	});

	test.each(parameters.operation === 'reveal' ? REVEAL_STATUSES : STATUSES)(
		'status %d is an error item with what happened and what to do',
		async (status) => {
			const result = await failing(status, SPLIT);
			expect(result.ran('Success')).toBe(false);
			expect(result.json('Error')[0]).toMatchObject({
				...{ error: expect.stringMatching(/\S/), message: expect.stringMatching(/\S.*\.$/s) },
				...detailsOf({ status, error_id: expect.any(String) }),
			});
			expect(JSON.stringify(result.run)).not.toContain(service.running.apiKey);
		},
	);
});
