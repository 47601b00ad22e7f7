import type { INodeExecutionData } from 'n8n-workflow';

import type { N8nRest } from '../../../tools/n8n-host/rest';
import { compared, type Finding, type Section } from '../section';
import { onStage, type Stage } from '../stage';
import {
	type Chosen,
	createCredentials,
	EXAMPLE_NAMES,
	isAuthorized,
	issuesOf,
	readExample,
	setUp,
	startsOf,
} from './example';
import { takePictures } from './pictures';
import { compareMet, type OfExample } from './met';
import { compareResults } from './results';
import { RUNS } from './runs';
import { type Run, Tables, type World } from './runs/run';
import { startStandIns, type StandIns } from './standIns';
import { publishSchedules } from './schedules';
import { compareStarts } from './starts';
import { compareVariants } from './variants';

/** The files in examples/ on a real n8n: as they are, and set up. */
export const examples: Section = {
	name: 'examples',
	risk: "an example must import and run as it is, with n8n's own nodes around ours",
	packages: ['chromium', 'openssl'],
	run: async (context) => {
		const standIns = await startStandIns();
		try {
			return await onStage(context, (stage) => prove(stage, standIns), {
				...standIns.services.env,
				N8N_PROXY_HOPS: '1',
			});
		} finally {
			await standIns.services.stop();
		}
	},
};

async function prove(stage: Stage, standIns: StandIns): Promise<Finding[]> {
	const { host, sandbox } = stage;
	const { services } = standIns;
	const schedules = await publishSchedules(stage);
	const chosen = await createCredentials(host.rest, sandbox);
	const types = await host.rest.nodeTypes();
	const findings = EXAMPLE_NAMES.map((name) =>
		compared(`${name}: missing nodes and issues of parameters`, issuesOf(readExample(name), types), []),
	);
	stage.log('with samples');
	for (const name of EXAMPLE_NAMES) {
		findings.push(...(await runWithSamples(name, stage, standIns)));
		findings.push(...(await compareResults(name, chosen, stage, standIns)));
	}
	stage.log('variants');
	const met = await compareVariants(chosen, stage, standIns);
	stage.log('published');
	met.push(...(await compareStarts(chosen, stage)), ...(await schedules.compare()));
	stage.log('for real');
	const world = { ...standIns, sandbox, tables: await Tables.open(host.rest) };
	for (const run of RUNS.filter(({ example }) => EXAMPLE_NAMES.includes(example)))
		met.push(await runForReal(run, chosen, world, stage));
	findings.push(...met, ...compareMet(met));
	const run = new Set(RUNS.map(({ example }) => example));
	findings.push(
		compared('Examples that n8n 3.0 would run differently, by its own report', await affected(host.rest), []),
		compared(
			'Examples that did not run for real',
			EXAMPLE_NAMES.filter((name) => !run.has(name)),
			[],
		),
		compared('Calls to other hosts', services.unknownHosts, []),
	);
	stage.log('on the canvas');
	findings.push(
		compared('Notes and names that do not fit on the canvas', await takePictures(chosen, stage), []),
	);
	return findings;
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

/** As imported: what starts with a sample, and reads nothing but samples. */
async function runWithSamples(
	name: string,
	{ host: { rest }, sandbox }: Stage,
	{ services }: StandIns,
): Promise<Finding[]> {
	const example = readExample(name);
	const saved = await rest.createWorkflow(example);
	const findings: Finding[] = [];
	const requests = () => sandbox.control.log().length + services.requests.length;
	for (const start of startsOf(example)) {
		const before = requests();
		const { status, error } = await rest.executionEnd(await rest.runManually(saved, start));
		const seen = `${error?.message ?? status}, ${requests() - before} requests`;
		findings.push({
			what: `${name}, with its samples, from ${start}`,
			seen,
			ok: seen === 'success, 0 requests',
		});
	}
	return findings;
}

async function runForReal(run: Run, chosen: Chosen, world: World, stage: Stage): Promise<OfExample> {
	const { example, meets } = run;
	const what = `${example}, from ${run.from}${meets ? `: ${meets.join(' and ')}` : ''}`;
	return { example, meets, what, ...(await seenOf(run, chosen, world, stage)) };
}

async function seenOf(run: Run, chosen: Chosen, world: World, stage: Stage): Promise<Omit<Finding, 'what'>> {
	try {
		world.services.requests.length = 0;
		world.services.statusOf = () => 200;
		await run.before?.(world);
		const ended = await execute(run, chosen, world, stage);
		const message = ended.error?.message ?? ended.status;
		if (ended.status !== 'success' && !run.fails?.test(message)) return { seen: message, ok: false };
		const done = await run.after(world, ended);
		const refused = world.services.requests.filter((request) => !isAuthorized(request));
		if (refused.length > 0) return { seen: `no credential at ${refused[0]?.address}`, ok: false };
		return { seen: `${message}, ${done}`, ok: true };
	} catch (error) {
		return { seen: String(error).replaceAll(/\s+/g, ' '), ok: false };
	}
}

async function execute(run: Run, chosen: Chosen, world: World, stage: Stage) {
	const { example, from, keepPin, starts, parameters, settings } = run;
	const { rest } = stage.host;
	const keepPins = keepPin ? [from] : [];
	const ready = setUp(readExample(example), chosen, { keepPins, parameters, settings });
	if (starts) ready.pinData = { [from]: starts.map((json) => ({ json }) as INodeExecutionData) };
	const saved = await rest.createWorkflow(ready);
	if (run.execute) return await run.execute(saved, world, stage);
	return await rest.executionEnd(await rest.runManually(saved, from));
}
