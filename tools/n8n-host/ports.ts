import { createServer } from 'node:net';

const LAST_PORT = 65_535;

/** Given before by this process: what asked for them may not have opened them yet. */
const given = new Set<number>();

/** Finds free ports on loopback, from `first` on; taken ones are stepped over, and each is given once. */
export async function freePorts(count: number, first: number): Promise<number[]> {
	const free: number[] = [];
	for (let port = first; free.length < count; port++) {
		if (port > LAST_PORT) throw new Error(`No free port was found from ${first} on.`);
		if (given.has(port)) continue;
		given.add(port);
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
