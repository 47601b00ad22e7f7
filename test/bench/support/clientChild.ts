import { once } from 'node:events';
import { createRequire } from 'node:module';

import type { ICredentialDataDecryptedObject, IDataObject, INodeType } from 'n8n-workflow';

import { execute } from './engine';
import { REVEALS } from './work';

export interface ClientWork {
	nodeFile: string;
	credential: ICredentialDataDecryptedObject;
	items: IDataObject[];
}

/** Reveals the items of the first argument (JSON) in a process of its own, when the parent says so. */
async function main(): Promise<void> {
	const { nodeFile, credential, items } = JSON.parse(process.argv[2] ?? '') as ClientWork;
	const module = createRequire(__filename)(nodeFile) as { CompanyRadar: new () => INodeType };
	const nodeType = new module.CompanyRadar();
	process.send?.('ready');
	await once(process, 'message');
	await execute({ nodeType, parameters: REVEALS.parameters, items, credential });
}

main().then(
	() => process.exit(),
	(error: unknown) => {
		console.error(error);
		process.exit(1);
	},
);
