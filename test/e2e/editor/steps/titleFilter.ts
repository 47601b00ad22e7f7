import type { Step } from '../step';

const TITLES = [{ title: 'Senior Head of Sales' }, { title: 'Marketing Intern' }];

export const titleFilter: Step = {
	what: 'Title Filter: which titles an expression matches, without a credential',
	async run({ browser, editor }) {
		const view = await editor.newManualWorkflow('Preview job titles that match expression', TITLES);
		await view.type('expression', '"head of sales" OR (marketing AND NOT intern)');
		await view.type('title', '{{ $json.title }}');
		await view.execute();
		await view.shows(`${TITLES.length} items`, 'true', 'false', 'excluded by NOT "intern"');
		if (await view.credential.isVisible()) throw new Error('It asks for a credential.');
		await browser.picture('title-filter');
		return 'true, false';
	},
};
