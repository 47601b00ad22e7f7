import type { INodeTypeDescription } from 'n8n-workflow';

export const TRIGGER_PANEL: INodeTypeDescription['triggerPanel'] = {
	header: '',
	executionsHelp: {
		inactive:
			"<b>While building</b>, execute this step to see a sample or your newest updates (see Test With). Real Delivery waits up to 2 minutes for one event at the test URL.<br /><br /><b>When you're ready</b>, publish the workflow to run it automatically. Use the production URL as your radars' webhook URL.",
		active:
			"<b>While making changes</b>, execute this step to see a sample or your newest updates (see Test With).<br /><br /><b>The published workflow</b> runs automatically. Find its runs in the executions list. Use the production URL as your radars' webhook URL.",
	},
	activationHint: 'Publish the workflow to start it automatically on new updates.',
};

export const ACTIVATION_MESSAGE =
	"This workflow now runs whenever a radar reports an update. Duplicates are ignored. With webhook delivery, only radars that send to this node's production URL start it.";
