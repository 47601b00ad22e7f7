import { RESOURCES } from '../nodes/CompanyRadar/operations';
import { RADAR_TYPE_OPTIONS, nameOfEvent } from '../nodes/shared/form/fieldOptions';
import { RADAR_TYPES, isRadarType } from '../nodes/shared/api/radarTypes';
import { UPDATE_COLUMNS } from '../nodes/shared/updates/updateColumns';
import { tableOf } from './shared/markdownTable';

/** The page about the fields of all outputs, made of their schemas. */

interface Schema {
	enum?: Array<string | null>;
	description?: string;
	properties?: Record<string, Schema>;
}

/** How the description of a field begins that the default form doesn't have. */
export const RAW_ONLY = 'Only in the raw response';

/** Outputs that have most fields in common. */
const GROUPS: ReadonlyArray<{ heading: string; outputs: string[] }> = [
	{
		heading: 'Updates',
		outputs: ['Company Radar Trigger', 'Radar Update: Get Many'],
	},
	{
		heading: 'Radars',
		outputs: [
			'Radar: Create',
			'Radar: Get',
			'Radar: Get Many',
			'Radar: Deactivate',
			'Radar: Sync List',
			'Radars in Bulk: Create',
			'Radars in Bulk: Deactivate',
			'Radars in Bulk: Get Results',
			'Radar: Check Health',
		],
	},
	{ heading: 'Reveals', outputs: ['Company: Reveal'] },
	{ heading: 'Website visitors', outputs: ['Company Radar Visitor Trigger'] },
];

const OPERATIONS = RESOURCES.flatMap(({ name, operations }) =>
	operations.map((operation) => `${name}: ${operation.name}`),
);

const OTHERS = OPERATIONS.filter((name) => !GROUPS.some(({ outputs }) => outputs.includes(name)));

/** More values than this are listed elsewhere. */
const MOST_VALUES = 9;

const code = (names: string[]) => names.map((name) => `\`${name}\``).join(', ');

/** Where the name alone doesn't say it. */
function meaningOf({ description = '', enum: all = [] }: Schema): string {
	const values = all.filter((value) => value !== null);
	const isChoice = values.length > 1 && values.length <= MOST_VALUES;
	return [description.replace(/\.$/, ''), isChoice ? values.map((value) => `\`${value}\``).join(', ') : '']
		.filter(Boolean)
		.join(': ');
}

/** Each field of the outputs with its meaning. What only one of several outputs has says which; plain names mean nothing more. */
function meaningsIn(outputs: string[], schemas: ReadonlyMap<string, Schema>): Array<[string, string]> {
	const fields = (output: string) => Object.entries(schemas.get(output)?.properties ?? {});
	const all = outputs.flatMap((output) => fields(output).map(([name, schema]) => ({ output, name, schema })));
	const names = [...new Set(all.map(({ name }) => name))];
	return names.map((name) => {
		const ofName = all.filter((field) => field.name === name);
		const ofDefaultForm = ofName.filter(({ schema }) => !schema.description?.startsWith(RAW_ONLY));
		const [first, ...others] = ofDefaultForm.length > 0 ? ofDefaultForm : ofName;
		if (!first) return [name, ''];
		const only = others.length === 0 && outputs.length > 1 ? `Only ${first.output}` : '';
		return [name, [meaningOf(first.schema), only].filter(Boolean).join('. ')];
	});
}

/** A table of what needs a word, and the names of the rest. */
function fieldsOf(outputs: string[], schemas: ReadonlyMap<string, Schema>): string {
	const meanings = meaningsIn(outputs, schemas);
	const rows = meanings.filter(([, meaning]) => meaning).map(([name, meaning]) => [code([name]), meaning]);
	const plain = code(meanings.filter(([, meaning]) => !meaning).map(([name]) => name));
	if (rows.length === 0) return `${plain}.`;
	const table = tableOf([['Field', 'What it is'], ...rows]);
	return plain ? `${table}\n\nAlso ${plain}.` : table;
}

/** Columns of every finding. */
const ALL_HAVE = Object.keys(UPDATE_COLUMNS.company_new_hires).filter((name) =>
	RADAR_TYPES.every((type) => name in UPDATE_COLUMNS[type]),
);

/** Which columns an update of each type has. */
function columnsByType(): string {
	const names = new Map(RADAR_TYPE_OPTIONS.map(({ value, name }) => [value, name]));
	const types = Object.keys(UPDATE_COLUMNS) as Array<keyof typeof UPDATE_COLUMNS>;
	const rows = types.map((type) => [
		isRadarType(type) ? (names.get(type) ?? type) : nameOfEvent(type),
		code(Object.keys(UPDATE_COLUMNS[type]).filter((name) => !isRadarType(type) || !ALL_HAVE.includes(name))),
	]);
	return tableOf([['Update', 'Has'], ...rows]);
}

const HEAD = `# Output fields

**These are the fields that each operation and trigger returns. Some exist only in the raw response: with Simplify off. A field without a value is null, and renders as an empty text in expressions.**

Unless Simplify is off, all rows of an output have the same fields. [Failed rows](troubleshooting.md#error-items) also have those of the error.`;

const BY_TYPE = `### By type of update

Each finding also has ${code(ALL_HAVE)}; any of them may be empty. Other fields of the service keep their names.`;

/** @param schemas by the name of the operation or trigger that puts them out */
export function outputFieldsPage(schemas: ReadonlyMap<string, Schema>): string {
	const groups = GROUPS.map(({ heading, outputs }) => {
		const from = `From ${outputs.map((name) => `**${name}**`).join(', ')}.`;
		const section = `## ${heading}\n\n${from}\n\n${fieldsOf(outputs, schemas)}`;
		return heading === 'Updates' ? `${section}\n\n${BY_TYPE}\n\n${columnsByType()}` : section;
	});
	const others = OTHERS.filter((name) => Object.keys(schemas.get(name)?.properties ?? {}).length > 0);
	const sections = others.map((name) => `## ${name}\n\n${fieldsOf([name], schemas)}`);
	return `${[HEAD, ...groups, ...sections].join('\n\n')}\n`;
}
