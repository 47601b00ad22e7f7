import { name, n8n } from '../../package.json';
import { itemsOf } from '../n8n-host/execution';
import { startHost } from '../n8n-host/host';
import type { Task } from '../shared/task';

/** It needs no account. */
const PREVIEW = {
	resource: 'titleFilter',
	operation: 'previewMatches',
	expression: 'sales AND manager',
	title: 'Sales Manager',
};

/**
 * Lets a fresh n8n install a version of the package as in a container, and runs an operation of it. `env` has further
 * settings of n8n. Resolves with what is wrong, in words; empty if nothing is.
 */
export async function checkPublished(
	version: string,
	env: Record<string, string>,
	task: Task & { port?: number },
): Promise<string[]> {
	const settings = {
		N8N_COMMUNITY_PACKAGES_MANAGED_BY_ENV: 'true',
		N8N_COMMUNITY_PACKAGES: JSON.stringify([{ name, version }]),
		...env,
	};
	const host = await startHost({ env: settings, port: task.port }, task);
	try {
		const types = (await host.rest.nodeTypes()).map((type) => type.name);
		const own = types.filter((type) => type.startsWith(`${name}.`) && !type.endsWith('Tool'));
		if (own.length !== n8n.nodes.length)
			return [
				`n8n has ${own.length} of ${n8n.nodes.length} nodes. It says:\n${linesAbout(name, host.log())}`,
			];
		const node = (label: string, type: string, parameters: object) => ({
			id: label,
			name: label,
			type,
			typeVersion: 1,
			position: [0, 0],
			parameters,
		});
		const saved = await host.rest.createWorkflow({
			name: 'Published',
			nodes: [
				node('Start', 'n8n-nodes-base.manualTrigger', {}),
				node('Preview', `${name}.companyRadar`, PREVIEW),
			],
			connections: { Start: { main: [[{ node: 'Preview', type: 'main', index: 0 }]] } },
		});
		const execution = await host.rest.executionEnd(await host.rest.runManually(saved, 'Start'));
		const [item] = itemsOf(execution, 'Preview');
		return item?.json.matches === true
			? []
			: [`Preview: ${execution.error?.message ?? JSON.stringify(item)}`];
	} finally {
		await host.stop();
	}
}

const linesAbout = (word: string, log: string) =>
	log
		.split('\n')
		.filter((line) => line.includes(word))
		.join('\n');
