import type { IDataObject } from 'n8n-workflow';

import type { RadarDefinition } from '../../shared/api/types';
import { checkRadarDefinition } from '../../shared/validation/radarDefinition';
import { definitionKey } from '../../shared/validation/compareDefinitions';
import { isBlank } from '../../shared/validation/primitives';
import { checkRadarList } from '../../shared/validation/radarList';
import { InputError } from '../errors';

/** Where the node's parameters are read. */
interface DefinitionSource {
	getNodeParameter(name: string, fallback: unknown, options?: { rawExpressions?: boolean }): unknown;
	getTimezone(): string;
}

interface Rows {
	radar?: IDataObject[];
}

const BELOW = 'Radars to Create';
const JSON_LIST = 'Radars to Create (JSON)';

const isEmpty = (value: unknown): boolean => isBlank(value) || (Array.isArray(value) && value.length === 0);

const isExpression = (written: unknown): boolean => typeof written === 'string' && written.startsWith('=');

/** The creation body of a row. A field whose expression gives nothing is undefined in it, which the check refuses. */
const bodyOf = (row: IDataObject, written: IDataObject = {}): IDataObject =>
	Object.fromEntries(
		Object.entries(row).map(([name, value]) => [
			name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
			isExpression(written[name]) && isEmpty(value) ? undefined : value,
		]),
	);

function readRows(context: DefinitionSource, serviceIsLoopback: boolean): RadarDefinition[] {
	const { radar: rows = [] } = context.getNodeParameter('radarsToCreate', {}) as Rows;
	const { radar: written = [] } = context.getNodeParameter(
		'radarsToCreate',
		{},
		{ rawExpressions: true },
	) as Rows;
	if (rows.length === 0) {
		throw new InputError(`'${BELOW}' is empty`, "Add a radar, or set 'Radars' to 'Existing Radars'.");
	}
	return rows.map((row, index) => {
		const definition = checkRadarDefinition(bodyOf(row, written[index]), {
			now: Date.now(),
			timeZone: context.getTimezone(),
			serviceIsLoopback,
		});
		if (definition.ok) return definition.value;
		const problems = definition.problems.map((problem) => ({
			...problem,
			reason: `Radar ${index + 1}, ${problem.part ?? ''}: ${problem.reason}`,
		}));
		throw InputError.ofField(BELOW, problems);
	});
}

async function readList(context: DefinitionSource, serviceIsLoopback: boolean): Promise<RadarDefinition[]> {
	const definitions = await checkRadarList(context.getNodeParameter('radarsJson', '[]'), {
		now: Date.now(),
		serviceIsLoopback,
	});
	if (!definitions.ok) throw InputError.ofField(JSON_LIST, definitions.problems);
	if (definitions.value.some((definition) => definition.webhook_url !== undefined)) {
		throw new InputError(
			`'${JSON_LIST}' contains a webhook_url`,
			"Remove it: radars created here use this node's URL.",
		);
	}
	return definitions.value;
}

/**
 * The radars that the node is to have, in their order.
 * @throws InputError
 */
export async function readDefinitions(
	context: DefinitionSource,
	serviceIsLoopback: boolean,
): Promise<RadarDefinition[]> {
	const isJson = context.getNodeParameter('defineRadars', 'below') === 'json';
	const definitions = await (isJson ? readList : readRows)(context, serviceIsLoopback);
	const seen = new Set<string>();
	for (const definition of definitions) {
		const key = definitionKey(definition);
		if (seen.has(key)) {
			throw new InputError(
				`'${isJson ? JSON_LIST : BELOW}' names the same radar twice: ${nameOf(definition)}`,
				'Remove one of them: you pay for each radar.',
			);
		}
		seen.add(key);
	}
	return definitions;
}

/** How a message names a radar. */
export function nameOf({ radar_type: type, ...radar }: RadarDefinition): string {
	const subject = radar.profile_url ?? radar.email ?? radar.full_name ?? radar.domain ?? radar.keyword;
	return subject === undefined ? type : `${type} of ${subject}`;
}
