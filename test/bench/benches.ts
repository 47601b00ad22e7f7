import type { Bench } from './bench';
import { budgetUseBench } from './budgetUse';
import { bulkBench } from './bulk';
import { load } from './load';
import { memory } from './memory';
import { overheadBench } from './overhead';
import { parsers } from './parsers';

/** In the order in which they run. */
export const BENCHES: readonly Bench[] = [load, parsers, budgetUseBench, overheadBench, bulkBench, memory];
