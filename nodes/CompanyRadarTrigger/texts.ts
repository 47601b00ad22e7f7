import type { INodeTypeDescription } from 'n8n-workflow';

const ONCE = 'Each update starts the workflow once, also when the service sends it again.';

export const TRIGGER_PANEL: INodeTypeDescription['triggerPanel'] = {
	header: '',
	executionsHelp: {
		inactive:
			'<b>While you build the workflow</b>, execute this step: the editor shows a sample or your newest updates, as chosen in Test With. With Real Delivery it listens for one event at the test URL, for two minutes.<br /><br /><b>When the workflow is ready</b>, switch it on. Then it runs by itself. The URL to give to radars is the production URL.',
		active:
			'<b>While you change the workflow</b>, execute this step: the editor shows a sample or your newest updates, as chosen in Test With.<br /><br /><b>The active workflow</b> runs by itself; its executions are in the executions list. Updates of radars go to the production URL.',
	},
	activationHint: 'Switch the workflow on to let updates start it by themselves.',
};

export const ACTIVATION_MESSAGE = `Updates now start this workflow. ${ONCE} If the service lists the oldest updates first, it may take several polls to reach the present.`;
