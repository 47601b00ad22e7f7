import type { INode } from 'n8n-workflow';

import { perNode } from '../../../nodes/shared/triggers/perNode';

const stateOf = perNode(() => ({}));

const stateOfNode = (id: number) =>
	stateOf({
		getWorkflow: () => ({ id: 'workflow', active: true }),
		getNode: () => ({ id: String(id) }) as INode,
	});

it('forgets the nodes that were quiet longest when there are very many', () => {
	const [quiet, busy] = [stateOfNode(0), stateOfNode(1)];
	for (let id = 2; id < 1001; id++) {
		stateOfNode(id);
		expect(stateOfNode(1)).toBe(busy);
	}
	expect(stateOfNode(0)).not.toBe(quiet);
});
