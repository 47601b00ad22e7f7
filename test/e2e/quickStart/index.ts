import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';

import { until } from '../../../tools/shared/until';
import { inEditor, type EditorStage } from '../editor/editor';
import { TOKEN } from '../examples/example';
import { type StandIns, withStandIns } from '../examples/standIns';
import { compared, type Finding, type Section } from '../section';
import { createRadar, type Stage } from '../stage';
import { Screencast } from './screencast';

const README = path.resolve(__dirname, '../../../README.md');

const LONGEST_SECONDS = 300;
const LONGEST_RECORDING_SECONDS = 20;
const LARGEST_BYTES = 1_500_000;

/** So that a viewer can follow. */
const PACE = { slowMo: 800, size: { width: 1250, height: 760 } };

/** For a table or a message, in milliseconds. */
const TIME_TO_READ = 1500;

/** The whole form of the credential needs no scrolling. */
const FORM_SIZE = { width: 1400, height: 900 };
const FORM = { x: 195, y: 75, width: 1010, height: 750 };

const COMPANIES = ['cedarfoods.example', 'birchanalytics.example', 'duneenergy.example'];

/** The company that the README's first step is about. A service that isn't on this computer gets no other test domain. */
const NEXT = 'example.com';

/** Where the sandbox is for n8n, and n8n in its messages, so that no picture shows an address of this computer. */
const SERVICE = 'api.example.com';
const OWN_URL = { N8N_EDITOR_BASE_URL: 'https://n8n.example.com' };

const MESSAGE = 'POST slack.com/api/chat.postMessage';

/** A message in a channel, over the whole window. */
const CHAT = `<div style="position: fixed; inset: 0; z-index: 100001; padding: 90px 120px; font: 24px sans-serif; color: #1d1c1d; background: white">
	<b style="display: block; padding-bottom: 28px; border-bottom: 1px solid #ddd"># sales</b>
	<div style="display: flex; gap: 20px; margin-top: 36px">
		<span style="width: 56px; height: 56px; border-radius: 10px; background: #ea4b71"></span>
		<div><b>n8n</b><p id="message" style="margin: 8px 0"></p></div>
	</div>
</div>`;

type Names = [string, string, string, string, string, string, string];

/** What to do for each step of the README, with the names that the step prints in bold. */
const ACTIONS: Array<(stage: EditorStage, names: Names) => Promise<void>> = [
	async ({ editor, sandbox: { control } }, [node, actions, create]) => {
		await editor.newWorkflow();
		await (await editor.search(node, node)).click();
		await editor.panel.getByText(`${actions} (`).click();
		await editor.panel.getByText(create, { exact: true }).click();
		const view = await editor.openedNode();
		await view.type('domain', NEXT);
		await view.execute();
		await view.shows('1 item');
		await view.shows(String(control.radars().find(({ domain }) => domain === NEXT)?.radar_id));
		await view.close();
	},
	async ({ editor }, [node, event, , events, failed, delivery, polling]) => {
		await editor.newWorkflow();
		await (await editor.search(node, node)).click();
		await editor.panel.getByText(event, { exact: true }).click();
		const view = await editor.openedNode();
		await view.credential.getByText('Connect to').waitFor({ state: 'hidden' });
		await editor.page.getByText(events, { exact: true }).waitFor();
		await view.choose('events', failed);
		await editor.page.getByText(delivery, { exact: true }).waitFor();
		const chosen = await view.parameter('delivery').locator('input').inputValue();
		if (chosen !== polling) throw new Error(`${delivery} is ${chosen}.`);
	},
	async ({ browser, editor }, [execute]) => {
		await editor.page.getByTestId('ndv').getByRole('button', { name: execute }).first().click();
		const view = await editor.openedNode();
		await view.shows('6 items', COMPANIES[0] ?? '');
		await browser.keepTexts('recording');
		await editor.page.waitForTimeout(TIME_TO_READ);
		await view.close();
	},
	async ({ editor }, [slack, send]) => {
		await editor.openPanel();
		await (await editor.search(slack, slack)).click();
		await editor.panel.getByText(send, { exact: true }).click();
		const view = await editor.openedNode();
		await view.choose('select', 'Channel');
		await view.pick('channelId', { search: 'sales', entry: 'sales' });
		await view.drag('summary', 'text');
		await view.execute();
		await view.shows('6 items', 'n8n.example.com');
		await view.close();
	},
	async ({ editor }) => {
		await editor.publish();
		await editor.closeMessage();
	},
];

async function connect({ browser, editor, sandbox: { apiKey } }: EditorStage): Promise<void> {
	await editor.page.setViewportSize(FORM_SIZE);
	await editor.createCredential('Company Radar API');
	await editor.credentialForm.fill({ apiKey, baseUrl: `https://${SERVICE}` });
	await editor.credentialForm.save();
	await editor.credentialForm.shows('Connection tested successfully');
	await browser.picture('credential', { clip: FORM });
	await editor.credentialForm.close();
	await editor.page.setViewportSize(PACE.size);
}

/** Shows the message that Slack's stand-in got, as a chat would, without the name of the workflow below it. */
async function firstUpdate(stage: EditorStage, { services }: StandIns): Promise<void> {
	const { page } = stage.editor;
	const { control } = stage.sandbox;
	const id = new URL(page.url()).pathname.split('/')[2] ?? '';
	// n8n publishes in the background, and only later updates start the workflow.
	await until('it is published', () => stage.host.rest.isPublished({ id, name: 'The quick start' }));
	const lines = () =>
		services.sent(MESSAGE).map(({ body }) => (body as { text: string }).text.split('\n')[0] ?? '');
	const sent = () => lines().find((line) => line.includes(NEXT));
	control.pushFindings({ radar_id: control.radars().find(({ domain }) => domain === NEXT)?.radar_id });
	await until('the update is in Slack', () => sent() !== undefined);
	await page.evaluate(`document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(CHAT)})`);
	await page.evaluate(`document.getElementById('message').textContent = ${JSON.stringify(sent())}`);
	await page.waitForTimeout(TIME_TO_READ);
}

/** The numbered steps under "Quick start". */
function stepsOfReadme(): string[] {
	const [, quickStart = ''] = readFileSync(README, 'utf8').split('\n## Quick start\n');
	return [...(quickStart.split('\n## ')[0] ?? '').matchAll(/^\d\. (.+)$/gm)].map(([, step = '']) => step);
}

const namesIn = (step: string) => [...step.matchAll(/\*\*(.+?)\*\*/g)].map(([, name = '']) => name) as Names;

const firstSentence = (step: string) => step.replaceAll('**', '').split(/[.:] /)[0] ?? '';

/** Follows the README, and records it from its second step on: from an empty workflow to a message in Slack. */
async function follow(stage: EditorStage, standIns: StandIns): Promise<Finding[]> {
	const findings: Finding[] = [];
	const start = Date.now();
	const timed = async (what: string, act: () => Promise<void>) => {
		const since = Date.now();
		await act();
		const seen = `${((Date.now() - since) / 1000).toFixed(1)} s`;
		stage.log(`${what}: ${seen}`);
		findings.push({ what, seen, ok: true });
	};
	await timed('Connect', async () => await connect(stage));
	const steps = stepsOfReadme();
	let screencast: Screencast | undefined;
	for (const [index, act] of ACTIONS.entries()) {
		const step = steps[index] ?? '';
		if (index === 1) screencast = await Screencast.start(stage.browser.page);
		await timed(`${index + 1}. ${firstSentence(step)}`, async () => await act(stage, namesIn(step)));
	}
	await timed('The first update reaches Slack', async () => await firstUpdate(stage, standIns));
	const total = Math.round((Date.now() - start) / 1000);
	const file = path.join(stage.artifacts, 'recording.gif');
	const seconds = Math.round((await screencast?.save(file, LONGEST_RECORDING_SECONDS)) ?? 0);
	const bytes = statSync(file).size;
	return [
		...findings,
		compared('Steps of the README', steps.length, ACTIONS.length),
		{ what: 'In all', seen: `${total} s`, ok: total <= LONGEST_SECONDS },
		{
			what: 'The recording',
			seen: `${seconds} s, ${Math.round(bytes / 1000)} kB`,
			ok: bytes <= LARGEST_BYTES,
		},
	];
}

async function findNewHires({ sandbox }: Stage): Promise<void> {
	for (const domain of COMPANIES) {
		await createRadar(sandbox, { radar_type: 'company_new_hires', domain });
		sandbox.control.pushFindings({ count: 2 });
	}
}

/** The README's quick start, with the time that each step takes, its recording and the picture of the credential. */
export const quickStart: Section = {
	name: 'quickStart',
	risk: 'a step of the README may not be possible in a real editor, or take too long',
	onRequest: true,
	packages: ['chromium', 'ffmpeg', 'openssl'],
	run: async (context) => {
		let baseUrl = '';
		const run = async (stage: Stage, standIns: StandIns) => {
			({ baseUrl } = stage.sandbox);
			await findNewHires(stage);
			const slack = { name: 'Slack account', type: 'slackApi', data: { accessToken: TOKEN } };
			await stage.host.rest.createCredential(slack);
			return await inEditor(
				stage,
				'',
				async (opened) => await follow({ ...stage, ...opened }, standIns),
				PACE,
			);
		};
		return await withStandIns(context, run, {
			hosts: { [SERVICE]: () => new URL(baseUrl) },
			env: OWN_URL,
		});
	},
};
