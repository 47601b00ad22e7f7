import type { INode, INodeExecutionData, IPinData } from 'n8n-workflow';

import { READERS } from '../../../tools/exampleResults';
import type { Execution, Item } from '../../../tools/n8n-host/execution';
import { until } from '../../../tools/shared/until';
import { compared, type Finding } from '../section';
import type { Stage } from '../stage';
import { type Chosen, type Example, EXAMPLE_NAMES, readExample, startsOf, withCredentials } from './example';
import type { ServiceRequest } from './services';
import { mailsIn, type StandIns } from './standIns';

interface Ran {
	start: string;
	execution: Execution;
	/** What the stand-ins were asked. */
	requests: ServiceRequest[];
}

/** Runs an example from each node that starts it with a sample. */
export async function runStarts(
	example: Example,
	{ host: { rest } }: Stage,
	{ services }: StandIns,
): Promise<Ran[]> {
	const saved = await rest.createWorkflow(example);
	const all: Ran[] = [];
	for (const start of startsOf(example)) {
		services.requests.length = 0;
		const id = await rest.runManually(saved, start);
		let execution = await rest.execution(id);
		await until('it ends, or waits for a person', async () => {
			execution = await rest.execution(id);
			return !['new', 'running'].includes(execution.status);
		});
		all.push({ start, execution, requests: [...services.requests] });
	}
	return all;
}

type Json = Record<string, unknown>;

const jsonOf = (items: Array<Item | INodeExecutionData>): Json[] => items.map(({ json }) => json);

/** What sends something, or says what was sent. */
const RESULTS = /\.(gmail|googleSheets|set|slack)$/;

const isSender = ({ name, type, parameters }: INode, pinData: IPinData): boolean =>
	name in pinData && RESULTS.test(type) && !['read', 'sendAndWait'].includes(String(parameters.operation));

/** As imported, each example starts with a sample, and reads nothing but samples; without those of the nodes that send something, they send what their samples say. */
export async function compareSamples(chosen: Chosen, stage: Stage, standIns: StandIns): Promise<Finding[]> {
	const findings: Finding[] = [];
	const { sandbox } = stage;
	for (const name of EXAMPLE_NAMES) {
		const example = readExample(name);
		const { pinData = {} } = example;
		const before = sandbox.control.log().length;
		for (const { start, execution, requests } of await runStarts(example, stage, standIns)) {
			const sent = requests.length + sandbox.control.log().length - before;
			const seen = `${execution.error?.message ?? execution.status}, ${sent} requests`;
			findings.push(compared(`${name}, with its samples, from ${start}`, seen, 'success, 0 requests'));
		}
		standIns.spreadsheet.fill('Updates', [['date', 'company', 'person', 'what', 'link']]);
		standIns.spreadsheet.fill('Companies', [['domain', 'change', 'reason', 'radar_id']]);
		const senders = example.nodes.filter((node) => isSender(node, pinData));
		const kept = Object.entries(pinData).filter(([node]) => !senders.some((sender) => sender.name === node));
		const set = { ...withCredentials(example, chosen), pinData: Object.fromEntries(kept) };
		for (const { execution, requests } of await runStarts(set, stage, standIns))
			for (const { name: node, type } of senders.filter((sender) => execution.runs[sender.name])) {
				const output = jsonOf(execution.runs[node]?.[0]?.outputs[0] ?? []);
				const sent: Json[] = type.endsWith('.gmail') ? mailsIn({ requests }) : output;
				const read = (item: Json) => READERS[type]?.read(item);
				const sample = jsonOf(pinData[node] ?? []).map(read);
				findings.push(compared(`${name}, what ${node} sends of the samples`, sent.map(read), sample));
			}
	}
	return findings;
}
