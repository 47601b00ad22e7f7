import type { Step } from '../step';

export const account: Step = {
	what: 'Account: the balance and the radars',
	async run({ editor, sandbox }) {
		const view = await editor.newManualWorkflow('Get account balance and usage');
		await view.execute();
		const balance = String(sandbox.control.balance().balance_usd);
		await view.shows('1 item', 'balance_remaining_usd', balance);
		return `balance_remaining_usd ${balance}`;
	},
};
