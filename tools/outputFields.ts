import { RESOURCES } from '../nodes/CompanyRadar/operations';
import { ALL_RADAR_TYPE_OPTIONS, nameOfEvent } from '../nodes/shared/parameters/fieldOptions';
import { isRadarType } from '../nodes/shared/api/names';
import { UPDATE_COLUMNS } from '../nodes/shared/updates/updateColumns';

/** The page about the fields of all outputs, made of their schemas. */

interface Schema {
	type?: string | string[];
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

/** More of them than this are nothing special any more. */
const MOST_NAMED = 2;

const TYPES: Readonly<Record<string, string>> = {
	array: 'A list',
	boolean: 'True or false',
	number: 'A number',
	object: 'An object',
	string: 'Text',
};

const code = (names: string[]) => names.map((name) => `\`${name}\``).join(', ');

function meaningOf({ description, enum: values, type }: Schema): string {
	if (description) return description.replace(/\.$/, '');
	if (values) return `One of ${code(values)}`;
	return TYPES[[type].flat()[0] ?? ''] ?? 'Any value';
}

const row = (...cells: string[]) => `| ${cells.join(' | ')} |`;

const table = (head: string[], rows: string[][]): string =>
	[row(...head), row(...head.map(() => '---')), ...rows.map((cells) => row(...cells))].join('\n');

/** Every field of the outputs. What few of them have says which. */
function fieldsOf(outputs: string[], schemas: ReadonlyMap<string, Schema>): string {
	const fields = new Map<string, { schema: Schema; from: string[] }>();
	for (const output of outputs) {
		for (const [name, schema] of Object.entries(schemas.get(output)?.properties ?? {})) {
			const field = fields.get(name) ?? { schema, from: [] };
			fields.set(name, { ...field, from: [...field.from, output] });
		}
	}
	const rows = [...fields].map(([name, { schema, from }]) => {
		const isSpecial = from.length < outputs.length && from.length <= MOST_NAMED;
		return [code([name]), `${meaningOf(schema)}${isSpecial ? `. Only ${from.join(' and ')}` : ''}`];
	});
	return table(['Field', 'What it is'], rows);
}

/** Which columns an update of each type has. */
function columnsByType(): string {
	const names = new Map(ALL_RADAR_TYPE_OPTIONS.map(({ value, name }) => [value, name]));
	const types = Object.keys(UPDATE_COLUMNS) as Array<keyof typeof UPDATE_COLUMNS>;
	const rows = types.map((type) => [
		isRadarType(type) ? (names.get(type) ?? type) : nameOfEvent(type),
		code(Object.keys(UPDATE_COLUMNS[type])),
	]);
	return table(['Update', 'Has'], rows);
}

const HEAD = `# Output fields

**These are the fields that each operation and trigger returns with Simplify on. A field without a value is left out or empty.**

\`npm run schemas\` makes this page of the schemas that the editor shows before you run a node.`;

const BY_TYPE = `### By type of update

Besides these, every update has \`summary\`, \`radar_type\`, \`update_type\`, \`custom_fields\`, \`radar_id\` and \`update_id\`. Whatever else the service sends keeps its name.`;

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
