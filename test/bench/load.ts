import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { atMost, type Bench } from './bench';
import { listed, median } from './support/stats';

const PROCESSES = 20;
const KILOBYTE = 1000;

/**
 * What n8n does with a package when it starts, and when a workflow first uses its nodes. What n8n has loaded itself before is not
 * counted. Processor time, where that is less: the process may also have stood still because others were running.
 */
const SCRIPT = `
	require('reflect-metadata');
	require('luxon');
	const { LazyPackageDirectoryLoader } = require('n8n-core');
	const loader = new LazyPackageDirectoryLoader(process.cwd());
	const time = async (work) => {
		const [start, before] = [performance.now(), process.cpuUsage()];
		await work();
		const { user, system } = process.cpuUsage(before);
		return Math.min(performance.now() - start, (user + system) / 1000);
	};
	const start = async () => {
		await loader.loadAll();
		for (const name of Object.keys(loader.known.credentials)) loader.getCredential(name);
	};
	const use = () => Object.keys(loader.known.nodes).forEach((name) => loader.getNode(name));
	const measure = async () => console.log(JSON.stringify([await time(start), await time(use)]));
	measure();
`;

export const load: Bench = {
	name: 'load',
	run: async ({ built }) => {
		const run = promisify(execFile);
		const times: Array<[number, number]> = [];
		while (times.length < PROCESSES) {
			const { stdout } = await run(process.execPath, ['-e', SCRIPT], { cwd: built.folder });
			times.push(JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as [number, number]);
		}
		const atStart = times.map(([start]) => start);
		const atFirstUse = times.map(([, use]) => use);
		const how = `median of ${PROCESSES} new processes with n8n's loader, without the time in which others ran`;
		return [
			atMost('Load: when n8n starts, ms', median(atStart), 15, `${how}: ${listed(atStart, 0)}`),
			atMost(
				'Load: when the nodes are first used, ms',
				median(atFirstUse),
				30,
				`${how}: ${listed(atFirstUse, 0)}`,
			),
			atMost('Load: packed, KB', built.tarballBytes / KILOBYTE, 230, 'the tarball; KB is 1,000 bytes'),
		];
	},
};
