import type { Bench } from './bench';
import { budgetUseBench } from './budgetUse';
import { bulkBench } from './bulk';
import { delivery } from './delivery';
import { hostBudget } from './hostBudget';
import { hostOverhead } from './hostOverhead';
import { load } from './load';
import { memory } from './memory';
import { overheadBench } from './overhead';
import { parsers } from './parsers';
import { realSpeed } from './realSpeed';
import { sharing } from './sharing';

/** In the order in which they run. */
export const BENCHES: readonly Bench[] = [
	load,
	parsers,
	delivery,
	budgetUseBench,
	hostBudget,
	realSpeed,
	sharing,
	overheadBench,
	hostOverhead,
	bulkBench,
	memory,
];
