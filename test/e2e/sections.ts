import { editor } from './editor';
import { operations } from './operations';
import type { Section } from './section';
import { security } from './security';

/** In the order in which they run. */
export const SECTIONS: readonly Section[] = [editor, operations, security];
