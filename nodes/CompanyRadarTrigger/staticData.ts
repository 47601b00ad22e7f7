import type { IDataObject } from 'n8n-workflow';

import type { PollState } from './polling/state';
import type { TriggerContext } from './parameters';

/** What n8n saves for the node. Activation and poll() write it, each its own part; webhook() and execute() only read. */
export interface StaticData {
	poll?: PollState;
	/** When the workflow was published, by this computer's clock, until the first poll has succeeded. */
	activatedAt?: number;
	/** The production URL of the node without a secret. poll() can't ask n8n for it. */
	ownUrl?: string;
	/** Hashes of the secrets that a delivery may carry; that of an empty one stands for a radar whose URL has none. */
	secrets?: string[];
	/** Radars that were created here, by definition: they may show up in the list late. */
	created?: Record<string, string>;
}

/** Under the node's ID: n8n keeps a node's own data under its name, and loses it when the node is renamed. */
export function staticDataOf(context: TriggerContext): StaticData {
	const data = context.getWorkflowStaticData('global');
	const key = `companyRadarTrigger ${context.getNode().id}`;
	// An execution must not change the data: n8n would save it over what a poll saved meanwhile.
	if (!('getActivationMode' in context)) return (data[key] ?? {}) as StaticData;
	const own = (data[key] ??= {}) as StaticData & IDataObject;
	// n8n saves what it sees change, and of an object that was added only this: that it is set.
	const notice = () => {
		data[key] = own;
		return true;
	};
	return new Proxy(own, {
		set: (target, name, value) => Reflect.set(target, name, value) && notice(),
		deleteProperty: (target, name) => Reflect.deleteProperty(target, name) && notice(),
	});
}
