import { RESOURCES } from '../../../../nodes/CompanyRadar/resources';
import type { Step } from '../step';

/** n8n shows both nodes as one entry, with the triggers and the actions below it. */
export const addNodes: Step = {
	what: 'A search in the node panel finds the trigger and all actions',
	async run({ browser, editor }) {
		const actions = RESOURCES.flatMap(({ operations }) => operations);
		await editor.newWorkflow();
		await editor.addManualTrigger();
		await editor.openPanel();
		await editor.showActions();
		await editor.panel.getByText('Triggers (1)').waitFor();
		await editor.panel.getByText(`Actions (${actions.length})`).waitFor();
		for (const { action } of actions) await editor.panel.getByText(action, { exact: true }).waitFor();
		await browser.picture('node-panel');
		return `1 trigger, ${actions.length} actions`;
	},
};
