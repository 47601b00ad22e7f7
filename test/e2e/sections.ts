import { editor } from './editor';
import type { Section } from './section';

/** In the order in which they run. */
export const SECTIONS: readonly Section[] = [editor];
