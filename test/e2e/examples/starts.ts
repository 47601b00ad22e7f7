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
import { view, VisitorWorkflow } from '../visitor/visitorWorkflow';
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

/** Publishes triggers in one workflow. `started` resolves with the items of each start of each of them. */
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
	const started = async (): Promise<Record<string, Json[][]>> => {
		const executions = await rest.executions({ workflowId: saved.id });
		const ended = await Promise.all(executions.map(async ({ id }) => await rest.executionEnd(id)));
		const startsOf = (name: string) => ended.filter(({ runs }) => runs[after(name)]);
		const itemsAfter = (name: string) =>
			startsOf(name).map((each) => itemsOf(each, after(name)).map(({ json }) => json));
		return Object.fromEntries(triggers.map(({ name }) => [name, itemsAfter(name)]));
	};
	return { started, end: async () => void (await rest.deactivate(saved)) };
}

/** The nodes of a type in all examples, named after their example, with these parameters changed. */
function triggersOf(type: string, chosen: Chosen, changed: (node: INode) => INodeParameters) {
	return EXAMPLE_NAMES.flatMap((example): Array<{ example: string; node: INode }> =>
		withCredentials(readExample(example), chosen)
			.nodes.filter((node) => node.type === type)
			.map((node) => ({
				example,
				node: {
					...node,
					id: randomUUID(),
					name: `${example}, ${node.name}`,
					parameters: { ...node.parameters, ...changed(node) },
				},
			})),
	);
}

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

/** Publishes each schedule twice: as it is, and due soon. `compare` waits for those that are due. */
export async function publishSchedules(stage: Stage): Promise<{ compare(): Promise<OfExample[]> }> {
	const due = triggersOf(SCHEDULE, {}, dueSoon);
	const asIs = due.map(({ example, node: { name } }) => {
		const own = readExample(example).nodes.find((node) => name === `${example}, ${node.name}`) as INode;
		return { example, node: { ...own, name: `${name} as it is` } };
	});
	const published = await publish(
		[...due, ...asIs].map(({ node }) => node),
		stage,
	);
	const counts = async (all: typeof due) => {
		const started = await published.started();
		return all.map(({ example, node: { name } }) => ({ example, name, count: started[name]?.length ?? 0 }));
	};
	const compare = async () => {
		const isDone = async () => (await counts(due)).every(({ count }) => count > 0);
		await until('all schedules have started', isDone);
		const [whenDue, otherwise] = [await counts(due), await counts(asIs)];
		await published.end();
		return [
			...whenDue.map(({ example, name, count }): OfExample => ({
				...compared(`${name}, starts when it is due`, count, 1),
				...{ example, meets: ['what starts it'] },
			})),
			...otherwise.map(({ example, name, count }): OfExample => ({
				...compared(`${name}, starts at another time`, count, 0),
				...{ example, meets: ['what must not start it'] },
			})),
		];
	};
	return { compare };
}

function kindOf({ update_type: updateType, radar_type: type, title }: Json): string {
	if (updateType === 'radar_failure') return FAILURE;
	return title === CLERK ? `${String(type)}: ${CLERK}` : String(type);
}

/** All that may start it happens, so both are seen. */
const BOTH = ['what starts it', 'what must not start it'] as const;

/** Publishes all triggers of updates, and lets every kind of update happen. */
async function compareUpdates(chosen: Chosen, stage: Stage): Promise<OfExample[]> {
	const { control } = stage.sandbox;
	control.reset();
	control.change({ unlimited: true });
	const triggers = triggersOf(TRIGGER, chosen, () => ({ pollTimes: pollEverySeconds(5) }));
	const published = await publish(
		triggers.map(({ node }) => node),
		stage,
	);
	const kindsOf = async () => {
		const started = await published.started();
		return triggers.map(({ node: { name } }) => (started[name] ?? []).flat().map(kindOf).sort());
	};
	const findings = async (
		what: string,
		expected: (example: string) => readonly string[],
		meets: readonly Met[],
	) => {
		const kinds = await kindsOf();
		return triggers.map(({ example, node: { name } }, index) => {
			const finding = compared(`${name}, published: ${what}`, kinds[index], [...expected(example)].sort());
			return { ...finding, example, meets };
		});
	};
	await until('they have looked for updates', () => control.log().length >= 2 * triggers.length);
	const without = await findings('what starts it without updates', () => [], ['an empty input']);
	await reportEverything(stage);
	const expectedOf = (example: string) => STARTS[example] ?? [];
	await until('all have started', async () =>
		(await kindsOf()).every(
			(kinds, index) => kinds.length >= expectedOf(triggers[index]?.example ?? '').length,
		),
	);
	const started = await findings('what starts it', expectedOf, BOTH);
	await published.end();
	return [...without, ...started];
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
	const workflow = await VisitorWorkflow.create(stage, trigger?.parameters);
	await workflow.publish();
	const origin = 'https://www.example.com';
	for (const [path, referrer, visitor] of VIEWS)
		await view(stage, workflow, {
			address: `93.184.216.${visitor}`,
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

/** What must start each published example, and what must not. */
export async function compareStarts(chosen: Chosen, stage: Stage): Promise<OfExample[]> {
	const findings = await compareUpdates(chosen, stage);
	for (const name of EXAMPLE_NAMES) {
		const types = readExample(name).nodes.map(({ type }) => type);
		if (types.includes(VISITOR_TRIGGER)) findings.push(await compareViews(name, stage));
		if (types.some((type) => type in DOORS)) findings.push(...(await compareDoors(name, chosen, stage)));
	}
	return findings;
}
