import path from 'node:path';

import type { Locator, Page } from 'playwright-core';

import { OWNER } from '../../../tools/n8n-host/host';
import type { Stage } from '../stage';
import { Browser } from './browser';
import { NodeView } from './nodeView';

/** The form of a credential. */
export class CredentialForm {
	private readonly form: Locator;

	constructor(page: Page) {
		this.form = page.getByTestId('editCredential-modal');
	}

	async fill(values: Readonly<Record<string, string>>): Promise<void> {
		for (const [field, value] of Object.entries(values)) {
			await this.form.getByTestId(`parameter-input-${field}`).locator('input').fill(value);
		}
	}

	/** Saves, which also tests it. n8n refuses a credential without a name, and asks its server for one. */
	async save(): Promise<void> {
		await this.form.getByTestId('inline-edit-preview').filter({ hasText: /\w/ }).waitFor();
		await this.form.getByTestId('credential-save-button').click();
	}

	async untilClosed(): Promise<void> {
		await this.form.waitFor({ state: 'hidden' });
	}

	/** Waits for this text about the test. */
	async shows(text: string): Promise<void> {
		await this.form.getByText(text).first().waitFor();
	}

	async showDetails(): Promise<string> {
		await this.form.getByText('More details').click();
		return await this.form.innerText();
	}

	async close(): Promise<void> {
		await this.form.getByRole('button', { name: 'Close this dialog' }).click();
		await this.untilClosed();
	}
}

const SEARCHED = 'company radar';

/** What n8n's own links move with. */
const ROUTER = `document.querySelector('#app').__vue_app__.config.globalProperties.$router`;

/** n8n's editor as a user works with it. */
class Editor {
	/** The list of nodes that can be added. */
	readonly panel: Locator;
	readonly credentialForm: CredentialForm;

	constructor(readonly page: Page) {
		this.panel = page.getByTestId('node-creator');
		this.credentialForm = new CredentialForm(page);
	}

	/** Logs in, and comes to an empty workflow. */
	async logIn(): Promise<void> {
		await this.page.goto('/signin?redirect=%2Fworkflow%2Fnew');
		await this.page.locator('input[name=emailOrLdapLoginId]').fill(OWNER.email);
		await this.page.locator('input[type=password]').fill(OWNER.password);
		await this.page.keyboard.press('Enter');
		await this.page.getByTestId('canvas-plus-button').waitFor();
	}

	/** Opens a saved workflow, all of it in view. */
	async showWorkflow(id: string): Promise<void> {
		await this.visit(`/workflow/${id}`);
		await this.page.getByTestId('canvas-node').first().waitFor();
		await this.page.getByTestId('zoom-to-fit').click();
	}

	/** Opens the form of a new credential. */
	async createCredential(type: string): Promise<void> {
		await this.visit('/home/credentials');
		await this.page.getByRole('button', { name: 'Create credential' }).first().click();
		await this.page.getByTestId('new-credential-type-select').locator('input').fill(type);
		await this.page.locator('.el-select-dropdown:visible').getByText(type, { exact: true }).click();
		await this.page.getByTestId('new-credential-type-button').click();
	}

	/** Opens an empty workflow and its node panel. */
	async newWorkflow(): Promise<void> {
		await this.visit('/workflow/new');
		await this.page.getByTestId('canvas-plus-button').click();
	}

	/** Opens the node panel of a workflow that has nodes. */
	async openPanel(): Promise<void> {
		await this.page.getByTestId('node-creator-plus-button').click();
	}

	/** Searches the open node panel; resolves when an entry of that name is shown. */
	async search(text: string, name: string): Promise<Locator> {
		await this.page.getByTestId('node-creator-search-bar').fill(text);
		const entry = this.panel
			.getByTestId('item-iterator-item')
			.filter({ has: this.page.getByText(name, { exact: true }) })
			.first();
		await entry.waitFor();
		return entry;
	}

	/** The first node of a workflow that a click starts, with the items to start with, if any, as its mock data. */
	async addManualTrigger(items: object[] = []): Promise<void> {
		await (await this.search('manual', 'Manual Trigger')).click();
		await this.page.getByTestId('canvas-trigger-node').waitFor();
		if (items.length === 0) return;
		const view = await this.open(0);
		await view.mockOutput(items);
		await view.close();
	}

	/** Adds the action node by one of the actions that the node panel lists for it. */
	async addAction(action: string): Promise<NodeView> {
		await this.openPanel();
		return await this.choose(action);
	}

	/** A new workflow: a click, and then this action on each of the items. */
	async newManualWorkflow(action: string, items: object[] = []): Promise<NodeView> {
		await this.newWorkflow();
		await this.addManualTrigger(items);
		return await this.addAction(action);
	}

	/** Adds the trigger node as the first one, by one of the events that the node panel lists for it. */
	async addTrigger(event: string): Promise<NodeView> {
		return await this.choose(event);
	}

	/** Opens the node that was added as the so-maniest. */
	async open(index: number): Promise<NodeView> {
		await this.page.getByTestId('canvas-node').nth(index).dblclick();
		return await this.openedNode();
	}

	/** Waits for the sign of a problem on a node, with which n8n's editor publishes no workflow. */
	async untilIssue(node: string): Promise<void> {
		await this.page.locator(`[data-node-name="${node}"]`).getByTestId('node-issues').waitFor();
	}

	/** Opens the node of that name, once it has run well. */
	async openRun(name: string): Promise<NodeView> {
		const node = this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
		await node.getByTestId('canvas-node-status-success').waitFor();
		await node.dblclick();
		return await this.openedNode();
	}

	/** Presses "Execute workflow". */
	async execute(): Promise<void> {
		await this.page.getByTestId('execute-workflow-button').click();
	}

	/** Publishes the open workflow; resolves with what n8n says about it. */
	async publish(): Promise<string> {
		await this.page.getByTestId('workflow-open-publish-modal-button').click();
		await this.page.getByTestId('workflow-publish-button').click();
		const message = this.page.getByTestId('activation-modal');
		await message.waitFor();
		return await message.innerText();
	}

	/** Closes the message about the publication. */
	async closeMessage(): Promise<void> {
		await this.page.getByTestId('activation-modal').getByRole('button', { name: 'Got it' }).click();
	}

	/** Shows the executions of the open workflow. */
	async showExecutions(): Promise<void> {
		await this.page.getByTestId('radio-button-executions').click();
	}

	/** Searches for the nodes and shows what they can do. */
	async showActions(): Promise<void> {
		await (await this.search(SEARCHED, 'Company Radar')).click();
	}

	/** Moves on without loading the editor again, which takes seconds. What isn't saved is left. */
	private async visit(path: string): Promise<void> {
		const arrived = this.page.evaluate<boolean>(`${ROUTER}.push('${path}').then((failure) => !failure)`);
		const leave = this.page.getByRole('button', { name: 'Leave without saving' });
		await Promise.race([arrived, leave.click()]);
		// An autosave that ends meanwhile moves to the saved workflow instead.
		if (!(await arrived)) await this.visit(path);
	}

	private async choose(entry: string): Promise<NodeView> {
		await this.showActions();
		await this.panel.getByText(entry, { exact: true }).click();
		return await this.openedNode();
	}

	/** The node that is open. */
	async openedNode(): Promise<NodeView> {
		const view = new NodeView(this.page);
		await view.untilReady();
		return view;
	}
}

export interface OpenEditor {
	browser: Browser;
	editor: Editor;
}

export type EditorStage = Stage & OpenEditor;

/** Something that a user does in the editor. Steps follow each other: later ones use the credential and radars of earlier ones. */
export interface Step {
	what: string;
	/** Resolves with what was to be seen; rejects if it was not what it should be. */
	run(stage: EditorStage): Promise<string>;
}

/** Logs in to the editor of a host, runs, and closes the browser. Pictures are kept in the folder of the artifacts, also of a failure. */
export async function inEditor<T>(
	{ host, artifacts }: { host: { url: string }; artifacts: string },
	folder: string,
	run: (opened: OpenEditor) => Promise<T>,
	options?: Parameters<typeof Browser.open>[2],
): Promise<T> {
	const browser = await Browser.open(host.url, path.join(artifacts, folder), options);
	try {
		const editor = new Editor(browser.page);
		await editor.logIn();
		return await run({ browser, editor });
	} catch (error) {
		await browser.picture('failed').catch(() => undefined);
		throw error;
	} finally {
		await browser.close();
	}
}
