import type { IDataObject, INode, INodeExecutionData, IPinData } from 'n8n-workflow';

import type { Execution } from '../../../tools/n8n-host/execution';
import { compared } from '../section';
import type { Stage } from '../stage';
import { ARE_ALL, type Chosen, type Example, EXAMPLE_NAMES, readExample, setUp } from './example';
import type { Met, OfExample } from './met';
import { mailsIn, type StandIns } from './standIns';
import { runStarts } from './results';
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

/** Columns that every update has. */
const OF_UPDATES = 'summary radar_type update_type upsert_key custom_fields radar_id record_id update_id';
/** Those of every company that visits. */
const OF_COMPANIES = 'summary link page visited_at charged_usd domain';

/** An update that says as little as the service may say: no name, no title, no link, and no domain. Visiting companies have a domain. */
const sparse = (update: IDataObject): IDataObject => {
	const always = new Set((update.update_type ? OF_UPDATES : OF_COMPANIES).split(' '));
	const columns = Object.entries(update).map(([name, value]) => [name, always.has(name) ? value : null]);
	return { ...Object.fromEntries(columns), ...(update.update_type ? { custom_fields: {} } : {}) };
};

const putsOutUpdates = ({ type, parameters }: INode): boolean =>
	/companyRadar(Visitor)?Trigger$/.test(type) || parameters.resource === 'update';

interface Seen extends Pick<Execution, 'status' | 'error'> {
	requests: ServiceRequest[];
}

/** What an example may meet, and what is wrong with what it then does. */
interface Variant {
	what: string;
	sampleOf(node: INode, items: INodeExecutionData[]): INodeExecutionData[];
	/** The services that it sends to fail. */
	isDown?: true;
	meets?: readonly Met[];
	problems(seen: Seen): string[];
	/** The requests that show that an example met it. */
	shows(request: ServiceRequest): boolean;
}

const VARIANTS: readonly Variant[] = [
	{
		what: 'what receivers would run of hostile texts',
		sampleOf: (_, items) => poisoned(items) as INodeExecutionData[],
		problems: ({ requests }) => [
			...requests.flatMap(runs),
			...mailsIn({ requests })
				.filter(({ head }) => /^bcc:/im.test(head))
				.map(() => 'the email has a recipient of a stranger'),
		],
		shows: ({ body }) => textsIn(body).join().includes('evil'),
	},
	{
		what: 'what goes wrong with updates that say as little as they may',
		meets: ['an invalid row'],
		sampleOf: (node, items) =>
			putsOutUpdates(node) ? items.map((item) => ({ ...item, json: sparse(item.json) })) : items,
		problems: ({ requests, status, error }) => [
			...(status === 'error' ? [String(error?.message)] : []),
			...[...requests.map(({ body }) => body), ...mailsIn({ requests })]
				.flatMap(textsIn)
				.filter((text) => /\b(undefined|null|NaN)\b|\[object/.test(text)),
		],
		shows: () => true,
	},
	{
		what: 'services that fail without an error',
		sampleOf: (_, items) => items,
		isDown: true,
		meets: ['a failed row'],
		problems: ({ requests, status }) => (requests.length > 0 && status !== 'error' ? [status] : []),
		shows: () => true,
	},
];

/** The example set up, with other samples in all nodes but those that send, which try once. */
function varied(example: Example, chosen: Chosen, { sampleOf }: Variant): Example {
	const keepPins = Object.keys(example.pinData ?? {}).filter((name) =>
		example.nodes.some((node) => node.name === name && !isSent(node)),
	);
	const ready = setUp(example, chosen, { keepPins });
	const pinData = Object.entries(ready.pinData ?? {}).map(([name, items]) => {
		const node = example.nodes.find((each) => each.name === name);
		return [name, node ? sampleOf(node, items) : items];
	});
	const nodes = ready.nodes.map((node) => ({ ...node, retryOnFail: false }));
	return { ...ready, nodes, pinData: Object.fromEntries(pinData) as IPinData };
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

/** Runs every example in every variant, and looks at what the stand-ins receive. */
export async function compareVariants(
	chosen: Chosen,
	stage: Stage,
	standIns: StandIns,
): Promise<OfExample[]> {
	const { services } = standIns;
	const findings: OfExample[] = [];
	for (const variant of VARIANTS) {
		services.statusOf = () => (variant.isDown ? 503 : 200);
		let shown = 0;
		for (const name of EXAMPLE_NAMES) {
			const example = varied(readExample(name), chosen, variant);
			const seen = (await runStarts(example, stage, standIns)).map(({ execution, requests }) => ({
				...execution,
				requests,
			}));
			const requests = seen.flatMap((each) => each.requests);
			shown += requests.filter((request) => variant.shows(request)).length;
			const problems = seen.flatMap((each) => variant.problems(each));
			const meets = requests.length > 0 ? variant.meets : undefined;
			findings.push({ ...compared(`${name}: ${variant.what}`, problems, []), example: name, meets });
		}
		const ok = !ARE_ALL || shown >= EXAMPLE_NAMES.length / 3;
		findings.push({ what: `Requests that show ${variant.what}`, seen: String(shown), ok });
	}
	services.statusOf = () => 200;
	return findings;
}
