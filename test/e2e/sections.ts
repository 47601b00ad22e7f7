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
import { visitor, visitorMoney } from './visitor/visitor';
import { visitorWorkers } from './visitor/workers';

/**
 * Stages follow each other. The lanes of a stage run side by side, and the sections of a lane one after the other: what
 * measures times has a stage of its own.
 */
export const STAGES: ReadonlyArray<ReadonlyArray<readonly Section[]>> = [
	[
		[editor, forms, operations, faults, recording, quickStart, trigger],
		[crashes],
		[interrupted, durablePolling, examples, security, visitor, visitorMoney],
	],
	[[development, runningN8n, olderHosts, install, burst, queueMode, visitorWorkers]],
];

export const SECTIONS: readonly Section[] = STAGES.flat(2);
