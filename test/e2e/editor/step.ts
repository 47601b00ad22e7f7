import type { AnyStage } from '../stage';
import type { Browser } from './browser';
import type { Editor } from './editor';

export interface EditorStage extends AnyStage {
	browser: Browser;
	editor: Editor;
}

/** Something that a user does in the editor. Steps follow each other: later ones use the credential and radars of earlier ones. */
export interface Step {
	what: string;
	/** Resolves with what was to be seen; rejects if it was not what it should be. */
	run(stage: EditorStage): Promise<string>;
}
