import type { IExecuteFunctions } from 'n8n-workflow';

import { storeOf } from '../../../nodes/CompanyRadarTrigger/dedupe/store';

it('an n8n that cannot remember processed items is refused in words', () => {
	const old = { helpers: {}, getNode: () => ({ name: 'Findings' }) } as unknown as IExecuteFunctions;
	expect(() => storeOf(old, 100)).toThrow(
		expect.objectContaining({
			message: 'This n8n is too old for the trigger',
			description: expect.stringContaining('Ask the administrator to update n8n') as string,
		}) as Error,
	);
});
