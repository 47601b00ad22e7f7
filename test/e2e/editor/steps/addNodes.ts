import { RESOURCES } from '../../../../nodes/CompanyRadar/operations';
import { RADAR_EVENTS } from '../../../../nodes/shared/parameters/fieldOptions';
import type { Browser } from '../browser';
import type { Step } from '../step';

const EVENTS_LOOKED_FOR = ['New hire at a company', 'Contact changed jobs', 'Funding round', 'Radar failed'];

/** What users type who don't know the name of the nodes. */
const SEARCHES = [
	'create radar',
	'ip address',
	'signals',
	'buying signals',
	'sales intelligence',
	'prospecting',
	'who visits my website',
	'deanonymize',
	'intent data',
];

/** All actions are to be seen without scrolling, next to a part of the canvas. */
const PANEL = { x: 640, y: 0, width: 760, height: 1290 };

async function pictureOfPanel(browser: Browser): Promise<void> {
	const { page } = browser;
	const size = page.viewportSize();
	await page.setViewportSize({ width: PANEL.x + PANEL.width, height: PANEL.height });
	await browser.picture('node-panel', { clip: PANEL });
	if (size) await page.setViewportSize(size);
}

/** n8n shows both nodes as one entry, with the triggers and the actions below it. */
export const addNodes: Step = {
	what: 'Searches in the node panel find the nodes by what they are for, with each event and each action',
	async run({ browser, editor }) {
		const actions = RESOURCES.flatMap(({ operations }) => operations);
		await editor.newWorkflow();
		await editor.addManualTrigger();
		await editor.openPanel();
		const entry = await editor.search('company radar', 'Company Radar');
		await entry.getByText('Monitor companies, people and industries').waitFor();
		await editor.showActions();
		await editor.panel.getByText(`Actions (${actions.length})`).waitFor();
		for (const { action } of actions) await editor.panel.getByText(action, { exact: true }).waitFor();
		await pictureOfPanel(browser);
		await editor.panel.getByText(`Triggers (${RADAR_EVENTS.length})`).click();
		for (const event of EVENTS_LOOKED_FOR) await editor.panel.getByText(event, { exact: true }).waitFor();
		await editor.newWorkflow();
		await editor.addManualTrigger();
		await editor.openPanel();
		for (const text of SEARCHES) await editor.search(text, 'Company Radar');
		return `${RADAR_EVENTS.length} events, ${actions.length} actions`;
	},
};
