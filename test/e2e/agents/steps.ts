import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { Locator, Page } from 'playwright-core';

import { ROOT } from '../../../tools/pack';
import { until } from '../../../tools/shared/until';
import { inEditor } from '../editor/editor';
import type { Finding } from '../section';
import { Agent, configure, startOver, type World } from './agent';
import { create, CREATE, LIST } from './talks';

// Read when the section runs: compiled commands lack the pages.
const steps = () => readFileSync(path.join(ROOT, 'docs/n8n-agents.md'), 'utf8');

/** A name that the page about n8n's Agents prints in bold. */
function said(name: string): string {
	if (!steps().includes(`**${name}**`)) throw new Error(`The page doesn't say ${name}`);
	return name;
}

/** The form of a new tool of this package. */
async function newTool(page: Page, button: Locator, name: string): Promise<Locator> {
	await button.click();
	const dialog = page.getByRole('dialog').last();
	await dialog.getByRole('textbox').first().fill('Company Radar');
	await dialog.getByText('Company Radar').last().click();
	const form = page.getByRole('dialog').filter({ has: page.getByTestId('agent-tool-config-save') });
	await form.getByTestId('inline-editable-area').click();
	await page.keyboard.press('Control+A');
	await page.keyboard.type(said(name));
	await page.keyboard.press('Enter');
	return form;
}

async function save(form: Locator): Promise<void> {
	await form.getByText(said('Save'), { exact: true }).click();
	await form.waitFor({ state: 'hidden' });
}

async function setOption(page: Page, form: Locator, name: string, field: string, value: number) {
	await form.getByTestId('collection-parameter-add').last().click();
	await page
		.getByRole('option', { name: said(name) })
		.last()
		.click();
	await form.getByTestId(`parameter-input-${field}`).locator('input').fill(String(value));
}

async function build(page: Page): Promise<void> {
	await save(await newTool(page, page.getByText(said('Add tool')).first(), LIST));
	const plus = page.getByText('Tools', { exact: true }).first().locator('xpath=..').locator('button').last();
	const form = await newTool(page, plus, CREATE);
	await form.getByTestId('parameter-input-operation').click();
	await page
		.getByRole('option', { name: /^Create/ })
		.first()
		.click();
	const domain = form.getByTestId('parameter-input-domain').locator('xpath=ancestor::*[.//button][1]');
	await domain.getByTestId('from-ai-override-button').click();
	await setOption(page, form, 'Maximum Radars to Create', 'maximumRadars', 1);
	await setOption(page, form, 'Monthly Budget', 'monthlyBudget', 20);
	await form.getByTestId('agent-tool-approval-toggle').click();
	await save(form);
}

/** A person who does what the page about n8n's Agents says, in the editor. */
export async function followed(world: World): Promise<Omit<Finding, 'what'>> {
	const { host, sandbox, model } = world;
	await startOver(world);
	// A new one, since the preview opens the last session of an agent.
	const agent = await Agent.create(host.rest, 'Agent');
	await configure({ ...world, agent }, []);
	model.turns = [{ ...create('birch.example'), input: { Company_Domain: 'birch.example' } }, 'Done.'];
	const domains = () => sandbox.control.radars().map(({ domain }) => domain);
	return await inEditor(world, 'agents', async ({ editor: { page } }) => {
		await page.goto(`${host.url}/projects/${agent.projectId}/agents/${agent.id}`);
		await build(page);
		await page.getByText(said('Preview'), { exact: true }).first().click();
		await page
			.getByPlaceholder(/^Message/)
			.last()
			.fill('Monitor birch.example.');
		await page.keyboard.press('Enter');
		await page.getByText(said('Approve'), { exact: true }).waitFor();
		const before = domains();
		await page.getByText('Approve', { exact: true }).click();
		await until('the radar is created', () => domains().length > before.length);
		const seen = `${before.join()}, then ${domains().join()}`;
		return { seen, ok: seen === 'cedar.example, then cedar.example,birch.example' };
	});
}
