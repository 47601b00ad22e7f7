import { inSlices, takeTurn } from '../../shared/host/clock';
import { LIMITS } from '../../shared/api/limits';
import type { RadarDefinition } from '../../shared/api/types';
import { invalid, type Refusal } from '../../shared/values/basics/refusal';
import { withFingerprint } from '../../shared/values/radars/sameRadar';
import type { RunContext } from '../../shared/run/runContext';
import { counted, listed } from '../../shared/values/basics/inWords';
import { targetName } from '../../shared/values/radars/radarInWords';

/** A radar to create, and the input item that asked for it. */
export interface Entry {
	item: number;
	definition: RadarDefinition;
	/** Its place in the JSON array of the item, from 1, if that has several radars. */
	number?: number;
}

/** A radar to create, unless the doubts are right. */
export interface DoubtfulEntry extends Entry {
	doubts: Refusal[];
	/** Of a row of a dry run: why it creates nothing. */
	notWanted?: Refusal;
}

/** How messages name a radar by its item: `item 4 (hooli.example)`. */
export const rowName = ({ item, definition }: Entry): string => `item ${item} (${targetName(definition)})`;

/** The items of several radars, each once. */
export const itemNumbersOf = (entries: Entry[]): number[] => [...new Set(entries.map(({ item }) => item))];

const bytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** What the tag of a create and a comma add, at most. */
const TAG_IN_BODY_BYTES = 40;

/** What a radar adds to the body of a request. */
const bytesOf = (definition: RadarDefinition): number =>
	bytes(withFingerprint(definition)) + TAG_IN_BODY_BYTES;

/** Whether a request with only this radar keeps to the size limit. */
export const fits = (definition: RadarDefinition, webhookUrl: string | undefined): boolean =>
	bytes({ radars: [], webhook_url: webhookUrl }) + bytesOf(definition) <= LIMITS.bulkCreateBytes;

export const TOO_LARGE = invalid('The radar is larger than 1 MB.', 'Shorten its custom fields.');

/** Cuts the radars into requests of at most 1000 items and 1 MB of whole body, in order (docs/contributing/api.md, Bulk create). */
async function splitIntoRequests<E extends Entry>(
	entries: E[],
	webhookUrl: string | undefined,
): Promise<E[][]> {
	const empty = bytes({ radars: [], webhook_url: webhookUrl });
	const requests: E[][] = [];
	let size = Number.POSITIVE_INFINITY;
	for await (const entry of inSlices(entries)) {
		const more = bytesOf(entry.definition);
		const current = requests.at(-1);
		if (current && current.length < LIMITS.bulkCreateItems && size + more <= LIMITS.bulkCreateBytes) {
			current.push(entry);
			size += more;
		} else {
			requests.push([entry]);
			size = empty + more;
		}
	}
	return requests;
}

/** A bulk request to send. */
export interface PlannedRequest<E extends Entry = Entry> {
	/** Identifies its payment. */
	key: string;
	entries: E[];
}

/** Cuts the radars into as few requests as the limits allow. */
export async function planRequests<E extends Entry>(
	entries: E[],
	webhookUrl: string | undefined,
	{ paid }: RunContext,
): Promise<Array<PlannedRequest<E>>> {
	const requests: Array<PlannedRequest<E>> = [];
	for (const part of await splitIntoRequests(entries, webhookUrl)) {
		await takeTurn();
		requests.push({ key: paid.numberedKey(part), entries: part });
	}
	return requests;
}

/** How many radars the requests may create. Those sent by a first try aren't counted again. */
export const radarsToSend = (requests: PlannedRequest[], { paid }: RunContext): number =>
	requests.filter(({ key }) => !paid.knows(key)).reduce((sum, { entries }) => sum + entries.length, 0);

const typedName = (type: string, domain = ''): string => `${type} ${domain}`;

/** The domains above a domain: of careers.acme.example, acme.example. */
const above = (domain = ''): string[] => {
	const labels = domain.split('.');
	return labels.slice(1, -1).map((_, index) => labels.slice(index + 1).join('.'));
};

/** Names new radars of subdomains whose company has a radar in the same list: each is charged. */
export async function noteSubdomains(added: Entry[], all: Entry[], { summary }: RunContext): Promise<void> {
	const known = new Set<string>();
	for await (const { definition } of inSlices(all))
		known.add(typedName(definition.radar_type, definition.domain));
	const rows: Entry[] = [];
	for await (const entry of inSlices(added)) {
		const { radar_type: type, domain } = entry.definition;
		if (above(domain).some((parent) => known.has(typedName(type, parent)))) rows.push(entry);
	}
	if (rows.length === 0) return;
	summary.note(
		`${counted(rows.length, 'new radar is for a subdomain', 'new radars are for subdomains')} of a company that the list also has: ${listed(rows.map(rowName))}. Each radar is charged.`,
	);
}
