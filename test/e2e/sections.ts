import { agents } from './agents';
import { assistant } from './assistant';
import { burst } from './burst/burst';
import { crashes } from './crashes/crashes';
import { durablePolling } from './crashes/durablePolling';
import { development } from './development';
import { editor } from './editor';
import { examples } from './examples';
import { faults } from './faults/faults';
import { olderHosts } from './olderHosts';
import { forms } from './forms';
import { install } from './install';
import { interrupted } from './crashes/interrupted';
import { operations } from './operations';
import { queueMode } from './queueMode/queueMode';
import { quickStart } from './quickStart';
import { recording } from './recording';
import { runningN8n } from './runningN8n';
import type { Section } from './section';
import { security } from './security';
import { trigger } from './trigger/trigger';
import { visitor, visitorMemory, visitorMoney } from './visitor/visitor';
import { visitorWorkers } from './visitor/workers';

/** They run side by side, a few at a time: mostly, they wait for n8n. The longest come first, so that none is left at the end. */
const SIDE_BY_SIDE: readonly Section[] = [
	visitorMoney,
	crashes,
	faults,
	interrupted,
	editor,
	visitor,
	queueMode,
	examples,
	install,
	trigger,
	runningN8n,
	security,
	durablePolling,
	visitorWorkers,
	visitorMemory,
	operations,
	assistant,
	agents,
	forms,
	recording,
	quickStart,
];

/** They measure times, or take all cores, so each runs alone. */
const ALONE: readonly Section[] = [development, burst, olderHosts];

/** Stages follow each other. */
export const STAGES: ReadonlyArray<{ sections: readonly Section[]; atOnce: number }> = [
	{ sections: SIDE_BY_SIDE, atOnce: 3 },
	{ sections: ALONE, atOnce: 1 },
];

export const SECTIONS: readonly Section[] = STAGES.flatMap(({ sections }) => sections);
