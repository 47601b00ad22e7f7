import { randomUUID } from 'node:crypto';

/** A node that does nothing, for what comes after a trigger. */
export const noOperation = (name: string) => ({
	id: randomUUID(),
	name,
	type: 'n8n-nodes-base.noOp',
	typeVersion: 1,
	position: [200, 0],
	parameters: {},
});
