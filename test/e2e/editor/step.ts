import type { Stage } from '../stage';
import type { OpenEditor } from './editor';

export type EditorStage = Stage & OpenEditor;

/** Something that a user does in the editor. Steps follow each other: later ones use the credential and radars of earlier ones. */
export interface Step {
	what: string;
	/** Resolves with what was to be seen; rejects if it was not what it should be. */
	run(stage: EditorStage): Promise<string>;
}
