import { itemsOf } from '../../n8n-host/execution';
import { same, sameMembers } from '../checks';
import type { Step } from '../context';
import { runOnTrigger } from '../workflow';

const FINDINGS_PER_RADAR = 3;

export const receiveFindings: Step = {
	title: 'Receive findings',
	async run(context) {
		const { control } = context.sandbox;
		const radars = control.radars();
		const found = radars.flatMap(({ radar_id }) =>
			control.pushFindings({ radar_id, count: FINDINGS_PER_RADAR }),
		);
		const items = itemsOf(await runOnTrigger('receive-findings', context), 'Findings').map(
			({ json }) => json,
		);
		return {
			asked: `what ${radars.length} radars found`,
			came: `${items.length} findings`,
			problems: [
				...(found.length > 0 ? [] : ['The service has no findings to give']),
				...sameMembers(
					'Findings',
					items.map(({ update_id }) => update_id),
					found.map(({ update_id }) => update_id),
				),
				...same('Findings with a summary', items.filter(({ summary }) => summary).length, found.length),
			],
		};
	},
};
