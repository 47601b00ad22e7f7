import { loopback } from '../../../tools/shared/loopback';
import { compared, type Finding, type Section } from '../section';
import { onStage, type Stage } from '../stage';
import { createCredentials, HEADER, isAuthorized, type Chosen } from './credentials';
import { EXAMPLE_NAMES, readExample, setUp } from './example';
import { issuesOf } from './issues';
import { takePictures } from './pictures';
import { RUNS } from './runs';
import type { Run, World } from './runs/run';
import { startStandIns, type StandIns } from './services';
import { Tables } from './tables';

/** The files in examples/ on a real n8n: as they are, and set up. */
export const examples: Section = {
	name: 'examples',
	packages: ['chromium', 'openssl'],
	run: async (context) => {
		const standIns = await startStandIns();
		try {
			return await onStage(context, (stage) => prove(stage, standIns), standIns.services.env);
		} finally {
			await standIns.services.stop();
		}
	},
};

async function prove(stage: Stage, standIns: StandIns): Promise<Finding[]> {
	const { host, sandbox } = stage;
	const { services } = standIns;
	const chosen = await createCredentials(host.rest, sandbox);
	const types = await host.rest.nodeTypes();
	const findings = EXAMPLE_NAMES.map((name) =>
		compared(`${name}: missing nodes and issues of parameters`, issuesOf(readExample(name), types), []),
	);
	for (const name of EXAMPLE_NAMES) findings.push(...(await runWithSamples(name, stage, standIns)));
	const world = { ...standIns, sandbox, tables: await Tables.open(host.rest) };
	for (const run of RUNS) findings.push(await runForReal(run, chosen, world, stage));
	const run = new Set(RUNS.map(({ example }) => example));
	findings.push(
		compared(
			'Examples that did not run for real',
			EXAMPLE_NAMES.filter((name) => !run.has(name)),
			[],
		),
		compared('Calls to other hosts', services.unknownHosts, []),
	);
	await takePictures(chosen, stage);
	return findings;
}

/** As imported: what starts with a sample, and reads nothing but samples. */
async function runWithSamples(
	name: string,
	{ host: { rest }, sandbox }: Stage,
	{ services }: StandIns,
): Promise<Finding[]> {
	const example = readExample(name);
	const targets = new Set(
		Object.values(example.connections).flatMap(({ main = [] }) =>
			main.flatMap((links) => links ?? []).map(({ node }) => node),
		),
	);
	const starts = Object.keys(example.pinData ?? {}).filter((node) => !targets.has(node));
	const saved = await rest.createWorkflow(example);
	const findings: Finding[] = [];
	const requests = () => sandbox.control.log().length + services.requests.length;
	for (const start of starts) {
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

export async function runForReal(run: Run, chosen: Chosen, world: World, stage: Stage): Promise<Finding> {
	const what = `${run.example}, from ${run.from}`;
	try {
		world.services.requests.length = 0;
		await run.before?.(world);
		const { status, error } = await execute(run, chosen, stage);
		if (status !== 'success') return { what, seen: error?.message ?? status, ok: false };
		const done = await run.after(world);
		const refused = world.services.requests.filter((request) => !isAuthorized(request));
		if (refused.length > 0) return { what, seen: `no credential at ${refused[0]?.address}`, ok: false };
		return { what, seen: `success, ${done || 'but not what it should do'}`, ok: done !== '' };
	} catch (error) {
		return { what, seen: String(error).replaceAll(/\s+/g, ' '), ok: false };
	}
}

async function execute({ example, from, keepPin, parameters, call }: Run, chosen: Chosen, { host }: Stage) {
	const { rest, url } = host;
	const keepPins = keepPin ? [from] : [];
	const saved = await rest.createWorkflow(setUp(readExample(example), chosen, { keepPins, parameters }));
	if (!call) return await rest.executionEnd(await rest.runManually(saved, from));
	await rest.request('POST', `/workflows/${saved.id}/run`, { triggerToStartFrom: { name: from } });
	await loopback.post(`${url}/${call.path}`, call.body, { headers: HEADER });
	const [execution] = await rest.executions({ workflowId: saved.id });
	return await rest.executionEnd(String(execution?.id));
}
