import type { INode, IPinData } from 'n8n-workflow';

import { until } from '../../../tools/shared/until';
import { compared, type Finding } from '../section';
import type { Stage } from '../stage';
import { type Chosen, type Example, EXAMPLE_NAMES, readExample, setUp, startsOf } from './example';
import { mailsIn, type StandIns } from './standIns';
import type { ServiceRequest } from './services';

/** What a stranger writes into a profile, a review, a job or a page view. */
const HOSTILE = `<!channel> <https://evil.example|Open invoice> & "it's" =HYPERLINK("https://evil.example") OR Name != '`;
/** At the start of a cell this is a formula, and in the head of an email a recipient. */
const IN_FIELD = `=HYPERLINK("https://evil.example","x")\r\nBcc: evil@evil.example\r\n${HOSTILE}`;

/** Columns of updates, companies and model answers that strangers fill. */
const OF_STRANGERS = new Set(
	'company full_name industry message name previous_company round source summary text title visitor_city what_to_do FirstName LastName'.split(
		' ',
	),
);

/** Nodes that send to a person or an app; the others keep their samples. */
const SENDS = /\.(gmail|googleSheets|hubspot|httpRequest|salesforce|slack)$/;

/** Nodes without these keep their samples, because a table or a person answers them. */
const isSent = ({ type, parameters }: INode): boolean =>
	SENDS.test(type) && !['read', 'search', 'get', 'getAll'].includes(String(parameters.operation));

function poisoned(value: unknown, key = ''): unknown {
	if (typeof value === 'string') return OF_STRANGERS.has(key) ? IN_FIELD : value;
	if (Array.isArray(value)) return value.map((entry) => poisoned(entry));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, poisoned(entry, name)]));
}

/** The example set up, with hostile samples in all nodes but those that send. */
function hostile(example: Example, chosen: Chosen): Example {
	const keepPins = Object.keys(example.pinData ?? {}).filter((name) =>
		example.nodes.some((node) => node.name === name && !isSent(node)),
	);
	const ready = setUp(example, chosen, { keepPins });
	return { ...ready, pinData: poisoned(ready.pinData) as IPinData };
}

/** The texts in a body, without their place. */
const textsIn = (value: unknown): string[] =>
	typeof value === 'string'
		? [value]
		: typeof value === 'object' && value !== null
			? Object.values(value).flatMap(textsIn)
			: [];

/** Words of a query outside its quoted texts, in which a backslash escapes a quote. */
const outsideQuotes = (query: string): string => query.replace(/'(?:[^'\\]|\\.)*'/g, "''");

/** What of a request its receiver would run, in words. */
function runs({ address, body, query }: ServiceRequest): string[] {
	const found: string[] = [];
	const texts = textsIn(body).join('\n');
	if (address.includes('slack.com/') && /<[!@#h]/.test(texts)) found.push('Slack runs its signs');
	if (address.startsWith('sheets.') && texts.includes('HYPERLINK')) {
		const input = query.get('valueInputOption') ?? (body as { valueInputOption?: string }).valueInputOption;
		if (input !== 'RAW') found.push(`the sheet reads it as ${input}`);
	}
	const soql = query.get('q');
	if (soql && /!=|evil/.test(outsideQuotes(soql))) found.push('the query has conditions of a stranger');
	if (
		address.includes('/engagements') &&
		/<[!ah]/.test(String((body as { metadata?: { body?: string } }).metadata?.body))
	)
		found.push('the task has HTML of a stranger');
	return found;
}

/** Sends hostile updates through every example, and reads what the stand-ins receive. */
export async function compareHostile(
	chosen: Chosen,
	{ host: { rest } }: Stage,
	{ services }: StandIns,
): Promise<Finding[]> {
	const findings: Finding[] = [];
	let received = 0;
	for (const name of EXAMPLE_NAMES) {
		const example = hostile(readExample(name), chosen);
		const saved = await rest.createWorkflow(example);
		const problems: string[] = [];
		for (const start of startsOf(readExample(name))) {
			services.requests.length = 0;
			const id = await rest.runManually(saved, start);
			await until('the example sends or ends', async () => {
				const { status } = await rest.execution(id);
				return !['new', 'running'].includes(status);
			});
			received += services.requests.filter((request) => textsIn(request.body).join().includes('evil')).length;
			problems.push(...services.requests.flatMap(runs));
			const copies = mailsIn(services).filter(({ head }) => /^bcc:/im.test(String(head)));
			problems.push(...copies.map(() => 'the email has a recipient of a stranger'));
		}
		findings.push(compared(`${name}: what receivers would run of hostile texts`, problems, []));
	}
	const seen = `${received} requests with hostile texts`;
	return [
		...findings,
		{ what: 'Hostile texts that stand-ins received', seen, ok: received >= EXAMPLE_NAMES.length / 2 },
	];
}
