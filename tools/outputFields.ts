import { RESOURCES } from '../nodes/CompanyRadar/operations';
import { ALL_RADAR_TYPE_OPTIONS, nameOfEvent } from '../nodes/shared/parameters/fieldOptions';
import { isRadarType } from '../nodes/shared/api/names';
import { RADAR_TYPES } from '../nodes/shared/api/radarTypes';
import { UPDATE_COLUMNS } from '../nodes/shared/updates/updateColumns';
import { tableOf } from './shared/markdownTable';

/** The page about the fields of all outputs, made of their schemas. */

interface Schema {
	enum?: string[];
	description?: string;
	properties?: Record<string, Schema>;
}

/** Outputs that have most fields in common. */
const GROUPS: ReadonlyArray<{ heading: string; outputs: string[] }> = [
	{
		heading: 'Updates',
		outputs: ['Company Radar Trigger', 'Radar Update: Get Many', 'Radars in Bulk: Get Results'],
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
function meaningOf({ description = '', enum: values = [] }: Schema): string {
	const isChoice = values.length > 1 && values.length <= MOST_VALUES;
	return [description.replace(/\.$/, ''), isChoice ? values.map((value) => `\`${value}\``).join(', ') : '']
		.filter(Boolean)
		.join(': ');
}

/** Every field of the outputs. What few of them have says which. */
function fieldsOf(outputs: string[], schemas: ReadonlyMap<string, Schema>): string {
	const fields = new Map<string, { schema: Schema; from: string[] }>();
	for (const output of outputs) {
		for (const [name, schema] of Object.entries(schemas.get(output)?.properties ?? {})) {
			const field = fields.get(name) ?? { schema, from: [] };
			fields.set(name, { ...field, from: [...field.from, output] });
		}
	}
	const described = [...fields].map(([name, { schema, from }]) => {
		const isSpecial = from.length === 1 && outputs.length > 1;
		return {
			name,
			meaning: [meaningOf(schema), isSpecial ? `Only ${from.join()}` : ''].filter(Boolean).join('. '),
		};
	});
	const rows = described.filter(({ meaning }) => meaning).map(({ name, meaning }) => [code([name]), meaning]);
	const plain = described.filter(({ meaning }) => !meaning).map(({ name }) => name);
	const others = plain.length > 0 ? `${rows.length > 0 ? 'Also ' : ''}${code(plain)}.` : '';
	return [rows.length > 0 ? tableOf([['Field', 'What it is'], ...rows]) : '', others]
		.filter(Boolean)
		.join('\n\n');
}

/** Columns of every finding. */
const ALL_HAVE = Object.keys(UPDATE_COLUMNS.company_new_hires).filter((name) =>
	RADAR_TYPES.every((type) => name in UPDATE_COLUMNS[type]),
);

/** Which columns an update of each type has. */
function columnsByType(): string {
	const names = new Map(ALL_RADAR_TYPE_OPTIONS.map(({ value, name }) => [value, name]));
	const types = Object.keys(UPDATE_COLUMNS) as Array<keyof typeof UPDATE_COLUMNS>;
	const rows = types.map((type) => [
		isRadarType(type) ? (names.get(type) ?? type) : nameOfEvent(type),
		code(Object.keys(UPDATE_COLUMNS[type]).filter((name) => !isRadarType(type) || !ALL_HAVE.includes(name))),
	]);
	return tableOf([['Update', 'Has'], ...rows]);
}

const HEAD = `# Output fields

**These are the fields that each operation and trigger returns with Simplify on. A field without a value is left out or empty.**

\`npm run schemas\` makes this page of the schemas that the editor shows before you run a node.`;

const BY_TYPE = `### By type of update

Each finding also has ${code(ALL_HAVE)}. Other fields of the service keep their names.`;

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
