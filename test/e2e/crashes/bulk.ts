import type { Sandbox } from '../../../sandbox';
import { loopback } from '../../../tools/shared/loopback';
import { compared, type Finding } from '../section';
import { tally, onceEach } from '../trigger/tally';
import { TriggerWorkflow, type TriggerPlace } from '../trigger/triggerWorkflow';

const RADARS = 1000;

async function submit({ baseUrl, apiKey }: Sandbox, webhookUrl: string): Promise<number> {
	const radars = Array.from({ length: RADARS }, (_, index) => ({
		radar_type: 'company_mentions',
		domain: `bulk-${index}.example`,
		custom_fields: { account: `A-${index}`, note: 'x'.repeat(500) },
	}));
	const { status } = await loopback.post(
		`${baseUrl}/v1/radars/bulk`,
		{ radars, webhook_url: webhookUrl },
		{ headers: { 'x-api-key': apiKey } },
	);
	return status;
}

/** The event of a bulk request of 1,000 radars, split into one item for each; their own events are filtered out. */
export async function bulk(sandbox: Sandbox, place: TriggerPlace): Promise<Finding[]> {
	const workflow = await TriggerWorkflow.create(place, 'Bulk', {
		delivery: 'webhook',
		radars: 'elsewhere',
		events: ['bulk_completed'],
		options: { splitBulk: true },
	});
	await workflow.activate();
	sandbox.control.clearDeliveries();
	const submitted = await submit(sandbox, workflow.webhookUrl);
	await sandbox.control.idle();
	await workflow.settled(1);
	const events = sandbox.control.deliveries().map(({ event }) => event);
	const completed = events.find(({ update_type: type }) => type === 'bulk_completed');
	const radars = (completed?.radars ?? []) as Array<{ update_id: string }>;
	const ids = radars.map(({ update_id: id }) => id);
	const bytes = Buffer.byteLength(JSON.stringify(completed));
	const executions = await workflow.executions();
	await workflow.deactivate();
	return [
		compared('a bulk request of 1,000 radars is taken', submitted, 202),
		{
			what: 'its bulk_completed, split',
			seen: `${(bytes / 1e6).toFixed(2)} MB, ${JSON.stringify(tally(ids, await workflow.outputIds()))}`,
			ok: JSON.stringify(tally(ids, await workflow.outputIds())) === JSON.stringify(onceEach(RADARS)),
		},
		compared(
			'executions that its events started',
			executions.filter(({ output }) => output.length > 0).map(({ output }) => output.length),
			[RADARS],
		),
	];
}
