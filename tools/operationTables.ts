import { readFileSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import { RESOURCES } from '../nodes/CompanyRadar/operations';
import { examplesTable } from './exampleResults';
import { tableOf } from './shared/markdownTable';

/** The tables of pages: made of what the node shows, of `sandbox/openapi.yaml`, and of the examples. */

const ROOT = path.resolve(__dirname, '..');

interface ApiOperation {
	operationId?: string;
	'x-budget'?: string;
	/** The heading of docs/contributing/api.md that says more. */
	'x-rules'?: string;
}

interface Api {
	paths: Record<string, Record<string, ApiOperation>>;
}

const textOf = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

/** The endpoints in the order of the API. */
const endpoints = () =>
	Object.entries((load(textOf('sandbox/openapi.yaml')) as Api).paths).flatMap(([route, methods]) =>
		Object.entries(methods).flatMap(([method, { operationId: id, 'x-budget': budget = '', ...others }]) =>
			id === undefined
				? []
				: [{ id, endpoint: `\`${method.toUpperCase()} ${route}\``, budget, rules: others['x-rules'] }],
		),
	);

const linkTo = (heading: string): string => `[${heading}](#${heading.toLowerCase().replaceAll(' ', '-')})`;

function apiTable(): string {
	const rows = endpoints().map(({ id, endpoint, budget, rules }) => [
		endpoint,
		`\`${id}\``,
		budget,
		rules === undefined ? '' : linkTo(rules),
	]);
	return tableOf([['Endpoint', 'Operation', 'Budget', 'Rules'], ...rows]);
}

function operationsTable(): string {
	const rows = RESOURCES.flatMap(({ name: resource, operations }) =>
		operations.map(({ name, action, description }, index) => [
			index === 0 ? resource : '',
			name,
			action,
			description,
		]),
	);
	return tableOf([['Resource', 'Operation', 'In the node panel', 'What it does'], ...rows]);
}

/** The API operations that a file says it calls. */
function callsOf(file: string): string[] {
	const [, calls = ''] = /\/\*\* Calls the API operations? ([^.:]*)/.exec(textOf(file)) ?? [];
	return [...calls.matchAll(/`(\w+)`/g)].map(([, id = '']) => id);
}

function callsTable(): string {
	const byId = new Map(endpoints().map(({ id, endpoint }) => [id, endpoint]));
	const rows = RESOURCES.flatMap(({ name: resource, value: folder, operations }) =>
		operations.map(({ name, value }) => {
			const calls = callsOf(`nodes/CompanyRadar/operations/${folder}/${value}.ts`);
			return [`${resource}: ${name}`, calls.map((id) => byId.get(id)).join(', ') || 'none'];
		}),
	);
	return tableOf([['Operation', 'Endpoints'], ...rows]);
}

const columnsOf = (line: string): string => line.replace(/ +/g, ' ');

/** The page with the table in the place of the one with the same columns. */
function withTable(page: string, table: string): string {
	const lines = page.split('\n');
	const [columns] = table.split('\n').map(columnsOf);
	const start = lines.findIndex((line) => columnsOf(line) === columns);
	if (start < 0) throw new Error(`No table has the columns ${columns}`);
	const end = lines.findIndex((line, index) => index > start && !line.startsWith('|'));
	return [...lines.slice(0, start), table.trimEnd(), ...lines.slice(end)].join('\n');
}

const TABLES: Readonly<Record<string, (page: string) => string>> = {
	'docs/operations.md': operationsTable,
	'docs/contributing/development.md': callsTable,
	'docs/contributing/api.md': apiTable,
	'examples/README.md': examplesTable,
};

/** Each page with its table, by its path in the repository. */
export const pagesWithTables = (): Map<string, string> =>
	new Map(
		Object.entries(TABLES).map(([page, table]) => [page, withTable(textOf(page), table(textOf(page)))]),
	);
