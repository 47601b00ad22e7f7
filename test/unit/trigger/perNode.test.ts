import type { INode } from 'n8n-workflow';

import { perNode } from '../../../nodes/shared/host/host';

const stateOf = perNode(() => ({}));

const stateOfNode = (id: number) =>
	stateOf({
		getWorkflow: () => ({ id: 'workflow', active: true }),
		getNode: () => ({ id: String(id) }) as INode,
	});

it('each node keeps a state of its own, however many there are', () => {
	const states = Array.from({ length: 2000 }, (_, id) => stateOfNode(id));
	expect(new Set(states).size).toBe(2000);
	for (const [id, state] of states.entries()) expect(stateOfNode(id)).toBe(state);
});
