import { useSandbox } from '../support/sandbox';
import { EVERY_CALL } from './everyCall';
import { serviceFor } from './service';
import { fasterWaits } from './time';

const sandbox = useSandbox();
fasterWaits();

test.each([301, 302, 303, 307, 308])('a redirect (%i) takes the key nowhere', async (status) => {
	const service = await serviceFor({ credential: sandbox.credential });
	sandbox.control.addFaults({ kind: 'redirect', status, location: '/elsewhere', count: 99 });
	for (const run of Object.values(EVERY_CALL)) {
		await expect(run(service)).rejects.toMatchObject({ failure: { kind: 'redirect' } });
	}
	expect(sandbox.requests().join()).not.toContain('elsewhere');
});
