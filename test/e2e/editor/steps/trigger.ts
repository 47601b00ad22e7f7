import { until } from '../../../../tools/shared/until';
import type { EditorStage, Step } from '../editor';

const DOMAIN = 'harbortextiles.example';
/** The tests of both deliveries. */
const TESTS = 2;

const newest = ({ sandbox }: EditorStage): string => {
	const [finding] = sandbox.control.pushFindings();
	if (!finding) throw new Error('The service found nothing.');
	return finding.update_id;
};

export const event: Step = {
	what: 'Trigger: an entry of the node panel selects its event, which the canvas names',
	async run({ editor }) {
		await editor.newWorkflow();
		const view = await editor.addTrigger('Contact changed jobs');
		await view.parameter('events').getByText('Contact Changed Jobs', { exact: true }).waitFor();
		await view.choose('events', 'Radar Failed');
		await view.close();
		await editor.page
			.getByTestId('canvas-trigger-node')
			.getByText('Contact Changed Jobs, Radar Failed', { exact: true })
			.waitFor();
		return 'Contact Changed Jobs, and Radar Failed';
	},
};

export const polling: Step = {
	what: 'Trigger, Polling: "Execute step" shows the newest updates',
	async run(stage) {
		const id = newest(stage);
		await stage.editor.newWorkflow();
		const view = await stage.editor.addTrigger('Any finding');
		await view.execute();
		await view.shows(id);
		await stage.browser.picture('trigger-polling');
		return `update ${id}`;
	},
};

/** In the workflow of `polling`. */
export const webhookDelivery: Step = {
	what: 'Trigger, Webhook: "Execute step" brings a delivery to the test URL',
	async run({ editor, sandbox }) {
		const view = await editor.openedNode();
		await view.choose('delivery', 'Webhook');
		await editor.page.getByText("Set this node's production URL as the Webhook URL of your radars").waitFor();
		await view.choose('testWith', 'Real Delivery');
		sandbox.control.clearDeliveries();
		await view.execute();
		await until('the service has sent it', () => sandbox.control.deliveries().length > 0);
		const [delivery] = sandbox.control.deliveries();
		await view.shows('1 item', 'full_name');
		await view.shows(String(delivery?.update_id));
		if (!delivery?.url.includes('/webhook-test/')) throw new Error(`It went to ${delivery?.url}.`);
		await view.untilReady();
		return 'the event that the service sent';
	},
};

/** In the workflow of `webhookDelivery`. */
export const publishing: Step = {
	what: 'Published, the workflow creates its radar, and a finding starts it',
	async run({ editor, sandbox }) {
		const view = await editor.openedNode();
		await view.choose('radars', 'Create When Published');
		await view.type('domain', DOMAIN);
		await view.choose('filterBy', 'Department and Seniority');
		await view.choose('departments', 'Sales');
		await editor.page.keyboard.press('Escape');
		await view.close();
		const message = await editor.publish();
		await editor.closeMessage();
		if (!message.includes('This workflow now runs on new updates')) throw new Error(message);
		const radar = sandbox.control.radars().find(({ domain }) => domain === DOMAIN);
		sandbox.control.pushFindings({ radar_id: radar?.radar_id });
		await sandbox.control.idle();
		await editor.showExecutions();
		await editor.page.getByText('Succeeded in').nth(TESTS).waitFor();
		return message.split('\n')[0] ?? '';
	},
};
