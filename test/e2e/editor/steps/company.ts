import type { RevealResult } from '../../../../nodes/shared/api/types';
import type { Step } from '../step';

const VISITORS = [
	{ ip: '8.8.8.13', page: '/pricing' },
	{ ip: '9.9.9.12', page: '/docs' },
];

export const company: Step = {
	what: 'Company: the companies behind the addresses',
	async run({ browser, editor, sandbox }) {
		const view = await editor.newManualWorkflow(
			'Reveal companies behind IP address (each match is charged)',
			VISITORS,
		);
		await view.type('ipAddress', '{{ $json.ip }}');
		await view.execute();
		await view.shows(`${VISITORS.length} items`);
		const domains = sandbox.control
			.log()
			.filter(({ path }) => path === '/v1/company-reveal')
			.map(({ responseBody }) => (JSON.parse(responseBody) as RevealResult).data.companies[0]?.domain ?? '');
		await view.shows(...domains, 'possible companies');
		await browser.picture('reveal');
		return domains.join(', ');
	},
};
