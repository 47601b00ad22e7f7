import type { AddressInfo } from 'node:net';
import { Control } from './control';
import { createServer } from './server';
import { Service, type Keys, type ServiceOptions } from './service';

export { Control, type ClockChange, type FindingsWanted, type SeedWanted } from './control';
export type { Delivery } from './deliveries';
export { validateEvent, validateExchange, validateRequest, type ExchangeProblems } from './document/exchange';
export { FAULT_KINDS, type Fault, type FaultKind } from './faults';
export type { LogEntry } from './log';
export type { Keys } from './service';
export type { DeepPartial, Settings } from './settings';
export type { Charge } from './state/ledger';
export { publicIpProblem } from './rules/ip';
export { jobTitlesProblem } from './rules/jobTitles';

/** How a sandbox starts. */
export interface SandboxOptions extends ServiceOptions {
	/** A free port when left out. */
	port?: number;
}

/** A running sandbox. */
export interface Sandbox {
	/** On loopback, without `/v1` and without a slash at the end. */
	baseUrl: string;
	/** The key that may do everything: `keys.full`. */
	apiKey: string;
	keys: Keys;
	control: Control;
	/** Resets it under new keys, as if it were another sandbox. */
	renew(): void;
	/** Ends it, with every open connection. */
	stop(): Promise<void>;
}

/** Starts the service on loopback, with its state in memory. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const service = new Service(options);
	const control = new Control(service);
	const server = createServer(service, control);
	await server.listen({ host: '127.0.0.1', port: options.port ?? 0 });
	const { port } = server.server.address() as AddressInfo;
	return {
		baseUrl: `http://127.0.0.1:${port}`,
		get apiKey() {
			return service.keyNames.full;
		},
		get keys() {
			return service.keyNames;
		},
		control,
		renew: () => service.renew(),
		async stop() {
			service.tasks.cancel();
			await server.close();
		},
	};
}
