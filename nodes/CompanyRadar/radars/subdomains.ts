import { inSlices } from '../../shared/host/timeSlice';
import type { RunContext } from '../../shared/run/runContext';
import { counted, listed } from '../../shared/values/basics/inWords';
import { targetName } from '../../shared/values/radars/radarInWords';
import type { Entry } from './requests';

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
	const names = rows.map(({ item, definition }) => `item ${item} (${targetName(definition)})`);
	summary.note(
		`${counted(rows.length, 'new radar is of a subdomain', 'new radars are of subdomains')} of a company that the list also has: ${listed(names)}. Each radar is charged.`,
	);
}
