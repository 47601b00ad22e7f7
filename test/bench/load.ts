import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { atMost, type Bench } from './bench';
import { listed, median } from './support/stats';

const PROCESSES = 7;
const KILOBYTE = 1000;

/**
 * What n8n has loaded itself before it loads a package is not counted. Processor time, where that is less: the process
 * may also have stood still because others were running.
 */
const SCRIPT = `
	require('n8n-workflow');
	require('luxon');
	const [start, before] = [performance.now(), process.cpuUsage()];
	for (const file of process.argv.slice(1)) for (const Exported of Object.values(require(file))) new Exported();
	const { user, system } = process.cpuUsage(before);
	console.log(Math.min(performance.now() - start, (user + system) / 1000));
`;

export const load: Bench = {
	name: 'load',
	run: async ({ built }) => {
		const files = [
			built.fileOf('CompanyRadar'),
			built.fileOf('CompanyRadarTrigger'),
			built.fileOf('CompanyRadarVisitorTrigger'),
		];
		const run = promisify(execFile);
		const times: number[] = [];
		while (times.length < PROCESSES) {
			const { stdout } = await run(process.execPath, ['-e', SCRIPT, ...files], { cwd: built.folder });
			times.push(Number(stdout));
		}
		return [
			atMost(
				'Load: both nodes, ms',
				median(times),
				15,
				`median of ${PROCESSES} new processes that have loaded n8n-workflow, without the time in which others ran: ${listed(times, 0)}`,
			),
			atMost('Load: packed, KB', built.tarballBytes / KILOBYTE, 175, 'the tarball; KB is 1,000 bytes'),
		];
	},
};
