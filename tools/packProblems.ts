const ALLOWED = [/^dist\//, /^README\.md$/, /^LICENSE$/, /^CHANGELOG\.md$/, /^package\.json$/];
const NEVER = [/\.test\./, /\.ts$/, /\.map$/, /\.tsbuildinfo$/, /node_modules\//];
const NEEDED = ['README.md', 'LICENSE', 'package.json'];
/** Without one of them, n8n loads every node when it starts. */
const METADATA = ['known', 'types'].flatMap((folder) =>
	['nodes', 'credentials'].map((file) => `dist/${folder}/${file}.json`),
);

/** What the check reads of package.json. */
export interface Manifest {
	n8n: { nodes: string[]; credentials: string[] };
}

/** What is wrong with the files of a packed package, in words; empty if nothing is. `schemas` are files next to the nodes. */
export function packProblems(files: string[], { n8n }: Manifest, schemas: string[] = []): string[] {
	const built = schemas.map((schema) => `dist/${schema}`);
	const needed = [...NEEDED, ...METADATA, ...n8n.nodes, ...n8n.credentials, ...built];
	const unwanted = files.filter((file) => !matches(file, ALLOWED) || matches(file, NEVER));
	const missing = needed.filter((file) => !files.includes(file));
	return [
		...unwanted.map((file) => `${file} does not belong in the package`),
		...missing.map((file) => `${file} is missing from the package`),
	];
}

const matches = (file: string, patterns: RegExp[]) => patterns.some((pattern) => pattern.test(file));
