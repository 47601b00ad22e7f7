import type { INode, IPinData } from 'n8n-workflow';

import { READERS } from '../../../tools/exampleResults';
import type { Item } from '../../../tools/n8n-host/execution';
import { compared, type Finding } from '../section';
import type { Stage } from '../stage';
import { type Chosen, readExample, startsOf, withCredentials } from './example';
import { mailsIn, type StandIns } from './standIns';

type Json = Record<string, unknown>;

const jsonOf = (items: Item[]): Json[] => items.map(({ json }) => json);

/** Runs an example with its samples, except for the nodes that send something: whether they send what their samples say. */
export async function compareResults(
	name: string,
	chosen: Chosen,
	{ host: { rest } }: Stage,
	{ services, spreadsheet }: StandIns,
): Promise<Finding[]> {
	const example = readExample(name);
	const { pinData = {} } = example;
	const senders = example.nodes.filter((node) => isSender(node, pinData));
	const samples = Object.entries(pinData).filter(([node]) => !senders.some((sender) => sender.name === node));
	const saved = await rest.createWorkflow({
		...withCredentials(example, chosen),
		pinData: Object.fromEntries(samples),
	});
	spreadsheet.fill('Updates', [['date', 'company', 'person', 'what', 'link']]);
	spreadsheet.fill('Companies', [['domain', 'change', 'reason', 'radar_id']]);
	const findings: Finding[] = [];
	for (const start of startsOf(example)) {
		services.requests.length = 0;
		const { runs } = await rest.executionEnd(await rest.runManually(saved, start));
		for (const { name: node, type } of senders.filter((sender) => runs[sender.name])) {
			const sent = type.endsWith('.gmail') ? mailsIn(services) : jsonOf(runs[node]?.[0]?.outputs[0] ?? []);
			const read = (item: Json) => READERS[type]?.read(item);
			const sample = jsonOf((pinData[node] ?? []) as Item[]);
			findings.push(compared(`${name}, what ${node} sends of the samples`, sent.map(read), sample.map(read)));
		}
	}
	return findings;
}

/** What sends something, or says what was sent. */
const RESULTS = /\.(gmail|googleSheets|set|slack)$/;

const isSender = ({ name, type, parameters }: INode, pinData: IPinData): boolean =>
	name in pinData && RESULTS.test(type) && !['read', 'sendAndWait'].includes(String(parameters.operation));
