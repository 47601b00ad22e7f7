import type { INode } from 'n8n-workflow';
import { DateTime } from 'luxon';

import { until } from '../../../tools/shared/until';
import { compared } from '../section';
import { noOperation, type Stage } from '../stage';
import { EXAMPLE_NAMES, readExample } from './example';
import type { OfExample } from './met';

const SCHEDULE = 'n8n-nodes-base.scheduleTrigger';

/** n8n starts a schedule at a full minute, and needs this time before it. */
const LEAST_SECONDS = 20;

interface Interval {
	field: string;
	triggerAtDay?: number[];
	triggerAtHour: number;
}

/** The schedule for today, in the next minute. */
function dueSoon({ field, triggerAtDay }: Interval): Interval & { triggerAtMinute: number } {
	const due = DateTime.utc().plus({ minutes: 1, seconds: LEAST_SECONDS });
	const day = triggerAtDay ? { triggerAtDay: [due.weekday % 7] } : {};
	return { field, ...day, triggerAtHour: due.hour, triggerAtMinute: due.minute };
}

async function publish(name: string, node: INode, rule: Interval, { host: { rest } }: Stage) {
	const saved = await rest.createWorkflow({
		name: `${name}, by its schedule`,
		nodes: [{ ...node, parameters: { rule: { interval: [{ ...rule }] } } }, noOperation('Next')],
		connections: { [node.name]: { main: [[{ node: 'Next', type: 'main', index: 0 }]] } },
		settings: { timezone: 'UTC' },
	});
	await rest.publish(saved);
	return saved;
}

/** Publishes each schedule twice: as it is, and due soon. `compare` waits for those that are due. */
export async function publishSchedules(stage: Stage): Promise<{ compare(): Promise<OfExample[]> }> {
	const { rest } = stage.host;
	const published: Array<{ example: string; rule: Interval; due: { id: string }; asIs: { id: string } }> = [];
	for (const example of EXAMPLE_NAMES)
		for (const node of readExample(example).nodes.filter(({ type }) => type === SCHEDULE)) {
			const [rule] = (node.parameters.rule as unknown as { interval: [Interval] }).interval;
			const asIs = await publish(example, node, rule, stage);
			published.push({ example, rule, asIs, due: await publish(example, node, dueSoon(rule), stage) });
		}
	const starts = async ({ id }: { id: string }) => (await rest.executions({ workflowId: id })).length;
	const compare = async () => {
		const findings: OfExample[] = [];
		for (const { example, rule, due, asIs } of published) {
			await until(`${example} has started by its schedule`, async () => (await starts(due)) > 0);
			const what = `${example}, by its schedule`;
			const ofRule = compared(`${what}: ${JSON.stringify(rule)} at another time`, await starts(asIs), 0);
			findings.push({
				...compared(`${what}, when it is due`, await starts(due), 1),
				example,
				meets: ['what starts it'],
			});
			findings.push({ ...ofRule, example, meets: ['what must not start it'] });
			await rest.deactivate(due);
			await rest.deactivate(asIs);
		}
		return findings;
	};
	return { compare };
}
