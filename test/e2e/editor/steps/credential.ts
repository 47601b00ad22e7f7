import { CredentialForm } from '../credentialForm';
import type { Step } from '../step';

const REFUSED = 'The API key was rejected.';

export const wrongKey: Step = {
	what: 'A new credential with a wrong key fails its test, and says why',
	async run({ browser, editor, sandbox }) {
		const view = await editor.newManualWorkflow('Get account balance and usage');
		await view.credential.getByText('Connect to Company Radar').click();
		const form = new CredentialForm(editor.page);
		await form.shows('Find it next to your API key');
		await form.fill({ apiKey: 'not-the-key', baseUrl: sandbox.baseUrl });
		await form.save();
		await form.shows('Couldn’t connect with these settings');
		await form.showDetails();
		await form.shows(REFUSED);
		await browser.picture('credential-refused');
		return REFUSED;
	},
};

/** In the form that `wrongKey` left open. */
export const rightKey: Step = {
	what: 'With the right key it passes',
	async run({ browser, editor, sandbox }) {
		const form = new CredentialForm(editor.page);
		await form.fill({ apiKey: sandbox.apiKey });
		await form.save();
		await form.untilClosed();
		await editor.page.getByTestId('credential-edit-button').click();
		await form.shows('Connection tested successfully');
		await browser.picture('credential');
		await form.close();
		return 'Connection tested successfully';
	},
};
