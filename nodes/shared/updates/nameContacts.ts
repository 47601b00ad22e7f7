import type { IDataObject } from 'n8n-workflow';

import { LIMITS } from '../api/limits';
import type { Radar } from '../api/types';
import { chunk } from '../values/basics/values';
import { withTimeout } from '../host/clock';
import { isUuid } from './update';
import { oneLine } from '../values/basics/plainText';
import { summarizeFinding } from './summarizeUpdate';

interface RadarReader {
	allRadars(query: { radar_id: string }): AsyncIterable<Radar>;
}

/** Names are optional, so updates don't wait longer for them. */
const TIMEOUT_MS = 5000;

type Connect = () => RadarReader | Promise<RadarReader>;

async function readNames(ids: string[], connect: Connect, names: Map<string, string>): Promise<void> {
	const reader = await connect();
	for (const group of chunk(ids, LIMITS.listRadarIds)) {
		for await (const { radar_id: id, full_name: name } of reader.allRadars({ radar_id: group.join(',') }))
			if (name) names.set(id, name);
	}
}

/**
 * Fills in the person in rows of job changes that have no name, from the Full Name of the radar. Never throws: if the radars
 * can't be read, the rows stay as they are.
 */
export async function nameContacts(rows: IDataObject[], connect: Connect): Promise<void> {
	const nameless = rows.filter(
		({ radar_type: type, full_name: name }) => type === 'contact_job_changes' && name === null,
	);
	const ids = new Set(nameless.map(({ radar_id: id }) => id).filter(isUuid));
	if (ids.size === 0) return;
	const names = new Map<string, string>();
	await withTimeout(readNames([...ids], connect, names), TIMEOUT_MS).catch(() => undefined);
	for (const row of nameless) {
		row.full_name = names.get(String(row.radar_id)) ?? null;
		row.summary = oneLine(summarizeFinding(String(row.radar_type), row));
	}
}
