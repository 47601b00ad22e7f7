import { statSync } from 'node:fs';
import path from 'node:path';

import type { RadarType } from '../../../sandbox/types';
import { OWNER } from '../../../tools/n8n-host/host';
import { loopback } from '../../../tools/shared/loopback';
import { until } from '../../../tools/shared/until';
import { Browser } from '../editor/browser';
import { Editor } from '../editor/editor';
import { TOKEN } from '../examples/example';
import { startStandIns, type StandIns } from '../examples/standIns';
import type { Section } from '../section';
import { onStage, type Stage } from '../stage';
import { Screencast } from './screencast';

const LONGEST_SECONDS = 20;
const LARGEST_BYTES = 1_500_000;

/** So that a viewer can follow. */
const PACE = { slowMo: 800, size: { width: 1250, height: 760 } };

/** For a table or a message, in milliseconds. */
const TIME_TO_READ = 1500;

/** The whole form of the credential needs no scrolling. */
const FORM_SIZE = { width: 1400, height: 900 };
const FORM = { x: 195, y: 75, width: 1010, height: 750 };

const COMPANIES = ['cedarfoods.example', 'birchanalytics.example', 'duneenergy.example'];

const NEXT = 'emberlogistics.example';

/** Where the sandbox is for n8n, so that no picture shows an address of this computer. */
const SERVICE = 'api.example.com';

interface SlackMessage {
	text: string;
}

/** A message in a channel, over the whole window. */
const CHAT = `<div style="position: fixed; inset: 0; z-index: 100001; padding: 90px 120px; font: 24px sans-serif; color: #1d1c1d; background: white">
	<b style="display: block; padding-bottom: 28px; border-bottom: 1px solid #ddd"># sales</b>
	<div style="display: flex; gap: 20px; margin-top: 36px">
		<span style="width: 56px; height: 56px; border-radius: 10px; background: #ea4b71"></span>
		<div><b>n8n</b><p id="message" style="margin: 8px 0"></p></div>
	</div>
</div>`;

const MESSAGE = 'POST slack.com/api/chat.postMessage';

async function createRadar({ baseUrl, apiKey }: Stage['sandbox'], domain: string): Promise<void> {
	const radar = { radar_type: 'company_new_hires' satisfies RadarType, domain };
	await loopback.post(`${baseUrl}/v1/radars`, radar, { headers: { 'x-api-key': apiKey } });
}

async function findNewHires({ sandbox }: Stage): Promise<void> {
	for (const domain of COMPANIES) {
		await createRadar(sandbox, domain);
		sandbox.control.pushFindings({ count: 2 });
	}
	await createRadar(sandbox, NEXT);
}

/** The recording at the top of the README: from an empty workflow to a message in Slack. Then a picture of its credential. */
export const recording: Section = {
	name: 'recording',
	risk: 'the recording shows the real editor',
	onRequest: true,
	packages: ['chromium', 'ffmpeg', 'openssl'],
	run: async (context) => {
		let baseUrl = '';
		const standIns = await startStandIns({ [SERVICE]: () => new URL(baseUrl) });
		const onRecordedStage = async (stage: Stage) => {
			({ baseUrl } = stage.sandbox);
			await findNewHires(stage);
			await stage.host.rest.createCredential({
				name: 'Slack account',
				type: 'slackApi',
				data: { accessToken: TOKEN },
			});
			const file = path.join(context.artifacts, 'recording.gif');
			const browser = await Browser.open(stage.host.url, context.artifacts, PACE);
			try {
				const seconds = await record(browser, stage, standIns, file);
				await pictureCredential(browser, stage);
				const bytes = statSync(file).size;
				return [
					{
						what: 'From an empty workflow to a message in Slack',
						seen: `${Math.round(seconds)} s, ${Math.round(bytes / 1000)} kB`,
						ok: bytes <= LARGEST_BYTES,
					},
				];
			} finally {
				await browser.close();
			}
		};
		try {
			return await onStage(context, onRecordedStage, standIns.services.env);
		} finally {
			await standIns.services.stop();
		}
	},
};

/** Resolves with the length in seconds. */
async function record(
	browser: Browser,
	{ sandbox: { apiKey, control } }: Stage,
	{ services }: StandIns,
	file: string,
): Promise<number> {
	const { page } = browser;
	const editor = new Editor(page);
	await editor.logIn(OWNER);
	const screencast = await Screencast.start(page);
	await page.getByTestId('canvas-plus-button').click();
	await receiveUpdates(browser, editor, apiKey);
	await sendToSlack(editor);
	await editor.publish();
	await editor.closeMessage();
	const radar = control.radars().find(({ domain }) => domain === NEXT);
	control.pushFindings({ radar_id: radar?.radar_id });
	await until('the message in Slack', () => services.sent(MESSAGE).length > 0, { seconds: 90 });
	await showMessage(browser, services.sent(MESSAGE)[0]?.body as SlackMessage);
	return await screencast.save(file, LONGEST_SECONDS);
}

async function receiveUpdates(browser: Browser, editor: Editor, apiKey: string): Promise<void> {
	const view = await editor.addTrigger('New hire at a company');
	await view.credential.getByText('Connect to Company Radar').click();
	const form = editor.credentialForm;
	await form.fill({ apiKey, baseUrl: `https://${SERVICE}` });
	await form.save();
	await form.untilClosed();
	await view.execute();
	await view.shows('6 items', COMPANIES[0] ?? '');
	await browser.keepTexts('recording');
	await browser.page.waitForTimeout(TIME_TO_READ);
	await view.close();
}

async function sendToSlack(editor: Editor): Promise<void> {
	await editor.openPanel();
	await (await editor.search('slack', 'Slack')).click();
	await editor.panel.getByText('Send a message', { exact: true }).click();
	const view = await editor.openedNode();
	await view.choose('select', 'Channel');
	await view.pick('channelId', { search: 'sales', entry: 'sales' });
	await view.drag('summary', 'text');
	await view.close();
}

/** Shows the message that Slack's stand-in got, as a chat would, without the name of the workflow below it. */
async function showMessage({ page }: Browser, { text }: SlackMessage): Promise<void> {
	await page.evaluate(`document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(CHAT)})`);
	const [line] = text.split('\n');
	await page.evaluate(`document.getElementById('message').textContent = ${JSON.stringify(line)}`);
	await page.waitForTimeout(TIME_TO_READ);
}

/** The form of the credential after its test. */
async function pictureCredential(browser: Browser, { host }: Stage): Promise<void> {
	const { page } = browser;
	const credentials = await host.rest.request<Array<{ id: string; type: string }>>('GET', '/credentials');
	await page.setViewportSize(FORM_SIZE);
	await page.goto(`/home/credentials/${credentials.find(({ type }) => type === 'companyRadarApi')?.id}`);
	await new Editor(page).credentialForm.shows('Connection tested successfully');
	await browser.picture('credential', { clip: FORM });
}
