import { record } from '../recordingServer';
import { compared, type Finding, type Section } from '../section';
import { credentialInput, onStage, type Stage } from '../stage';
import { EXAMPLE_NAMES, readExample, setUp, type Chosen } from './example';
import { issuesOf } from './issues';
import { takePictures } from './pictures';
import { RUNS, type Run, type World } from './runs';
import { Tables } from './tables';

/** The files in examples/ on a real n8n: as they are, and set up. */
export const examples: Section = {
	name: 'examples',
	packages: ['chromium'],
	run: async (context) => await onStage(context, prove),
};

async function prove(stage: Stage): Promise<Finding[]> {
	const { host, sandbox } = stage;
	// The only thing that the CRM is asked is how far it has got with an account.
	const standIn = await record((_, response) =>
		response
			.writeHead(200, { 'content-type': 'application/json' })
			.end(JSON.stringify({ stage: 'customer', owner: 'ada@example.com' })),
	);
	try {
		const chosen = await choose(stage);
		const types = await host.rest.nodeTypes();
		const findings = EXAMPLE_NAMES.map((name) =>
			compared(`${name}: missing nodes and issues of parameters`, issuesOf(readExample(name), types), []),
		);
		for (const name of EXAMPLE_NAMES) findings.push(...(await runWithSamples(name, stage)));
		const world = { sandbox, standIn, tables: await Tables.open(host.rest) };
		for (const run of RUNS) findings.push(await runForReal(run, chosen, world, stage));
		await takePictures(chosen, stage);
		return findings;
	} finally {
		await standIn.stop();
	}
}

async function choose({ host: { rest }, sandbox }: Stage): Promise<Chosen> {
	const header = {
		name: 'CRM',
		type: 'httpHeaderAuth',
		data: { name: 'authorization', value: 'Bearer stand-in' },
	};
	return {
		companyRadarApi: (await rest.createCredential(credentialInput(sandbox))).id,
		httpHeaderAuth: (await rest.createCredential(header)).id,
	};
}

/** As imported: what starts with a sample, and reads nothing but samples. */
async function runWithSamples(name: string, { host: { rest }, sandbox }: Stage): Promise<Finding[]> {
	const example = readExample(name);
	const targets = new Set(
		Object.values(example.connections as Record<string, { main?: Array<Array<{ node: string }>> }>).flatMap(
			({ main = [] }) => main.flat().map(({ node }) => node),
		),
	);
	const starts = Object.keys(example.pinData ?? {}).filter((node) => !targets.has(node));
	const saved = await rest.createWorkflow(example);
	const findings: Finding[] = [];
	for (const start of starts) {
		const before = sandbox.control.log().length;
		const { status, error } = await rest.executionEnd(await rest.runManually(saved, start));
		const seen = `${error?.message ?? status}, ${sandbox.control.log().length - before} requests`;
		findings.push({
			what: `${name}, with its samples, from ${start}`,
			seen,
			ok: seen === 'success, 0 requests',
		});
	}
	return findings;
}

async function runForReal(
	{ example, from, keepPin, before, after }: Run,
	chosen: Chosen,
	world: World,
	{ host: { rest } }: Stage,
): Promise<Finding> {
	await before?.(world);
	const ready = setUp(readExample(example), chosen, world.standIn.url, keepPin ? [from] : []);
	const saved = await rest.createWorkflow(ready);
	const { status, error } = await rest.executionEnd(await rest.runManually(saved, from));
	const done = await after(world);
	const seen = `${error?.message ?? status}, ${done || 'but not what it should do'}`;
	return { what: `${example}, from ${from}`, seen, ok: status === 'success' && done !== '' };
}
