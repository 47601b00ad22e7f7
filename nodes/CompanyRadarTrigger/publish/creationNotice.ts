import type { IExecuteFunctions } from 'n8n-workflow';

import { showHint } from '../../shared/n8n/host';
import { perNode } from '../../shared/triggers/perNode';
import { staticDataOf, type StaticData } from '../staticData';

type CreationReport = NonNullable<StaticData['creation']>;

/** The last creation that this process reported. */
const reportedOf = perNode((): { id?: string } => ({}));

/** What publishing created and charged, unless this process knows that an execution reported it. */
export function unreportedCreation(execution: IExecuteFunctions): CreationReport | undefined {
	const { creation } = staticDataOf(execution);
	return creation?.id === reportedOf(execution).id ? undefined : creation;
}

/** Its ID is recorded like that of an update, so exactly one execution reports it, in whichever process. */
export function reportCreation(
	execution: IExecuteFunctions,
	{ id, text }: CreationReport,
	passed: ReadonlySet<string>,
): void {
	reportedOf(execution).id = id;
	if (passed.has(id)) showHint(execution, text);
}
