import type { Bench } from './bench';
import { bulkBench } from './bulk';
import { delivery } from './delivery';
import { eventLoop } from './eventLoop';
import { hostOverhead } from './hostOverhead';
import { load } from './load';
import { memory } from './memory';
import { parsers } from './parsers';
import { polling } from './polling';
import { realTime } from './realTime';
import { simulated } from './simulated';

/** In the order in which they run. */
export const BENCHES: readonly Bench[] = [
	delivery,
	polling,
	realTime,
	simulated,
	hostOverhead,
	memory,
	bulkBench,
	eventLoop,
	load,
	parsers,
];
