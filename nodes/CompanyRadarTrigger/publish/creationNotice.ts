import type { IExecuteFunctions } from 'n8n-workflow';

import { perNode } from '../../shared/triggers/perNode';
import { hint } from '../preview';
import { staticDataOf, type StaticData } from '../staticData';

type Creation = NonNullable<StaticData['creation']>;

/** The creation that this process needs no more to tell of. */
const toldOf = perNode((): { id?: string } => ({}));

/** What publishing created and charged, unless this process knows that an execution reported it. */
export function untoldCreation(execution: IExecuteFunctions): Creation | undefined {
	const { creation } = staticDataOf(execution);
	return creation?.id === toldOf(execution).id ? undefined : creation;
}

/** Its ID is recorded like that of an update, so that one execution tells it, whichever process runs that. */
export function tellCreation(
	execution: IExecuteFunctions,
	{ id, text }: Creation,
	passed: ReadonlySet<string>,
): void {
	toldOf(execution).id = id;
	if (passed.has(id)) hint(execution, text);
}
