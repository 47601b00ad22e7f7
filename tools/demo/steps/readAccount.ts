import { itemsOf } from '../../n8n-host/execution';
import { same, usd } from '../checks';
import type { Step } from '../context';
import { runWorkflow } from '../workflow';

interface Summary {
	usage: { balance_used_usd: number; radars_activated: number; updates_found: number };
	account: { active_radars: number };
	balance_remaining_usd: number;
}

export const readAccount: Step = {
	title: 'Read the account summary',
	async run(context) {
		const { control } = context.sandbox;
		const [item] = itemsOf(await runWorkflow('read-account', context), 'Get Summary');
		const { usage, account, balance_remaining_usd } = item?.json as unknown as Summary;
		const radars = control.radars();
		const active = radars.filter(({ radar_status }) => radar_status === 'active');
		const charged = usd(control.charges().map(({ amount_usd }) => amount_usd));
		return {
			asked: 'this month',
			came: `${balance_remaining_usd.toFixed(2)} USD left, ${account.active_radars} radars`,
			problems: [
				...same('Balance', balance_remaining_usd, control.balance().balance_usd),
				...same('Used', usage.balance_used_usd, charged),
				...same('Active radars', account.active_radars, active.length),
				...same('Radars activated', usage.radars_activated, radars.length),
			],
		};
	},
};
