import path from 'node:path';
import type { ICredentialType, INodeType } from 'n8n-workflow';

import { n8n } from '../package.json';

const ROOT = path.resolve(__dirname, '..');

export interface Listed<T> {
	/** The file that n8n loads, below the package's folder. */
	file: string;
	/** Its source, below the repository's folder. */
	source: string;
	className: string;
	create: () => T;
}

function listed<T>(file: string): Listed<T> {
	const source = path.posix.relative('dist', file).replace(/\.js$/, '.ts');
	const className = path.basename(file).split('.')[0] ?? '';
	const exported = jest.requireActual<Record<string, new () => T>>(path.join(ROOT, source));
	return {
		file,
		source,
		className,
		create: () => {
			const Class = exported[className];
			if (!Class) throw new Error(`${source} does not export ${className}`);
			return new Class();
		},
	};
}

/** The nodes that package.json lists. */
export const NODES: Array<Listed<INodeType>> = n8n.nodes.map((file) => listed<INodeType>(file));

/** The credentials that package.json lists. */
export const CREDENTIALS: Array<Listed<ICredentialType>> = n8n.credentials.map((file) =>
	listed<ICredentialType>(file),
);
