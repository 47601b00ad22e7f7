import { startSandbox, type Sandbox } from '../../../sandbox';
import type { Host } from '../../../tools/n8n-host/host';
import { compared, type Finding } from '../section';
import { onceEach, tally } from './executions';
import { pollEverySeconds } from './deliver';
import { credentialFor, TriggerWorkflow, type TriggerPlace } from './triggerWorkflow';

const DAY_MS = 24 * 3_600_000;

const VPS = {
	jobTitles: 'vp OR "vice president" OR EXACT("CEO")',
	domains: 'www.alder.example, birch.example',
};
const INTERNS = { ...VPS, jobTitles: 'intern' };

const hiresAt = (...domains: string[]) => ({
	radars: 'create',
	defineRadars: 'below',
	radarsToCreate: { radar: domains.map((domain) => ({ radarType: 'company_new_hires', domain })) },
});

const POLLING = { delivery: 'polling', pollTimes: pollEverySeconds(5) };

/** A person with this title who joined the company, and the `update_id`. */
function hire(sandbox: Sandbox, domain: string, title?: string, daysAgo = 0): string {
	const radar = sandbox.control.radars().find((each) => each.domain === domain);
	const [update] = sandbox.control.pushFindings({
		radar_id: radar?.radar_id,
		content: { full_name: 'Jane Doe', ...(title ? { title } : {}) },
		...(daysAgo ? { discovered_at: new Date(Date.now() - daysAgo * DAY_MS).toISOString() } : {}),
	});
	return String(update?.update_id);
}

const messageOf = async (work: Promise<unknown>): Promise<string> =>
	await work.then(
		() => 'nothing',
		(error: unknown) => (error instanceof Error ? error.message : String(error)),
	);

async function published(sandbox: Sandbox, place: TriggerPlace): Promise<Finding[]> {
	const webhook = await TriggerWorkflow.create(place, 'Filtered webhook', {
		delivery: 'webhook',
		...hiresAt('alder.example', 'birch.example', 'cedar.example'),
		filters: VPS,
	});
	const polling = await TriggerWorkflow.create(place, 'Filtered polling', { ...POLLING, filters: VPS });
	const workflows = [webhook, polling];
	for (const workflow of workflows) await workflow.activate();
	const outputs = async (count: number) => {
		await sandbox.control.idle();
		for (const workflow of workflows) await workflow.settled(count);
		return await Promise.all(workflows.map(async (workflow) => await workflow.outputIds()));
	};
	const wanted = [
		hire(sandbox, 'alder.example', 'VP Sales'),
		hire(sandbox, 'birch.example', 'CEO'),
		hire(sandbox, 'birch.example'),
	];
	hire(sandbox, 'alder.example', 'Sales Intern');
	hire(sandbox, 'alder.example', 'Deputy CEO');
	hire(sandbox, 'cedar.example', 'VP Sales');
	const passed = (await outputs(3)).map((ids) => tally(wanted, ids));

	for (const workflow of workflows) await workflow.change({ filters: INTERNS });
	for (const workflow of workflows) await workflow.activate();
	hire(sandbox, 'alder.example', 'VP Sales');
	const later = hire(sandbox, 'alder.example', 'Sales Intern');
	const changed = (await outputs(4)).map((ids) => tally([...wanted, later], ids));
	for (const workflow of workflows) await workflow.deactivate();
	return [
		compared('filters: what passes, by webhook and by polling', passed, [onceEach(3), onceEach(3)]),
		compared('filters: after a change, nothing dropped comes back', changed, [onceEach(4), onceEach(4)]),
	];
}

async function refused(place: TriggerPlace): Promise<Finding> {
	const messages: string[] = [];
	for (const filters of [{ jobTitles: 'vp AND (ceo' }, { domains: '={{ [] }}' }]) {
		const workflow = await TriggerWorkflow.create(place, 'Refused', { ...POLLING, filters });
		messages.push(await messageOf(workflow.activate()));
	}
	const [titles = '', domains = ''] = messages;
	return {
		what: 'filters: a wrong expression and an empty list are refused when publishing',
		seen: messages.join(' | '),
		ok: titles.includes("'Job Titles'") && domains.includes("'Company Domains' is empty"),
	};
}

/** What Execute step shows, against what the same settings, published, deliver from then on. */
async function lastDays(host: Host, place: TriggerPlace): Promise<Finding[]> {
	const sandbox = await startSandbox({ settings: { unlimited: true } });
	try {
		const ofAccount = { ...place, credential: await credentialFor(host, sandbox) };
		const creating = await TriggerWorkflow.create(ofAccount, 'Radars of the month', {
			delivery: 'webhook',
			...hiresAt('alder.example', 'cedar.example'),
		});
		await creating.activate();
		await creating.deactivate();
		const wanted = [28, 3.2, 3.1, 0.5].map((days) => hire(sandbox, 'alder.example', 'VP Sales', days));
		hire(sandbox, 'alder.example', 'VP Sales', 40);
		hire(sandbox, 'alder.example', 'Sales Intern', 2);
		hire(sandbox, 'cedar.example', 'VP Sales', 2);
		const parameters = { ...POLLING, testWith: 'last30Days', filters: VPS };
		const workflow = await TriggerWorkflow.create(ofAccount, 'Last 30 Days', parameters);
		await workflow.executeStep();
		const [step] = await workflow.executions();
		await workflow.change({ startFrom: 'date', startDate: new Date(Date.now() - 30 * DAY_MS).toISOString() });
		await workflow.activate();
		await workflow.settled(2 * wanted.length);
		await workflow.deactivate();
		const [, ...deliveries] = await workflow.executions();
		return [
			compared('Last 30 Days: Execute step shows, newest first', step?.output, [...wanted].reverse()),
			{
				what: 'Last 30 Days: the summary',
				seen: step?.hints.join(' ') ?? '',
				ok: step?.hints.join().includes('4 updates in 30 days (at most 2 a day), so 4 messages') ?? false,
			},
			compared(
				'Last 30 Days: published, the same settings deliver',
				tally(
					wanted,
					deliveries.flatMap(({ output }) => output),
				),
				onceEach(4),
			),
		];
	} finally {
		await sandbox.stop();
	}
}

export const filters = async (host: Host, sandbox: Sandbox, place: TriggerPlace): Promise<Finding[]> => [
	...(await published(sandbox, place)),
	await refused(place),
	...(await lastDays(host, place)),
];
