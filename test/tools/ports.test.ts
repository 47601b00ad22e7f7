import { createServer, type AddressInfo } from 'node:net';
import { freePorts } from '../../tools/n8n-host/ports';

describe('free ports', () => {
	it('steps over a port that another program listens on', async () => {
		const other = createServer();
		await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
		const taken = (other.address() as AddressInfo).port;

		const ports = await freePorts(2, taken);

		other.close();
		expect(ports).toHaveLength(2);
		expect(ports).not.toContain(taken);
		expect(Math.min(...ports)).toBeGreaterThan(taken);
	});

	it('gives no port to two that ask at once', async () => {
		const [one, other] = await Promise.all([freePorts(3, 40_000), freePorts(3, 40_000)]);

		expect(new Set([...one, ...other]).size).toBe(6);
	});

	it('says so when there is none', async () => {
		await expect(freePorts(2, 65_535)).rejects.toThrow('No free port was found from 65535 on.');
	});
});
