import type { INode } from 'n8n-workflow';

import { runtimeStateOf } from '../../../nodes/CompanyRadarTrigger/state';

const memoryOfNode = (id: number) =>
	runtimeStateOf({
		getWorkflow: () => ({ id: 'workflow', active: true }),
		getNode: () => ({ id: String(id) }) as INode,
	});

it('forgets the nodes that were quiet longest when there are very many', () => {
	const [quiet, busy] = [memoryOfNode(0), memoryOfNode(1)];
	for (let id = 2; id < 1001; id++) {
		memoryOfNode(id);
		expect(memoryOfNode(1)).toBe(busy);
	}
	expect(memoryOfNode(0)).not.toBe(quiet);
});
