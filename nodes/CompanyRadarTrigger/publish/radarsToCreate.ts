import type { IDataObject } from 'n8n-workflow';

import { fieldName, fieldNameWithKey } from '../../shared/api/radarFields';
import type { RadarDefinition } from '../../shared/api/types';
import { firstLines, LISTED } from '../../shared/values/basics/inWords';
import { contextOf, type ParameterSource } from '../../shared/form/nodeParameters';
import { radarName } from '../../shared/values/radars/radarInWords';
import { lastingKey } from '../../shared/values/radars/sameRadar';
import { readRadarForm, sourceOfRow } from '../../shared/form/radarForm';
import { checkRadarList, type ListedRadar } from '../../shared/values/rules/radarList';
import { hintOn, wrong } from '../../shared/values/basics/refusal';
import { orAllow } from '../../shared/form/parameterReader';
import { fieldsRefused } from '../../shared/run/nodeErrors';

interface Rows {
	radar?: IDataObject[];
}

const BELOW = 'Radars to Create';
const JSON_LIST = 'Radars to Create (JSON)';

/** The forms of the rows, as creation bodies. */
function readForms(source: ParameterSource): unknown[] {
	const read = (options = {}) => source.getNodeParameter('radarsToCreate', 0, {}, options) as Rows;
	const { radar: rows = [] } = read();
	const { radar: written = [] } = read({ rawExpressions: true });
	if (rows.length === 0) {
		throw wrong(`'${BELOW}' is empty`, "Add a radar, or set 'Radars' to 'Existing Radars'.");
	}
	return rows.map((row, index) => readRadarForm(sourceOfRow(row, written[index] ?? {})).body);
}

/**
 * The radars defined in the node, in their order.
 * @throws Refused
 */
export async function readListedRadars(
	source: ParameterSource,
	serviceIsLoopback: boolean,
): Promise<ListedRadar[]> {
	const isJson = source.getNodeParameter('defineRadars', 0, 'below') === 'json';
	const field = isJson ? JSON_LIST : BELOW;
	const bodies = isJson ? source.getNodeParameter('radarsJson', 0, '[]') : readForms(source);
	const context = { ...contextOf(source), serviceIsLoopback, isForm: !isJson, hidesNotes: true };
	const radars = await checkRadarList(bodies, context, isJson ? fieldNameWithKey : fieldName);
	if (!radars.ok) throw fieldsRefused(radars.problems.map((problem) => ({ ...problem, field })));
	const seen = new Set<string>();
	for (const { definition } of radars.value) {
		if (definition.webhook_url !== undefined) {
			throw wrong(`'${field}' contains a webhook_url`, "Remove it: radars created here use this node's URL.");
		}
		const key = lastingKey(definition);
		if (seen.has(key)) {
			throw wrong(
				`'${field}' names the same radar twice: ${radarName(definition)}`,
				'Remove one of them: you pay for each radar.',
			);
		}
		seen.add(key);
	}
	return radars.value;
}

/** The doubts about a radar, each with its field. */
export const doubtsInWords = ({ doubts }: ListedRadar): string =>
	doubts.map(({ field = '', what }) => hintOn(fieldName(field), what)).join(' ');

export const notesInWords = ({ notes }: ListedRadar): string => notes.join(' ');

/** The names of the missing radars, each with what is said about it. Radars about which there is nothing to say have none. */
export function linesOn(
	missing: readonly RadarDefinition[],
	radars: readonly ListedRadar[],
	inWords: (radar: ListedRadar) => string,
): string[] {
	const wanted = new Set(missing);
	return radars
		.filter((radar) => wanted.has(radar.definition) && inWords(radar) !== '')
		.map((radar) => `${radarName(radar.definition)}: ${inWords(radar)}`);
}

/**
 * Refuses to create radars that look like mistakes, since n8n shows no hints when a workflow is published.
 * @throws Refused
 */
export function rejectDoubtful(missing: readonly RadarDefinition[], radars: readonly ListedRadar[]): void {
	const doubtful = linesOn(missing, radars, doubtsInWords);
	if (doubtful.length === 0) return;
	throw wrong(
		doubtful.length === 1
			? `A radar to create may not be what you mean`
			: `${doubtful.length} radars to create may not be what you mean`,
		[...firstLines(doubtful, LISTED), orAllow('Nothing was created. Correct them')].join('\n'),
	);
}
