import { AGENT_RUNS } from './agents';
import type { Run } from './run';
import { SERVICE_RUNS } from './services';
import { TABLE_RUNS } from './tables';

/** In this order: later ones work on what earlier ones made. */
export const RUNS: readonly Run[] = [...TABLE_RUNS, ...SERVICE_RUNS, ...AGENT_RUNS];
