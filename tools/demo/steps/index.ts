import type { Step } from '../context';
import { checkCredential } from './checkCredential';
import { createRadars } from './createRadars';
import { readAccount } from './readAccount';
import { receiveFindings } from './receiveFindings';
import { revealCompanies } from './revealCompanies';
import { seeVisitors } from './seeVisitors';

/** What the demo shows, in this order. */
export const STEPS: Step[] = [
	checkCredential,
	createRadars,
	receiveFindings,
	revealCompanies,
	seeVisitors,
	readAccount,
];
