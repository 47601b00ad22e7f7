import type { Bench } from './bench';
import { load } from './load';
import { parsers } from './parsers';

/** In the order in which they run. */
export const BENCHES: readonly Bench[] = [load, parsers];
