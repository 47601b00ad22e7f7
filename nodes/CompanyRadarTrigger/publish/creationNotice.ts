import type { IExecuteFunctions } from 'n8n-workflow';

import { showHint } from '../../shared/n8n/host';
import { perNode } from '../../shared/triggers/perNode';
import { staticDataOf, type StaticData } from '../staticData';

type CreationReport = NonNullable<StaticData['creation']>;

/** The last creation that this process reported. */
const reportedOf = perNode((): { id?: string } => ({}));

/** What publishing created and charged, unless this process knows that it was reported. */
export function unreportedCreation(execution: IExecuteFunctions): CreationReport | undefined {
	const { creation } = staticDataOf(execution);
	return creation?.id === reportedOf(execution).id ? undefined : creation;
}

/** Shows the report in only one execution, even across processes: its ID is recorded like that of an update. */
export function reportCreation(
	execution: IExecuteFunctions,
	{ id, text }: CreationReport,
	passed: ReadonlySet<string>,
): void {
	reportedOf(execution).id = id;
	if (passed.has(id)) showHint(execution, text);
}
