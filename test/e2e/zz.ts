import { mkdtempSync } from 'node:fs';
import { OWNER } from '../../tools/n8n-host/host';
import { installHost } from '../../tools/n8n-host/install';
import { buildPackage, packPackage } from '../../tools/pack';
import { Browser } from './editor/browser';
import { Editor } from './editor/editor';
import { credentialInput, onStage } from './stage';
const task = { log: (l: string) => console.log(l) };
async function main() {
	await installHost(task);
	await buildPackage(task);
	const { tarball } = await packPackage(mkdtempSync('/tmp/w/trigger-scratch/p'), task);
	await onStage({ ...task, tarball, artefacts: '/tmp/w/trigger-scratch' }, async ({ host, sandbox }) => {
		const input = credentialInput(sandbox);
		const credential = { id: (await host.rest.createCredential(input)).id, name: input.name };
		const create = async (parameters: object, type = 'companyRadarTrigger') => {
			const nodes = [{ id: 'a'+Math.random(), name: 'a', type: 'n8n-nodes-company-radar.' + type, typeVersion: 1, position: [0, 0], webhookId: 'x'+Math.random(), parameters, credentials: { companyRadarApi: credential } }, { id: 'b', name: 'b', type: 'n8n-nodes-base.noOp', typeVersion: 1, position: [300, 0], parameters: {} }];
			return await host.rest.createWorkflow({ name: 'a', nodes, connections: { a: { main: [[{ node: 'b', type: 'main', index: 0 }]] } } });
		};
		if (process.argv[2] !== 'ui') return;
		const saved = await create({ filters: { radarIds: [] } });
		const browser = await Browser.open(host.url, '/tmp/w/trigger-scratch');
		const { page } = browser;
		const editor = new Editor(page);
		await editor.logIn(OWNER);
		await editor.showWorkflow(saved.id);

		// Clear a number.
		const second = await create({ options: { replayHours: 24 } });
		await editor.showWorkflow(second.id);
		await editor.open(0);
		await page.getByTestId('parameter-input-replayHours').locator('input').fill('');
		await page.keyboard.press('Tab');
		await page.waitForTimeout(1500);
		console.log(JSON.stringify(((await host.rest.request('GET', `/workflows/${second.id}`)) as { nodes: unknown[] }).nodes[0]));
		await page.screenshot({ path: '/tmp/w/trigger-scratch/number.png' });
		await browser.close();
	});
}
void main();
