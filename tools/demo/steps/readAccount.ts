import { itemsOf } from '../../n8n-host/execution';
import { same, usd } from '../checks';
import type { Step } from '../context';
import { runWorkflow } from '../workflow';

export const readAccount: Step = {
	title: 'Read the account summary',
	async run(context) {
		const { control } = context.sandbox;
		const [item] = itemsOf(await runWorkflow('read-account', context), 'Get Summary');
		const account = item?.json ?? {};
		const radars = control.radars();
		const active = radars.filter(({ radar_status }) => radar_status === 'active');
		const charged = usd(control.charges().map(({ amount_usd }) => amount_usd));
		return {
			asked: 'this month',
			came: String(account.summary),
			problems: [
				...same('Balance', account.balance_remaining_usd, control.balance().balance_usd),
				...same('Used', account.balance_used_usd, charged),
				...same('Active radars', account.active_radars, active.length),
				...same('Radars activated', account.radars_activated, radars.length),
			],
		};
	},
};
