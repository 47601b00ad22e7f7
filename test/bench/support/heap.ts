import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
// Compiled code that is freed between two readings would count as memory that a run gives back.
setFlagsFromString('--no-flush-bytecode');
export const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes of the heap that are in use after a collection. */
export function heapBytes(): number {
	collectGarbage();
	return process.memoryUsage().heapUsed;
}

export const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
