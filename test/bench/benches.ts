import type { Bench } from './bench';
import { budgetUseBench } from './budgetUse';
import { load } from './load';
import { parsers } from './parsers';

/** In the order in which they run. */
export const BENCHES: readonly Bench[] = [load, parsers, budgetUseBench];
