import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

import { atMost, told, type Bench, type BenchContext, type Figure } from './bench';
import type { ClientWork } from './support/clientChild';
import { execute } from './support/engine';
import { leastSeconds } from './support/leastTime';
import { withSandbox } from './support/separateSandbox';
import { withSpeededUp } from './support/speededUp';
import { secondsOf } from './support/stats';
import { freshItems, REVEALS } from './support/work';

const SPEED = 60;
const FEW = 300;
const MANY = 600;
const FAIR_WITHIN = 0.1;

/** Two executions of one process; looks at who got how much while both were sending. */
const twoExecutions = async ({ built }: BenchContext): Promise<Figure> =>
	await withSpeededUp(SPEED, async (service) => {
		await service.prepareBudget();
		const nodeType = built.fresh('CompanyRadar');
		const { credential, sandbox } = service;
		const { parameters } = REVEALS;
		const works = [MANY, FEW].map((count) => freshItems(REVEALS, count));
		await Promise.all(
			works.map(
				async (items, index) =>
					await execute({ nodeType, parameters, items, credential, executionId: `${index}` }),
			),
		);
		const isOfFew = new Set(works[1]?.map(({ ip }) => JSON.stringify({ ip })));
		const served = (await sandbox.log()).filter(({ status }) => status === 200);
		const ofFew = served.map(({ requestBody }) => isOfFew.has(requestBody));
		// One is through with reading its items before the other.
		const both = ofFew.slice(
			Math.max(ofFew.indexOf(true), ofFew.indexOf(false)),
			ofFew.lastIndexOf(true) + 1,
		);
		const share = both.filter(Boolean).length / both.length;
		return atMost(
			'Sharing a key: two executions of a process, distance from half',
			Math.abs(share / 0.5 - 1),
			FAIR_WITHIN,
			`${FEW} reveals beside ${MANY}: they were ${(share * 100).toFixed(1)} % of the ${both.length} that were sent while both had some left`,
		);
	});

const CALLS_OF_EACH = 110;
/** With slow answers the two learn of each other only after the first seconds; this short, 1 % is two refusals. */
const QUICK = 0.2;
const SLOW = 2;

async function client(work: ClientWork): Promise<void> {
	const child = fork(path.join(__dirname, 'support/clientChild.ts'), [JSON.stringify(work)]);
	const [code] = (await once(child, 'exit')) as [number | null];
	if (code !== 0) throw new Error(`A client ended with code ${code}`);
}

/** Two processes that know nothing of each other, at real speed. */
const twoProcesses = async (latency: number, { built }: BenchContext): Promise<Figure[]> => {
	const real = { perMinute: 100, perSecond: 10, latency };
	const settings = { latencyMs: { 'POST /v1/company-reveal': latency * 1000 } };
	return await withSandbox({ balanceUsd: 1_000_000, settings }, async (sandbox) => {
		const seconds = await secondsOf(
			async () =>
				await Promise.all(
					[0, 1].map(
						async () =>
							await client({
								nodeFile: built.fileOf('CompanyRadar'),
								credential: sandbox.credential(real.perSecond),
								items: freshItems(REVEALS, CALLS_OF_EACH),
							}),
					),
				),
		);
		const log = await sandbox.log();
		const refused = log.filter(({ status }) => status === 429).length;
		const least = leastSeconds(2 * CALLS_OF_EACH, real);
		const detail = `${CALLS_OF_EACH} reveals each at real speed, with ${latency} s an answer`;
		const name = `Sharing a key: two processes, ${latency} s an answer`;
		const percent = (refused / log.length) * 100;
		const ofAll = `${refused} of ${log.length}; ${detail}`;
		return [
			latency === QUICK
				? atMost(`${name}, 429, %`, percent, 1, ofAll)
				: told(`${name}, 429, %`, percent, ofAll),
			told(
				`${name}, time over the least possible`,
				seconds / least,
				`${least.toFixed(1)} s, which the limit allows both together; the start of the processes is counted`,
			),
		];
	});
};

export const sharing: Bench = {
	name: 'sharing',
	run: async (context) => [
		await twoExecutions(context),
		...(await twoProcesses(QUICK, context)),
		...(await twoProcesses(SLOW, context)),
	],
};
