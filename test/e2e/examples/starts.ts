import { randomUUID } from 'node:crypto';

import { DateTime } from 'luxon';
import type { INode, INodeParameters } from 'n8n-workflow';

import { RADAR_TYPE_FACTS, RADAR_TYPES } from '../../../nodes/shared/api/radarTypes';
import { itemsOf } from '../../../tools/n8n-host/execution';
import { loopback } from '../../../tools/shared/loopback';
import { TRIGGER, VISITOR_TRIGGER } from '../../../tools/shared/nodeTypes';
import { until } from '../../../tools/shared/until';
import { compared } from '../section';
import { createRadar, noOperation, type Stage } from '../stage';
import { pollEverySeconds } from '../trigger/deliver';
import { placeOf, TriggerWorkflow } from '../trigger/triggerWorkflow';
import { view, visitorsOf } from '../visitor/views';
import { type Chosen, EXAMPLE_NAMES, readExample, setUp, withCredentials } from './example';
import type { Met, OfExample } from './met';

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
	for (const type of RADAR_TYPES) {
		const { required = [], expected = [], oneOf = [] } = RADAR_TYPE_FACTS[type].fields;
		const fields = [...required, ...expected, ...oneOf.slice(0, 1)].map((field) => [
			field,
			VALUES[field as keyof typeof VALUES],
		]);
		await createRadar(sandbox, { radar_type: type, ...(Object.fromEntries(fields) as object) });
	}
	const radars = sandbox.control.radars();
	for (const { radar_id: id, radar_type: type } of radars) {
		const isOpening = type === 'company_job_openings';
		for (const title of isOpening ? ['Head of Sales', CLERK] : [undefined])
			sandbox.control.pushFindings({ radar_id: id, content: title ? { job_title: title } : undefined });
	}
	sandbox.control.failRadar(String(radars[0]?.radar_id), 'insufficient_funds');
}

const after = (trigger: string) => `After ${trigger}`;

type Json = Record<string, unknown>;

/** Publishes triggers in one workflow. `started` resolves with the items that each of them has started it with. */
async function publish(triggers: INode[], { host: { rest } }: Stage) {
	const saved = await rest.createWorkflow({
		name: 'Triggers of the examples',
		nodes: triggers.flatMap((node) => [node, noOperation(after(node.name))]),
		connections: Object.fromEntries(
			triggers.map(({ name }) => [name, { main: [[{ node: after(name), type: 'main', index: 0 }]] }]),
		),
		settings: { timezone: 'UTC' },
	});
	await rest.publish(saved);
	const started = async (): Promise<Record<string, Json[]>> => {
		const executions = await rest.executions({ workflowId: saved.id });
		const ended = await Promise.all(executions.map(async ({ id }) => await rest.executionEnd(id)));
		const itemsAfter = (name: string) =>
			ended.flatMap((each) => itemsOf(each, after(name)).map(({ json }) => json));
		return Object.fromEntries(triggers.map(({ name }) => [name, itemsAfter(name)]));
	};
	return { started, end: async () => void (await rest.deactivate(saved)) };
}

/** A trigger of an example, and what starts it of all that happens. */
interface Published {
	example: string;
	node: INode;
	expected: readonly string[];
	meets: readonly Met[];
}

/** The nodes of a type in all examples, named after their example, with these parameters changed. */
const triggersOf = (
	type: string,
	chosen: Chosen,
	meets: readonly Met[],
	{
		changed,
		expected,
	}: { changed(node: INode): INodeParameters; expected(example: string): readonly string[] },
): Published[] =>
	EXAMPLE_NAMES.flatMap((example) =>
		withCredentials(readExample(example), chosen)
			.nodes.filter((node) => node.type === type)
			.map((node) => {
				const name = `${example}, ${node.name}: ${meets.join(' and ')}`;
				const parameters = { ...node.parameters, ...changed(node) };
				const own = { ...node, id: randomUUID(), name, parameters };
				return { example, node: own, meets, expected: [...expected(example)].sort() };
			}),
	);

const SCHEDULE = 'n8n-nodes-base.scheduleTrigger';

/** n8n starts a schedule at a full minute, and needs this time before it. */
const LEAST_SECONDS = 20;

interface Rule {
	interval: Array<{ field: string; triggerAtDay?: number[]; triggerAtHour: number }>;
}

/** The schedule for today, in the next minute. */
function dueSoon({ parameters }: INode): INodeParameters {
	const [rule] = (parameters.rule as unknown as Rule).interval;
	const due = DateTime.utc().plus({ minutes: 1, seconds: LEAST_SECONDS });
	const day = rule?.triggerAtDay ? { triggerAtDay: [due.weekday % 7] } : {};
	const interval = [{ ...rule, ...day, triggerAtHour: due.hour, triggerAtMinute: due.minute }];
	return { rule: { interval } };
}

const ITS_TIME = 'its time';

function kindOf({ update_type: updateType, radar_type: type, title, timestamp }: Json): string {
	if (timestamp !== undefined) return ITS_TIME;
	if (updateType === 'radar_failure') return FAILURE;
	return title === CLERK ? `${String(type)}: ${CLERK}` : String(type);
}

/** All that may start it happens, so both are seen. */
const BOTH = ['what starts it', 'what must not start it'] as const;

/** Publishes all triggers, each schedule as it is and due soon, and lets every kind of update happen. `compare` waits for all that start. */
export async function publishTriggers(
	chosen: Chosen,
	stage: Stage,
): Promise<{ compare(): Promise<OfExample[]> }> {
	const { control } = stage.sandbox;
	control.reset();
	control.change({ unlimited: true });
	const ofUpdates = triggersOf(TRIGGER, chosen, BOTH, {
		changed: () => ({ pollTimes: pollEverySeconds(5) }),
		expected: (example) => STARTS[example] ?? [],
	});
	const triggers = [
		...ofUpdates,
		...triggersOf(SCHEDULE, {}, ['what starts it'], { changed: dueSoon, expected: () => [ITS_TIME] }),
		...triggersOf(SCHEDULE, {}, ['what must not start it'], { changed: () => ({}), expected: () => [] }),
	];
	const published = await publish(
		triggers.map(({ node }) => node),
		stage,
	);
	const look = async () => {
		const started = await published.started();
		return triggers.map((each) => ({ ...each, kinds: (started[each.node.name] ?? []).map(kindOf).sort() }));
	};
	await until('they have looked for updates', () => control.log().length >= 2 * ofUpdates.length);
	const early = (await look()).slice(0, ofUpdates.length);
	const without = early.map(({ example, node, kinds }): OfExample => {
		const finding = compared(`${node.name}, without updates`, kinds, []);
		return { ...finding, example, meets: ['an empty input'] };
	});
	await reportEverything(stage);
	const compare = async () => {
		const isDone = async () => (await look()).every(({ kinds, expected }) => kinds.length >= expected.length);
		await until('all have started', isDone);
		const all = await look();
		await published.end();
		const findings = all.map(({ example, node, kinds, expected, meets }) => ({
			...compared(node.name, kinds, expected),
			...{ example, meets },
		}));
		return [...without, ...findings];
	};
	return { compare };
}

/** Nobody has found a company at this address. */
const UNKNOWN_VISITOR = 11;

/** Pages that a visitor comes to from another website or, within the website, from its own pages, and the end of the visitor's address. */
const VIEWS = [
	['/pricing', '', 1],
	['/de/pricing', 'www.example.com', 2],
	['/blog', '', 3],
	['/blog/pricing-news', 'www.example.com', 4],
	['/pricing', '', UNKNOWN_VISITOR],
] as const;

/** Those that start an example. The first page of a visit may be any. */
const PAGES: Readonly<Record<string, readonly string[]>> = {
	'pricing-today-to-slack': ['/pricing', '/de/pricing'],
	'visitors-to-slack': ['/pricing', '/de/pricing', '/blog'],
};

/** Publishes the trigger of an example, and sends views of pages of different visitors. */
async function compareViews(name: string, stage: Stage): Promise<OfExample> {
	const trigger = readExample(name).nodes.find(({ type }) => type === VISITOR_TRIGGER);
	const workflow = await TriggerWorkflow.ofVisitors(await placeOf(stage), trigger?.parameters);
	await workflow.activate();
	const origin = 'https://www.example.com';
	for (const [path, referrer, visitor] of VIEWS)
		await view(workflow, {
			address: `93.184.216.${visitor}`,
			path,
			headers: { origin },
			body: { o: origin, r: referrer },
		});
	const expected = [...(PAGES[name] ?? [])].sort();
	const seen = async () =>
		(await visitorsOf(workflow)).map(({ page }) => new URL(String(page)).pathname).sort();
	await until(`${name} has started`, async () => (await seen()).length >= expected.length);
	const finding = compared(`${name}, published: pages that start it`, await seen(), expected);
	await workflow.deactivate();
	return { ...finding, example: name, meets: [...BOTH, 'an empty input'] };
}

/** What opens a form or a chat of an example for everybody who knows its address. Nothing but the editor must. */
const DOORS: Readonly<Record<string, (id: string) => [path: string, body: object]>> = {
	'n8n-nodes-base.formTrigger': (id) => [`form/${id}`, new FormData()],
	'@n8n/n8n-nodes-langchain.chatTrigger': (id) => [
		`webhook/${id}/chat`,
		{ action: 'sendMessage', chatInput: 'Hi' },
	],
};

/** Sends something to the forms, which stay unpublished, and the chats, which are published but not public. */
async function compareDoors(
	name: string,
	chosen: Chosen,
	{ host: { rest, url } }: Stage,
): Promise<OfExample[]> {
	const saved = await rest.createWorkflow(setUp(readExample(name), chosen));
	const isForm = readExample(name).nodes.some(({ type }) => type.endsWith('.formTrigger'));
	if (!isForm) await rest.publish(saved);
	const findings: OfExample[] = [];
	for (const { type, name: door, webhookId = '' } of saved.nodes as INode[]) {
		const [path, body] = DOORS[type]?.(webhookId) ?? [];
		if (!path) continue;
		const { status } = await loopback.post(`${url}/${path}`, body);
		const started = await rest.executions({ workflowId: saved.id });
		const finding = compared(`${name}, ${door} from outside`, [status, started.length], [404, 0]);
		findings.push({ ...finding, example: name, meets: ['what must not start it'] });
	}
	if (!isForm) await rest.deactivate(saved);
	return findings;
}

/** What starts examples from outside, and what must not. */
export async function compareVisits(chosen: Chosen, stage: Stage): Promise<OfExample[]> {
	const findings: OfExample[] = [];
	for (const name of EXAMPLE_NAMES) {
		const types = readExample(name).nodes.map(({ type }) => type);
		if (types.includes(VISITOR_TRIGGER)) findings.push(await compareViews(name, stage));
		if (types.some((type) => type in DOORS)) findings.push(...(await compareDoors(name, chosen, stage)));
	}
	return findings;
}
