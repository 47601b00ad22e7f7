import type { INode } from 'n8n-workflow';

import { InputError } from './inputError';

/** @throws InputError for node settings with which updates would be lost or repeated */
export function refuseSettings(node: INode): void {
	if (node.executeOnce) {
		throw new InputError(
			"'Execute Once' must be off in the settings of this trigger",
			'With it only the first of several updates would go on, and the others would be lost. To work on one update at a time, add a Loop Over Items node behind the trigger.',
		);
	}
	if (node.alwaysOutputData) {
		throw new InputError(
			"'Always Output Data' must be off in the settings of this trigger",
			'With it an update that comes a second time would start the rest of the workflow with an empty item.',
		);
	}
}
