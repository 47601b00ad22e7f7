import type { IExecuteFunctions } from 'n8n-workflow';

import type { RadarClient } from '../../shared/client';
import { staticDataOf } from '../staticData';
import { nameOf, readDefinitions } from './definitions';
import { reconcile } from './reconcile';

const LISTED = 10;

const listed = (names: string[]): string =>
	`${names.slice(0, LISTED).join('; ')}${names.length > LISTED ? ` and ${names.length - LISTED} more` : ''}`;

/** What publishing the workflow would create, in one sentence or two. Reads only, never throws. */
export async function previewCreation(execution: IExecuteFunctions, service: RadarClient): Promise<string> {
	try {
		const definitions = await readDefinitions(
			{
				getNodeParameter: (name, fallback, options) => execution.getNodeParameter(name, 0, fallback, options),
				getTimezone: () => execution.getTimezone(),
			},
			service.isLoopback,
		);
		const { ownUrl, created } = staticDataOf(execution);
		if (ownUrl === undefined) return creates(definitions.map(nameOf), 0);
		const { missing, adopted, edited } = await reconcile(service, ownUrl, definitions, created);
		if (edited.length > 0) {
			const names = edited.map(({ definition, differs }) => `${nameOf(definition)} (${differs.join(', ')})`);
			return `Publishing would fail: radars differ from those that are active: ${listed(names)}.`;
		}
		return creates(missing.map(nameOf), adopted.size);
	} catch (error) {
		return `Publishing would fail: ${error instanceof Error ? error.message : String(error)}.`;
	}
}

const creates = (missing: string[], existing: number): string =>
	missing.length === 0
		? `Publishing would create no radars: all of them already exist (${existing}).`
		: `Publishing would create ${missing.length} ${missing.length === 1 ? 'radar' : 'radars'}, which may cost money: ${listed(missing)}. ${existing} already exist.`;
