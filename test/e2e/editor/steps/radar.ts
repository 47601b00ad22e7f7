import type { Step } from '../step';

const DOMAIN = 'birchanalytics.example';

export const radar: Step = {
	what: 'Radar: picked from the list, and fetched',
	async run({ browser, editor, sandbox }) {
		const view = await editor.newManualWorkflow('Get radar');
		const name = await view.pick(
			'radarId',
			{ search: 'example', entry: DOMAIN },
			async () => await browser.picture('radar-picker'),
		);
		await view.execute();
		const picked = sandbox.control.radars().find(({ domain }) => domain === DOMAIN);
		await view.shows('1 item', String(picked?.radar_id));
		if (!/ – New Hires \(active, [-\d]{10}\)$/.test(name)) throw new Error(name);
		return name;
	},
};
