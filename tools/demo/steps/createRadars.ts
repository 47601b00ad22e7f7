import { itemsOf } from '../../n8n-host/execution';
import { same, sameMembers } from '../checks';
import type { Step } from '../context';
import { runWorkflow } from '../workflow';

export const createRadars: Step = {
	title: 'Create radars in bulk',
	async run(context) {
		const { control } = context.sandbox;
		const execution = await runWorkflow('create-radars', context);
		const domains = itemsOf(execution, 'One Item per Company').map(({ json }) => json.domain);
		const radars = itemsOf(execution, 'Create Radars').map(({ json }) => json);
		const active = control.radars().filter(({ radar_status }) => radar_status === 'active');
		const requests = control
			.log()
			.filter(({ method, path }) => method === 'POST' && path === '/v1/radars/bulk');
		return {
			asked: `${domains.length} company domains`,
			came: `${radars.length} radars, ${requests.length} bulk request`,
			problems: [
				...(domains.length > 0 ? [] : ['The list of companies is empty']),
				...same('Order of the radars', String(radars.map(({ domain }) => domain)), String(domains)),
				...sameMembers(
					'Radars at the service',
					radars.map(({ radar_id }) => radar_id),
					active.map(({ radar_id }) => radar_id),
				),
				...same('Bulk requests', requests.length, 1),
				...same('Charges for radars', control.charges().length, domains.length),
			],
		};
	},
};
