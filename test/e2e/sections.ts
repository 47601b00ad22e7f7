import { agents } from './agents';
import { commands } from './commands';
import { crashes } from './crashes/crashes';
import { editor } from './editor';
import { examples } from './examples';
import { olderHosts } from './olderHosts';
import { forms } from './forms';
import { install } from './install';
import { queueMode } from './queueMode/queueMode';
import { quickStart } from './quickStart';
import type { Section } from './section';
import { security } from './security';
import { trigger } from './trigger/trigger';
import { visitor } from './visitor/visitor';

/** They run side by side, a few at a time: mostly, they wait for n8n. The longest come first, so that none is left at the end. */
export const SECTIONS: readonly Section[] = [
	examples,
	crashes,
	queueMode,
	olderHosts,
	visitor,
	editor,
	trigger,
	agents,
	commands,
	security,
	install,
	forms,
	quickStart,
];
