import type { ResourceWorkflow } from './resource';

const RADAR_TYPE = 'company_promotions';
export const FOUND_TITLES = ['Sales Intern', 'Head of Sales'];

/** Of the titles that radars found before. */
export const backTest: ResourceWorkflow = {
	resource: 'Title Filter: Back-Test',
	items: [{}],
	prepare: (control) => {
		for (const title of FOUND_TITLES) {
			control.pushFindings({ radar_type: RADAR_TYPE, content: { current_title: title } });
		}
	},
	nodes: [
		{
			name: 'Preview Matches of Updates',
			parameters: {
				resource: 'titleFilter',
				operation: 'previewMatches',
				expression: 'sales AND NOT intern',
				titlesFrom: 'updates',
				output: 'titles',
			},
			expected: (control) =>
				control
					.radars()
					.filter(({ radar_type: type }) => type === RADAR_TYPE)
					.slice(-1)
					.flatMap(({ domain, radar_id }) =>
						FOUND_TITLES.map((title) => ({
							title,
							matches: title === 'Head of Sales',
							count: 1,
							radar: `${domain} – Promotions`,
							radar_id,
						})),
					),
		},
	],
};
