import { readFileSync } from 'node:fs';
import path from 'node:path';

import { OWNER } from '../../tools/n8n-host/host';
import { Browser } from './editor/browser';
import { Editor } from './editor/editor';
import type { EditorStage } from './editor/step';
import { startStandIns, type StandIns } from './examples/standIns';
import type { Finding, Section } from './section';
import { onStage } from './stage';
import { until } from '../../tools/shared/until';

const README = path.resolve(__dirname, '../../README.md');

const LONGEST_SECONDS = 300;

/** A pause after each action, as for a person who reads along. */
const SLOW_MO_MS = 1000;

const DOMAIN = 'cedarfoods.example';

type Names = [string, string, string, string, string, string, string];
type Action = (stage: EditorStage, names: Names, standIns: StandIns) => Promise<void>;

/** What to do for each step of the README, with the names that the step prints in bold. */
const ACTIONS: Action[] = [
	async ({ editor }, [node, actions, create]) => {
		await editor.newWorkflow();
		await (await editor.search(node, node)).click();
		await editor.panel.getByText(`${actions} (`).click();
		await editor.panel.getByText(create, { exact: true }).click();
		const view = await editor.openedNode();
		await view.type('domain', DOMAIN);
		await view.execute();
		await view.shows('1 item', DOMAIN);
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
	async ({ editor }, [execute]) => {
		await editor.page.getByTestId('ndv').getByRole('button', { name: execute }).first().click();
		const view = await editor.openedNode();
		await view.shows('1 item', 'full_name');
		await view.close();
	},
	async ({ editor }, [slack, send]) => {
		await editor.openPanel();
		await (await editor.search(slack, slack)).click();
		await editor.panel.getByText(send, { exact: true }).click();
		const view = await editor.openedNode();
		await view.credential.getByText('Connect to').click();
		await editor.credentialForm.fill({ accessToken: 'token-of-stand-in' });
		await editor.credentialForm.save();
		await editor.credentialForm.untilClosed();
		await view.choose('select', 'Channel');
		await view.pick('channelId', { search: 'sales', entry: 'sales' });
		await view.drag('summary', 'text');
		await view.execute();
		await view.shows('1 item', 'message_timestamp');
		await view.close();
	},
	async ({ editor }) => {
		await editor.publish();
		await editor.closeMessage();
	},
];

async function connect({ editor, sandbox: { apiKey, baseUrl } }: EditorStage): Promise<void> {
	await editor.createCredential('Company Radar API');
	await editor.credentialForm.fill({ apiKey, baseUrl });
	await editor.credentialForm.save();
	await editor.credentialForm.shows('Connection tested successfully');
	await editor.credentialForm.close();
}

async function firstUpdate({ sandbox: { control } }: EditorStage, { services }: StandIns): Promise<void> {
	const isThere = () =>
		services
			.sent('POST slack.com/api/chat.postMessage')
			.some(({ body }) => JSON.stringify(body).includes(DOMAIN));
	control.pushFindings({ radar_id: control.radars().find(({ domain }) => domain === DOMAIN)?.radar_id });
	await until('the update in Slack', isThere, { seconds: 90 });
}

/** The numbered steps under "Quick start". */
function stepsOfReadme(): string[] {
	const [, quickStart = ''] = readFileSync(README, 'utf8').split('\n## Quick start\n');
	return [...(quickStart.split('\n## ')[0] ?? '').matchAll(/^\d\. (.+)$/gm)].map(([, step = '']) => step);
}

const namesIn = (step: string) => [...step.matchAll(/\*\*(.+?)\*\*/g)].map(([, name = '']) => name) as Names;

const firstSentence = (step: string) => step.replaceAll('**', '').split(/[.:] /)[0] ?? '';

/** The README, followed to the letter on a fresh n8n, with the time that each step takes. */
export const quickStart: Section = {
	name: 'quickStart',
	risk: 'the README is followed to the letter in a real editor',
	onRequest: true,
	packages: ['chromium', 'openssl'],
	run: async (context) => {
		const standIns = await startStandIns();
		const findings: Finding[] = [];
		let since = Date.now();
		const note = (what: string) => {
			const seen = `${((Date.now() - since) / 1000).toFixed(1)} s`;
			context.log(`${what}: ${seen}`);
			findings.push({ what, seen, ok: true });
			since = Date.now();
		};
		const start = since;
		const follow = async (stage: EditorStage) => {
			note('Install, and start n8n');
			await stage.editor.logIn(OWNER);
			note('Log in');
			await connect(stage);
			note('Connect');
			const steps = stepsOfReadme();
			if (steps.length !== ACTIONS.length) throw new Error(`The README has ${steps.length} steps.`);
			for (const [index, act] of ACTIONS.entries()) {
				const step = steps[index] ?? '';
				await act(stage, namesIn(step), standIns);
				note(`${index + 1}. ${firstSentence(step)}`);
			}
			await firstUpdate(stage, standIns);
			note('The first update reaches Slack, after the service has found it');
		};
		try {
			await onStage(
				context,
				async (stage) => {
					const folder = path.join(context.artifacts, 'quickStart');
					const browser = await Browser.open(stage.host.url, folder, { slowMo: SLOW_MO_MS });
					try {
						await follow({ ...stage, browser, editor: new Editor(browser.page) });
					} catch (error) {
						await browser.picture('failed');
						throw error;
					} finally {
						await browser.close();
					}
				},
				standIns.services.env,
			);
		} finally {
			await standIns.services.stop();
		}
		const seconds = Math.round((Date.now() - start) / 1000);
		return [...findings, { what: 'In all', seen: `${seconds} s`, ok: seconds <= LONGEST_SECONDS }];
	},
};
