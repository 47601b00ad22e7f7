import type { IDataObject } from 'n8n-workflow';

import type { RadarDefinition } from '../../shared/api/types';
import { clock } from '../../shared/client/clock';
import type { ParameterSource } from '../../shared/parameterReader';
import { definitionKey } from '../../shared/validation/compareDefinitions';
import { isEmpty } from '../../shared/validation/primitives';
import { checkRadarList } from '../../shared/validation/radarList';
import { InputError } from '../errors';

interface Rows {
	radar?: IDataObject[];
}

const BELOW = 'Radars to Create';
const JSON_LIST = 'Radars to Create (JSON)';

const isExpression = (written: unknown): boolean => typeof written === 'string' && written.startsWith('=');

/** The creation body of a row. A field whose expression gives nothing is undefined in it, which the check refuses. */
const bodyOf = (row: IDataObject, written: IDataObject = {}): IDataObject =>
	Object.fromEntries(
		Object.entries(row).map(([name, value]) => [
			name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
			isExpression(written[name]) && isEmpty(value) ? undefined : value,
		]),
	);

function readRows(source: ParameterSource): IDataObject[] {
	const read = (options = {}) => source.getNodeParameter('radarsToCreate', 0, {}, options) as Rows;
	const { radar: rows = [] } = read();
	const { radar: written = [] } = read({ rawExpressions: true });
	if (rows.length > 0) return rows.map((row, index) => bodyOf(row, written[index]));
	throw new InputError(`'${BELOW}' is empty`, "Add a radar, or set 'Radars' to 'Existing Radars'.");
}

/**
 * The radars that the node is to have, in their order.
 * @throws InputError
 */
export async function readDefinitions(
	source: ParameterSource,
	serviceIsLoopback: boolean,
): Promise<RadarDefinition[]> {
	const isJson = source.getNodeParameter('defineRadars', 0, 'below') === 'json';
	const field = isJson ? JSON_LIST : BELOW;
	const bodies = isJson ? source.getNodeParameter('radarsJson', 0, '[]') : readRows(source);
	const definitions = await checkRadarList(bodies, {
		now: clock.computerTime(),
		timeZone: isJson ? undefined : source.getTimezone(),
		serviceIsLoopback,
	});
	if (!definitions.ok) throw InputError.ofField(field, definitions.problems);
	const seen = new Set<string>();
	for (const definition of definitions.value) {
		if (definition.webhook_url !== undefined) {
			throw new InputError(
				`'${field}' contains a webhook_url`,
				"Remove it: radars created here use this node's URL.",
			);
		}
		const key = definitionKey(definition);
		if (seen.has(key)) {
			throw new InputError(
				`'${field}' names the same radar twice: ${nameOf(definition)}`,
				'Remove one of them: you pay for each radar.',
			);
		}
		seen.add(key);
	}
	return definitions.value;
}

/** How a message names a radar. */
export function nameOf({ radar_type: type, ...radar }: RadarDefinition): string {
	const subject = radar.profile_url ?? radar.email ?? radar.full_name ?? radar.domain ?? radar.keyword;
	return subject === undefined ? type : `${type} of ${subject}`;
}
