import { statSync } from 'node:fs';
import path from 'node:path';

import type { RadarType } from '../../../sandbox/types';
import { OWNER } from '../../../tools/n8n-host/host';
import { loopback } from '../../../tools/shared/loopback';
import { Browser } from '../editor/browser';
import { CredentialForm } from '../editor/credentialForm';
import { Editor } from '../editor/editor';
import type { Section } from '../section';
import { onStage, type Stage } from '../stage';
import { Screencast } from './screencast';

const LONGEST_SECONDS = 30;
const LARGEST_BYTES = 1_500_000;

/** So that a viewer can follow. */
const PACE = { slowMo: 900, size: { width: 1250, height: 760 } };

const COMPANIES = ['cedarfoods.example', 'birchanalytics.example', 'duneenergy.example'];

async function findNewHires({ sandbox: { baseUrl, apiKey, control } }: Stage): Promise<void> {
	for (const domain of COMPANIES) {
		const radar = { radar_type: 'company_new_hires' satisfies RadarType, domain };
		await loopback.post(`${baseUrl}/v1/radars`, radar, { headers: { 'x-api-key': apiKey } });
		control.pushFindings({ count: 2 });
	}
}

/** The recording at the top of the README: from an empty workflow to the first updates. */
export const recording: Section = {
	name: 'recording',
	packages: ['chromium', 'ffmpeg'],
	run: async (context) =>
		await onStage(context, async (stage) => {
			await findNewHires(stage);
			const file = path.join(context.artefacts, 'recording.gif');
			const browser = await Browser.open(stage.host.url, context.artefacts, PACE);
			try {
				const seconds = await record(browser, stage, file);
				const bytes = statSync(file).size;
				return [
					{
						what: 'From an empty workflow to the first updates',
						seen: `${Math.round(seconds)} s, ${Math.round(bytes / 1000)} kB`,
						ok: seconds <= LONGEST_SECONDS && bytes <= LARGEST_BYTES,
					},
				];
			} finally {
				await browser.close();
			}
		}),
};

async function record(browser: Browser, { sandbox }: Stage, file: string): Promise<number> {
	const editor = new Editor(browser.page);
	await editor.logIn(OWNER);
	const screencast = await Screencast.start(browser.page);
	await browser.page.getByTestId('canvas-plus-button').click();
	const view = await editor.addTrigger('New hire at a company');
	await view.credential.getByText('Connect to Company Radar').click();
	const form = new CredentialForm(browser.page);
	await form.fill({ apiKey: sandbox.apiKey, baseUrl: sandbox.baseUrl });
	await form.save();
	await form.untilClosed();
	await view.execute();
	await view.shows('6 items', COMPANIES[0] ?? '');
	await browser.keepTexts('recording');
	return await screencast.save(file);
}
