import type { Locator, Page } from 'playwright-core';

/** The open node: its parameters in the middle, its output on the right. */
export class NodeView {
	private readonly view: Locator;

	constructor(private readonly page: Page) {
		this.view = page.getByTestId('ndv');
	}

	/** While a trigger listens its button is not there. */
	async untilReady(): Promise<void> {
		await this.view.getByTestId('node-execute-button').waitFor();
	}

	async close(): Promise<void> {
		await this.view.getByTestId('ndv-close-button').click();
		await this.view.waitFor({ state: 'hidden' });
	}

	/** Chooses from a list, by what the list shows. */
	async choose(parameter: string, option: string): Promise<void> {
		await this.parameter(parameter).click();
		await this.page.locator('.el-select-dropdown:visible').getByText(option, { exact: true }).click();
	}

	/** Types a text; with `{{ }}` the editor makes an expression of it. */
	async type(parameter: string, text: string): Promise<void> {
		await this.parameter(parameter).locator('input, textarea').first().fill(text);
	}

	/** Chooses from a list that the service gives, after a search in it; resolves with the entry's whole name. */
	async pick(parameter: string, { search, entry }: { search: string; entry: string }): Promise<string> {
		await this.parameter(parameter).getByTestId('rlc-input-container').click();
		await this.page.getByPlaceholder('Search...').fill(search);
		const found = this.page.getByTestId('rlc-item').filter({ hasText: entry }).first();
		const name = await found.innerText();
		await found.click();
		return name;
	}

	/** Drags a field of the input into a parameter. */
	async drag(field: string, parameter: string): Promise<void> {
		const input = this.view.getByTestId('ndv-input-panel');
		await input.getByText(field, { exact: true }).first().dragTo(this.parameter(parameter));
	}

	/** Puts these items in place of what the node would put out. */
	async mockOutput(items: object[]): Promise<void> {
		await this.output.getByTestId('ndv-edit-pinned-data').click();
		await this.output.locator('.cm-content').fill(JSON.stringify(items));
		await this.output.getByRole('button', { name: 'Save' }).click();
		await this.shows(`${items.length} item`);
	}

	/** Presses "Execute step". */
	async execute(): Promise<void> {
		// n8n selects the credential once it has loaded the list of them.
		if (await this.credential.isVisible()) await this.view.getByTestId('credential-edit-button').waitFor();
		await this.view.getByTestId('node-execute-button').click();
	}

	/** Waits until the output has all these texts, each on one line of it. */
	async shows(...texts: string[]): Promise<void> {
		for (const text of texts) await this.output.getByText(text).first().waitFor();
	}

	/** Waits until the input offers all these fields. */
	async inputShows(...fields: string[]): Promise<void> {
		const input = this.view.getByTestId('ndv-input-panel');
		for (const field of fields) await input.getByText(field, { exact: true }).first().waitFor();
	}

	get credential(): Locator {
		return this.view.getByTestId('node-credentials-slot');
	}

	get output(): Locator {
		return this.view.getByTestId('output-panel');
	}

	parameter(name: string): Locator {
		return this.view.getByTestId(`parameter-input-${name}`);
	}
}
