import type { Locator, Page } from 'playwright-core';

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
