import { RADAR_TYPE_FACTS, RADAR_TYPES } from '../../../nodes/shared/api/radarTypes';
import { itemsOf } from '../../../tools/n8n-host/execution';
import { loopback } from '../../../tools/shared/loopback';
import { TRIGGER, VISITOR_TRIGGER } from '../../../tools/shared/nodeTypes';
import { until } from '../../../tools/shared/until';
import { compared, type Finding } from '../section';
import { noOperation, type Stage } from '../stage';
import { pollEverySeconds } from '../trigger/deliver';
import { view, VisitorWorkflow } from '../visitor/visitorWorkflow';
import { type Chosen, EXAMPLE_NAMES, readExample, withCredentials } from './example';

const FAILURE = 'a failure';
const CLERK = 'Warehouse Clerk';
const OF_CLERK = `company_job_openings: ${CLERK}`;
const ALL = [...RADAR_TYPES, OF_CLERK];

/** What starts an example. The service reports every kind at once, and nothing else of it may start the example. */
const STARTS: Readonly<Record<string, readonly string[]>> = {
	'failures-and-low-balance': [FAILURE],
	'find-people-for-a-sequence': ['company_job_openings', OF_CLERK],
	'follow-the-champion/note-job-changes': ['contact_job_changes'],
	'job-changes-to-hubspot': ['contact_job_changes'],
	'job-changes-to-salesforce': ['contact_job_changes'],
	'lead-score-in-a-table': ALL,
	'new-hires-to-slack': ['company_new_hires'],
	'reviews-to-slack': ['company_reviews', 'company_mentions', 'industry_mentions'],
	'several-clients': ALL,
	'signals-to-approved-email': ['company_job_openings', 'industry_funding_rounds'],
	'updates-to-google-sheet': ALL,
};

const VALUES = {
	domain: 'cedar.example',
	email: 'priya.nair@cedar.internal',
	keyword: 'robotics',
	full_name: 'Priya Nair',
	profile_url: 'https://profiles.example/in/priya-nair',
};

/** A radar of each type, all of which find something, and one that fails. */
async function reportEverything({ sandbox }: Stage): Promise<void> {
	const headers = { 'x-api-key': sandbox.apiKey };
	for (const type of RADAR_TYPES) {
		const { required = [], expected = [], oneOf = [] } = RADAR_TYPE_FACTS[type].fields;
		const fields = [...required, ...expected, ...oneOf.slice(0, 1)].map((field) => [
			field,
			VALUES[field as keyof typeof VALUES],
		]);
		const body = { radar_type: type, ...(Object.fromEntries(fields) as object) };
		const { status, data } = await loopback.post(`${sandbox.baseUrl}/v1/radars`, body, { headers });
		if (status >= 400) throw new Error(`${type}: ${JSON.stringify(data)}`);
	}
	const radars = sandbox.control.radars();
	for (const { radar_id: id, radar_type: type } of radars) {
		const isOpening = type === 'company_job_openings';
		for (const title of isOpening ? ['Head of Sales', CLERK] : [undefined])
			sandbox.control.pushFindings({ radar_id: id, content: title ? { job_title: title } : undefined });
	}
	sandbox.control.failRadar(String(radars[0]?.radar_id), 'insufficient_funds');
}

interface Published {
	name: string;
	ids: string[];
}

/** The triggers of an example alone, which look for updates every few seconds. */
async function publish(name: string, chosen: Chosen, { host: { rest } }: Stage): Promise<Published> {
	const triggers = withCredentials(readExample(name), chosen).nodes.filter(({ type }) => type === TRIGGER);
	const ids: string[] = [];
	for (const node of triggers) {
		const parameters = { ...node.parameters, pollTimes: pollEverySeconds(5) };
		const saved = await rest.createWorkflow({
			name: `${name}, ${node.name}`,
			nodes: [{ ...node, parameters }, noOperation('Next')],
			connections: { [node.name]: { main: [[{ node: 'Next', type: 'main', index: 0 }]] } },
		});
		await rest.publish(saved);
		ids.push(saved.id);
	}
	return { name, ids };
}

/** The kinds of updates that started a workflow. */
async function startedBy(id: string, { host: { rest } }: Stage): Promise<string[]> {
	const executions = await rest.executions({ workflowId: id });
	const ended = await Promise.all(executions.map(async (execution) => await rest.executionEnd(execution.id)));
	const kinds = ended.flatMap((execution) => itemsOf(execution, 'Next')).map(({ json }) => kindOf(json));
	return kinds.sort();
}

function kindOf({ update_type: updateType, radar_type: type, title }: Record<string, unknown>): string {
	if (updateType === 'radar_failure') return FAILURE;
	return title === CLERK ? `${String(type)}: ${CLERK}` : String(type);
}

/** Publishes all examples that wait for updates, and lets every kind of update happen. */
async function compareUpdates(chosen: Chosen, stage: Stage): Promise<Finding[]> {
	stage.sandbox.control.reset();
	stage.sandbox.control.change({ unlimited: true });
	const waiting = EXAMPLE_NAMES.filter((name) =>
		readExample(name).nodes.some(({ type }) => type === TRIGGER),
	);
	const published: Published[] = [];
	for (const name of waiting) published.push(await publish(name, chosen, stage));
	await reportEverything(stage);
	const findings: Finding[] = [];
	for (const { name, ids } of published)
		for (const id of ids) {
			const expected = [...(STARTS[name] ?? [])].sort();
			let seen: string[] = [];
			await until(`${name} has started`, async () => {
				seen = await startedBy(id, stage);
				return seen.length >= expected.length;
			});
			findings.push(compared(`${name}, published: what starts it`, seen, expected));
			await stage.host.rest.deactivate({ id });
		}
	return findings;
}

/** Pages that a visitor comes to from another website or, within the website, from its own pages. */
const VIEWS = [
	['/pricing', ''],
	['/de/pricing', 'www.example.com'],
	['/blog', ''],
	['/blog/pricing-news', 'www.example.com'],
] as const;

/** Those that start an example. The first page of a visit may be any. */
const PAGES: Readonly<Record<string, readonly string[]>> = {
	'pricing-today-to-slack': ['/pricing', '/de/pricing'],
	'visitors-to-slack': ['/pricing', '/de/pricing', '/blog'],
};

/** Publishes the trigger of an example, and sends views of pages of different visitors. */
async function compareViews(name: string, stage: Stage): Promise<Finding> {
	const trigger = readExample(name).nodes.find(({ type }) => type === VISITOR_TRIGGER);
	const workflow = await VisitorWorkflow.create(stage, trigger?.parameters);
	await workflow.publish();
	const origin = 'https://www.example.com';
	for (const [index, [path, referrer]] of VIEWS.entries())
		await view(stage, workflow, {
			address: `93.184.216.${index + 1}`,
			path,
			headers: { origin },
			body: { o: origin, r: referrer },
		});
	const expected = [...(PAGES[name] ?? [])].sort();
	const seen = async () =>
		(await workflow.visitors()).map(({ page }) => new URL(String(page)).pathname).sort();
	await until(`${name} has started`, async () => (await seen()).length >= expected.length);
	const finding = compared(`${name}, published: pages that start it`, await seen(), expected);
	await workflow.unpublish();
	return finding;
}

/** What must start each published example, and what must not. */
export async function compareStarts(chosen: Chosen, stage: Stage): Promise<Finding[]> {
	const findings = await compareUpdates(chosen, stage);
	for (const name of EXAMPLE_NAMES)
		if (readExample(name).nodes.some(({ type }) => type === VISITOR_TRIGGER))
			findings.push(await compareViews(name, stage));
	return findings;
}
