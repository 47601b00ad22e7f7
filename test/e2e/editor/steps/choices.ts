import type { Step } from '../step';
import { openNode } from './openNode';

const PARAMETERS = {
	resource: 'radar',
	operation: 'create',
	radarType: 'industry_job_openings',
};

export const choices: Step = {
	what: 'Radar: countries are chosen from a list, and no field is offered that does nothing',
	async run(stage) {
		const { page } = stage.editor;
		const view = await openNode(stage, { name: 'Choices', parameters: PARAMETERS });
		await view.choose('countries', 'Germany');
		await stage.browser.picture('countries');
		await page.keyboard.press('Escape');
		await page.getByTestId('ndv').getByPlaceholder('Add Field').click();
		const offered = page.locator('.el-select-dropdown:visible').first();
		await offered.getByText('Updates Since').waitFor();
		const fields = (await offered.innerText()).split('\n').filter(Boolean);
		if (fields.includes('Include Historical')) throw new Error(fields.join(', '));
		return `Germany; ${fields.join(', ')}`;
	},
};
