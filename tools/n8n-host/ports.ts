import { createServer } from 'node:net';

const LAST_PORT = 65_535;

/** Finds free ports on loopback, from `first` on; taken ones are stepped over. */
export async function freePorts(count: number, first: number): Promise<number[]> {
	const free: number[] = [];
	for (let port = first; free.length < count; port++) {
		if (port > LAST_PORT) throw new Error(`No free port was found from ${first} on.`);
		if (await isFree(port)) free.push(port);
	}
	return free;
}

function isFree(port: number): Promise<boolean> {
	return new Promise((resolve) => {
		const server = createServer();
		server.once('error', () => resolve(false));
		server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
	});
}
