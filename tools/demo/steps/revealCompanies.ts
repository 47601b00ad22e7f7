import { itemsOf } from '../../n8n-host/execution';
import { same } from '../checks';
import type { Step } from '../context';
import { runWorkflow } from '../workflow';

export const revealCompanies: Step = {
	title: 'Reveal companies',
	async run(context) {
		const { control } = context.sandbox;
		const execution = await runWorkflow('reveal-companies', context);
		const addresses = itemsOf(execution, 'One Item per Visitor').map(({ json }) => json.ip);
		const answers = itemsOf(execution, 'Reveal Companies').map(({ json }) => json);
		const different = new Set(addresses);
		const matched = new Set(answers.filter(({ matches }) => Number(matches) > 0).map(({ ip }) => ip));
		const lookups = control.log().filter(({ path }) => path === '/v1/company-reveal');
		const charges = control.charges().filter(({ kind }) => kind === 'reveal');
		return {
			asked: `${addresses.length} IP addresses, ${different.size} different`,
			came: `${matched.size} with a company, ${different.size - matched.size} without`,
			problems: [
				...(matched.size > 0 ? [] : ['No address has a company']),
				...same('Order of the answers', String(answers.map(({ ip }) => ip)), String(addresses)),
				...same('Lookups at the service', lookups.length, different.size),
				...same('Charges for lookups', charges.length, matched.size),
			],
		};
	},
};
