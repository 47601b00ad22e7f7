import { chargesOf, mainNoteOf, resultCell, type ExampleWorkflow } from './exampleResults';

/** What the template library takes: the workflow to import, and the text next to it. */
interface LibraryTemplate {
	workflow: Omit<ExampleWorkflow, 'pinData'>;
	/** In Markdown. */
	description: string;
}

const DISCLAIMER =
	'**Disclaimer:** this template uses the community node [n8n-nodes-company-radar](https://www.npmjs.com/package/n8n-nodes-company-radar). Install it first: on a self-hosted n8n under Settings → Community nodes, on n8n Cloud once n8n has verified it.';

const PICTURES =
	'https://raw.githubusercontent.com/company-radar/n8n-nodes-company-radar/main/docs/pictures/examples/';

/** The name of an example's picture. */
export const pictureOf = (file: string): string => file.replaceAll('/', '-').replace('.json', '');

const NOTE = 'n8n-nodes-base.stickyNote';

/** The library's copies have no samples, so they don't speak of them. */
const withoutSamples = (content: string): string =>
	content
		.replace(/The samples are pinned: .*\n\n/, '')
		.replace(/Unpin all samples(?:, and|[,.]| and) (\w)/g, (_, letter: string) => letter.toUpperCase());

/** The cells of an example's row on the page of examples: what you want, the file, what you need, and what you get. */
function rowOf(page: string, file: string): string[] {
	const row = page.split('\n').find((line) => line.startsWith('| ') && line.includes(`(./${file})`));
	if (!row) throw new Error(`examples/README.md has no row with ${file}`);
	return row
		.split('|')
		.slice(1, -1)
		.map((cell) => cell.trim());
}

/**
 * What an example is in n8n's template library.
 * @param file its path in `examples`: `sync-a-list/hubspot.json`
 * @param page `examples/README.md`
 */
export function libraryTemplate(file: string, example: ExampleWorkflow, page: string): LibraryTemplate {
	const { name, connections, settings } = example;
	const [job = '', , needs = ''] = rowOf(page, file);
	const [, ...main] = withoutSamples(mainNoteOf(example)).split('\n');
	const description = [
		`# ${example.name}`,
		DISCLAIMER,
		`![The workflow on n8n's canvas](${PICTURES}${pictureOf(file)}.png)`,
		`${job}. You get:`,
		`> ${resultCell(file).replaceAll('<br>', '\n>\n> ')}`,
		main.join('\n').replace(/^\*\*(.+)\*\*$/gm, '## $1\n'),
		`You also need: ${needs}.`,
		chargesOf(example).replace('\n', '\n\n'),
	].join('\n\n');
	return {
		workflow: {
			name,
			connections,
			settings,
			nodes: example.nodes.map((node) =>
				node.type === NOTE
					? {
							...node,
							parameters: {
								...node.parameters,
								content: withoutSamples(String(node.parameters.content)),
							},
						}
					: node,
			),
		},
		description: `${description}\n`,
	};
}
