import { burst } from './burst/burst';
import { crashes } from './crashes/crashes';
import { editor } from './editor';
import { examples } from './examples';
import { olderHosts } from './olderHosts';
import { operations } from './operations';
import { queueMode } from './queueMode/queueMode';
import type { Section } from './section';
import { security } from './security';
import { trigger } from './trigger/trigger';

/** In the order in which they run. */
export const SECTIONS: readonly Section[] = [
	editor,
	operations,
	security,
	examples,
	olderHosts,
	trigger,
	burst,
	crashes,
	queueMode,
];
