import type { INode } from 'n8n-workflow';

import { InputError } from './inputError';

/** @throws InputError for node settings with which updates would be lost or repeated */
export function assertNodeSettings(node: INode): void {
	if (node.executeOnce) {
		throw new InputError(
			"'Execute Once' must be off in the settings of this trigger",
			'Otherwise, only the first of several updates is passed on and the others are lost. To process one update at a time, add a Loop Over Items node after the trigger.',
		);
	}
	if (node.alwaysOutputData) {
		throw new InputError(
			"'Always Output Data' must be off in the settings of this trigger",
			'Otherwise, a duplicate update runs the rest of the workflow with an empty item.',
		);
	}
}
