import type { IDataObject } from 'n8n-workflow';

import { useSandbox } from '../support/sandbox';

const service = useSandbox({ settings: { unlimited: true } }, 1000);

const reveal: IDataObject = { resource: 'company', operation: 'reveal', ipAddress: '={{ $json.ip }}' };

test('more addresses than are kept for the whole execution are each paid for once by a run and its retry', async () => {
	const items = Array.from({ length: 2010 }, (_, index) => ({
		ip: `9.9.${Math.floor(index / 250)}.${(index % 250) + 1}`,
	}));
	const again = items.slice(-5);
	const path = '/v1/company-reveal';
	service.control.addFaults({ path, kind: 'status', status: 400, bodyIncludes: `"${items.at(-1)?.ip}"` });
	const result = await service.run(reveal, [...items, ...again], {
		credential: { ...service.credential, requestsPerSecond: 100_000 },
		node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
	});
	expect(result.json('Company Radar')).toHaveLength(items.length + again.length);
	// The refused one is sent again by the retry.
	expect(service.requests().filter((request) => request === `POST ${path}`)).toHaveLength(items.length + 1);
});
