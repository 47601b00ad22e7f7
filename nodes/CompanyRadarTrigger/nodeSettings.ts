import type { INode } from 'n8n-workflow';

import { InputError } from './inputError';

/** @throws InputError for node settings with which updates would be lost or repeated */
export function assertNodeSettings(node: INode): void {
	if (node.executeOnce) {
		throw new InputError(
			"'Execute Once' must be off in the settings of this trigger",
			'Otherwise only the first update is processed and the others are lost. To process one update at a time, add a Loop Over Items node after the trigger.',
		);
	}
	if (node.alwaysOutputData) {
		throw new InputError(
			"'Always Output Data' must be off in the settings of this trigger",
			'Otherwise duplicate updates start the workflow with an empty item.',
		);
	}
}
