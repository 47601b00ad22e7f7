import type { INodeExecutionData } from 'n8n-workflow';

import type { N8nRest } from '../../../tools/n8n-host/rest';
import { attempted, compared, type Finding, type Section } from '../section';
import type { Stage } from '../stage';
import {
	type Chosen,
	createCredentials,
	EXAMPLE_NAMES,
	isAuthorized,
	readExample,
	setUp,
	startsOf,
} from './example';
import { takePictures } from './pictures';
import { compareMet, type OfExample } from './met';
import { compareSamples } from './results';
import { AGENT_RUNS, BUTTON_RUNS } from './runs/agents';
import { CRM_RUNS } from './runs/crm';
import { FORM_RUNS } from './runs/forms';
import { PLAN_RUNS } from './runs/plans';
import { look, prepare, type Run, type Runs, type World } from './runs/run';
import { TABLE_RUNS } from './runs/tables';
import { TEAM_RUNS } from './runs/team';
import { type StandIns, withStandIns } from './standIns';
import { compareVisits, publishTriggers } from './starts';
import { Tables } from './tables';
import { compareVariants } from './variants';

/** The editor is looked at for pictures and releases; docs tests estimate what fits there. */
const SHOWS = process.env.PICTURES ?? process.env.ALL_ENGINES;

/** In this order: some work on what the one before has made, and agents have a budget, which n8n checks against charges that a fresh service no longer shows. */
const RUNS: Runs = {
	...AGENT_RUNS,
	...TEAM_RUNS,
	...CRM_RUNS,
	...TABLE_RUNS,
	...FORM_RUNS,
	...BUTTON_RUNS,
	...PLAN_RUNS,
};

/** The files in examples/ on a real n8n: as they are, and set up. */
export const examples: Section = {
	name: 'examples',
	risk: "an example may not import, start, or send what it says, with n8n's own nodes around ours",
	packages: ['chromium', 'openssl'],
	run: async (context) => await withStandIns(context, prove, { env: { N8N_PROXY_HOPS: '1' } }),
};

async function prove(stage: Stage, standIns: StandIns): Promise<Finding[]> {
	const { host, sandbox } = stage;
	const { services } = standIns;
	const chosen = await createCredentials(host.rest, sandbox);
	stage.log('with samples');
	const findings = await compareSamples(chosen, stage, standIns);
	stage.log('variants');
	const triggers = await publishTriggers(chosen, stage);
	const met = await compareVariants(chosen, stage, standIns);
	stage.log('published');
	met.push(...(await compareVisits(chosen, stage)), ...(await triggers.compare()));
	stage.log('for real');
	const world = { ...standIns, sandbox, tables: await Tables.open(host.rest) };
	for (const [example, runs] of Object.entries(RUNS).filter(([name]) => EXAMPLE_NAMES.includes(name)))
		for (const run of runs) met.push(await runForReal(example, run, chosen, world, stage));
	findings.push(...met, ...compareMet(met));
	findings.push(
		compared('Examples that n8n 3.0 would run differently, by its own report', await affected(host.rest), []),
		compared(
			'Examples that did not run for real',
			EXAMPLE_NAMES.filter((name) => !(name in RUNS)),
			[],
		),
		compared('Calls to other hosts', services.unknownHosts, []),
	);
	if (!SHOWS) return findings;
	stage.log('on the canvas');
	return [
		...findings,
		compared('Notes and names that do not fit on the canvas', await takePictures(chosen, stage), []),
	];
}

/** Names of the rules of n8n's own report on 3.0 that concern one of the workflows above. */
async function affected(rest: N8nRest): Promise<string[]> {
	const { report, totalWorkflows } = await rest.request<{
		report: { workflowResults: Array<{ ruleId: string }> };
		totalWorkflows: number;
	}>('GET', '/breaking-changes/report?version=v3');
	if (totalWorkflows < EXAMPLE_NAMES.length)
		throw new Error(`n8n looked at ${totalWorkflows} workflows only.`);
	return report.workflowResults.map(({ ruleId }) => ruleId);
}

async function runForReal(
	example: string,
	run: Run,
	chosen: Chosen,
	world: World,
	stage: Stage,
): Promise<OfExample> {
	const { meets, from = startsOf(readExample(example))[0] ?? '' } = run;
	const what = `${example}, from ${from}${meets ? `: ${meets.join(' and ')}` : ''}`;
	const finding = await attempted(what, async () => {
		const update = await prepare(run, world);
		const ended = await execute(example, { ...run, from }, chosen, world, stage);
		const message = ended.error?.message ?? ended.status;
		if (run.fails ? !run.fails.test(message) : ended.status !== 'success')
			return { seen: message, ok: false };
		const refused = world.services.requests.filter((request) => !isAuthorized(request));
		if (refused.length > 0) return { seen: `no credential at ${refused[0]?.address}`, ok: false };
		const { seen, ok } = await look(run, world, ended, update);
		return { seen: `${message}, ${seen}`, ok };
	});
	return { example, meets, ...finding };
}

async function execute(
	example: string,
	run: Run & { from: string },
	chosen: Chosen,
	world: World,
	stage: Stage,
) {
	const { from, starts } = run;
	const { rest } = stage.host;
	const ready = setUp(readExample(example), chosen, run);
	if (starts) ready.pinData = { [from]: starts.map((json) => ({ json }) as INodeExecutionData) };
	const saved = await rest.createWorkflow(ready);
	if (run.execute) return await run.execute({ saved, from, world, stage });
	return await rest.executionEnd(await rest.runManually(saved, from));
}
