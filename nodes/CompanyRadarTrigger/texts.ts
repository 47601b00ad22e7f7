import type { INodeTypeDescription } from 'n8n-workflow';

export const TRIGGER_PANEL: INodeTypeDescription['triggerPanel'] = {
	header: '',
	executionsHelp: {
		inactive:
			"<b>While you build the workflow</b>, execute this step to see a sample or your newest updates, as set in Test With. With Real Delivery, it listens for one event at the test URL for two minutes.<br /><br /><b>When the workflow is ready</b>, publish it to run it automatically. Use the production URL as your radars' webhook URL.",
		active:
			'<b>While you change the workflow</b>, execute this step to see a sample or your newest updates, as set in Test With.<br /><br /><b>The published workflow</b> runs automatically. Find its executions in the executions list. Radars send updates to the production URL.',
	},
	activationHint: 'Publish the workflow to start it automatically on new updates.',
};

export const ACTIVATION_MESSAGE =
	'This workflow now runs whenever a radar reports an update. Duplicates are ignored. If the service lists the oldest updates first, the first polls may only catch up.';
