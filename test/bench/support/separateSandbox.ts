import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

import type { SandboxOptions, SeedWanted } from '../../../sandbox';
import { loopback } from '../../../tools/shared/loopback';

/** A sandbox in a process of its own, so that its work is not counted as the client's. */
export class SeparateSandbox {
	private constructor(
		private readonly child: ChildProcess,
		readonly baseUrl: string,
		readonly apiKey: string,
	) {}

	static async start(options: SandboxOptions = {}): Promise<SeparateSandbox> {
		const child = fork(path.join(__dirname, 'sandboxChild.ts'), [JSON.stringify(options)]);
		const [{ baseUrl, apiKey }] = (await once(child, 'message')) as [{ baseUrl: string; apiKey: string }];
		return new SeparateSandbox(child, baseUrl, apiKey);
	}

	credential(requestsPerSecond: number) {
		return { apiKey: this.apiKey, baseUrl: this.baseUrl, requestsPerSecond };
	}

	async seed(wanted: SeedWanted): Promise<void> {
		const { status } = await loopback.post(`${this.baseUrl}/__sandbox/seed`, wanted);
		if (status >= 400) throw new Error(`The sandbox answered ${status} to what to seed`);
	}

	stop(): void {
		this.child.disconnect();
	}
}

/** Runs with a sandbox, and ends it. */
export async function withSandbox<T>(
	options: SandboxOptions,
	run: (sandbox: SeparateSandbox) => Promise<T>,
): Promise<T> {
	const sandbox = await SeparateSandbox.start(options);
	try {
		return await run(sandbox);
	} finally {
		sandbox.stop();
	}
}

/** Requests per second that a client may read where the sandbox has no limits. */
export const UNLIMITED = 100_000;
