import { agents } from './agents';
import { assistant } from './assistant';
import { burst } from './burst/burst';
import { crashes } from './crashes/crashes';
import { durablePolling } from './crashes/durablePolling';
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

/** They run side by side, a few at a time: mostly, they wait for n8n. The longest come first, so that none is left at the end. */
export const SECTIONS: readonly Section[] = [
	examples,
	editor,
	queueMode,
	visitor,
	install,
	olderHosts,
	visitorMoney,
	faults,
	crashes,
	interrupted,
	assistant,
	runningN8n,
	trigger,
	durablePolling,
	agents,
	burst,
	security,
	operations,
	forms,
	recording,
	quickStart,
];
