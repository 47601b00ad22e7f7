import { LIST_FIELD, LIST_KEY_FIELD } from '../../shared/api/assumptions';
import type { RadarDefinition } from '../../shared/api/types';
import { inSlices } from '../../shared/concurrency/timeSlice';
import { targetKeys } from '../../shared/radars/sameRadar';
import { sameText } from '../../shared/basics/sameText';
import { checkText, isBlank, classifyValue } from '../../shared/validation/primitives';
import { invalid } from '../../shared/validation/result';
import type { ParameterReader } from '../../shared/parameters/parameterReader';
import { readDefinitions, type WantedRadar } from '../radars/definitions';
import { problemsAsReason } from '../runner/itemErrors';
import { fits } from '../radars/split';
import type { Desired } from './planSync';

export interface ListInput {
	list: string;
	entries: Desired[];
}

const NAME_FIX = "Enter a name, and keep it: radars created under another name aren't part of the list.";

const EMPTY_FIX =
	"An empty list would deactivate all of its radars. If that is what you want, turn on 'Allow Empty List'.";

/** The definition as it is sent, with the list and the key in its custom fields. */
export const ofList = ({ definition, key }: Desired, list: string): RadarDefinition => ({
	...definition,
	custom_fields: { ...definition.custom_fields, [LIST_FIELD]: list, [LIST_KEY_FIELD]: key },
});

/** A single empty item counts as no items, because n8n's Always Output Data adds it. */
const isEmptyItem = ({ parameters, item }: ParameterReader): boolean => {
	const json = classifyValue(parameters.json(item));
	return parameters.itemCount === 1 && json.kind === 'object' && json.entries.length === 0;
};

function isEmptyList(read: ParameterReader): boolean {
	const value = classifyValue(read.raw('radars'));
	return (
		(value.kind === 'list' && value.items.length === 0) ||
		(value.kind === 'text' && /^\[\s*\]$/.test(value.text))
	);
}

/** The definitions of an item; none for an empty list, which is a problem unless it's allowed. */
async function readUnlessEmpty(read: ParameterReader): Promise<WantedRadar[]> {
	const isList = read.raw('radarsFrom') === 'list';
	const isEmpty = isList && isEmptyList(read);
	const definitions = isEmpty ? [] : await readDefinitions(read);
	const namesNone = isList ? isEmpty : read.problems.length > 0 && isEmptyItem(read);
	if (!namesNone) return definitions;
	// The empty item isn't reported for its missing fields, too.
	read.problems.length = 0;
	if (!read.flag('options.allowEmptyList')) read.accept('Radars', invalid('The list is empty.', EMPTY_FIX));
	return [];
}

function readKey(read: ParameterReader, definition: RadarDefinition, keyField: string | undefined): string {
	if (keyField === undefined) return targetKeys(definition)[0] ?? definition.radar_type;
	const value = definition.custom_fields?.[keyField];
	if (isBlank(value)) {
		const fix = `Add it to the custom fields of each radar, or leave out 'Key Field'.`;
		read.accept('Key Field', invalid(`The radar has no custom field '${keyField}'.`, fix));
	}
	// Keys that look alike are the same, because the service may normalize custom fields.
	return `${keyField}:${sameText(value)}`;
}

/** After a problem, it's undefined. */
export const readListName = (read: ParameterReader): string =>
	read.value('listName', (value) => checkText(value, NAME_FIX));

/** The radars of the list that an item asks for. */
export async function readEntries(read: ParameterReader): Promise<ListInput> {
	const definitions = await readUnlessEmpty(read);
	const list = readListName(read);
	const keyField = read.optional('options.keyField', (value) =>
		checkText(value, 'Enter the name of a custom field.'),
	);
	if (read.problems.length > 0) return { list, entries: [] };
	const entries: Desired[] = [];
	for await (const { definition, unset, doubts } of inSlices(definitions)) {
		const doubt = doubts.length > 0 ? problemsAsReason(doubts) : undefined;
		const entry = { item: read.item, definition, unset, doubt, key: readKey(read, definition, keyField) };
		if (!fits(ofList(entry, list), undefined)) {
			read.accept('Radar', invalid('The radar takes more than 1 MB.', 'Use shorter custom fields.'));
		}
		entries.push(entry);
	}
	return { list, entries };
}
