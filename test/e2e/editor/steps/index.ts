import type { Step } from '../step';
import { account } from './account';
import { addNodes } from './addNodes';
import { rightKey, wrongKey } from './credential';

/** In this order. */
export const STEPS: readonly Step[] = [addNodes, wrongKey, rightKey, account];
