import type { Bench } from './bench';
import { delivery } from './delivery';
import { eventLoop } from './eventLoop';
import { load } from './load';
import { memory } from './memory';

/** In the order in which they run. */
export const BENCHES: readonly Bench[] = [delivery, memory, eventLoop, load];
