import { OWNER } from './host';
import { N8nRest, RestError } from './rest';

/** An n8n that somebody else started: a fresh one, or one that an earlier command has set up. */
export interface RunningN8n {
	url: string;
	rest: N8nRest;
	/** Resolves if it ends while a command uses it. Nobody here can know. */
	exited: undefined;
	log(): string;
	/** Leaves it running. */
	stop(): Promise<void>;
}

/**
 * Logs in, and makes sure that n8n has the package.
 * @throws Error with one sentence that says what to do
 */
export async function useRunning(address: string, packageName: string): Promise<RunningN8n> {
	const url = address.replace(/\/+$/, '');
	const rest = new N8nRest(url);
	await enter(rest);
	const types = await rest.nodeTypes();
	if (!types.some(({ name }) => name.startsWith(`${packageName}.`))) {
		throw new Error(
			`The n8n at ${url} doesn't have this package. Run npm run build && npm pack, install the tarball in its folder .n8n/nodes, and restart it.`,
		);
	}
	return { url, rest, exited: undefined, log: () => '', stop: async () => undefined };
}

async function enter(rest: N8nRest): Promise<void> {
	const fresh = await rest.hasOwner().then(
		(hasOwner) => !hasOwner,
		() => {
			throw new Error(`No n8n answers at ${rest.url}.`);
		},
	);
	if (fresh) return await rest.setUpOwner(OWNER);
	await rest.logIn(OWNER).catch((error: unknown) => {
		if (!(error instanceof RestError)) throw error;
		throw new Error(`The n8n at ${rest.url} has another owner than ${OWNER.email}. Use a fresh one.`);
	});
}
