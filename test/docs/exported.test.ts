import { EXPORTED } from '../engine/exported/exported';
import { DESCRIPTIONS } from './workflow/nodeTypes';
import { parameterProblems } from './workflow/parameters';

test.each(EXPORTED)(
	'$name has only parameters that the editor still shows, with choices that it still offers',
	({ workflow }) => {
		const problems = workflow.nodes.flatMap((node) => {
			const description = DESCRIPTIONS[node.type];
			return description ? parameterProblems(node, description) : [];
		});
		expect(problems).toEqual([]);
	},
);
