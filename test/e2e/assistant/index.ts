import { createRequire } from 'node:module';

import { startSandbox } from '../../../sandbox';
import type { NodeTypeDescription } from '../../../tools/n8n-host/rest';
import { until } from '../../../tools/shared/until';
import { type Chosen, createCredentials } from '../examples/example';
import { startStandIns, type StandIns } from '../examples/standIns';
import { compared, type Finding, type Section } from '../section';
import { onStage, type Stage } from '../stage';
import { SEARCHES } from './searches';
import { type Sentence, SENTENCES } from './sentences';
import { SentenceWorld } from './world';

/** What n8n's assistant finds by the words that people use, and what it builds from nothing but the types of our nodes. */
export const assistant: Section = {
	name: 'assistant',
	risk: 'a workflow that somebody asked for must start when it should, only then, and say the right thing',
	packages: ['openssl'],
	run: async (context) => {
		const standIns = await startStandIns();
		try {
			const env = { ...standIns.services.env, N8N_PROXY_HOPS: '1' };
			return await onStage(context, (stage) => prove(stage, standIns), env);
		} finally {
			await standIns.services.stop();
		}
	},
};

async function prove(stage: Stage, standIns: StandIns): Promise<Finding[]> {
	const chosen = await createCredentials(stage.host.rest, stage.sandbox);
	// At once, since some wait for the next minute.
	const findings = await Promise.all(SENTENCES.map((sentence) => outcome(sentence, stage, standIns, chosen)));
	// Last, since n8n closes idle connections while its search is loaded.
	return [...findings, await searches(stage)];
}

/** Each sentence has accounts of its own, since some count what there is. */
async function outcome(
	sentence: Sentence,
	stage: Stage,
	standIns: StandIns,
	chosen: Chosen,
): Promise<Finding> {
	const { says, not, steps, happens, arrives, readsFrom, charges } = sentence;
	const what = `"${says}", but not ${not}`;
	const sandbox = await startSandbox({ settings: { unlimited: true } });
	const otherAccount = await startSandbox({ settings: { unlimited: true } });
	try {
		const accounts = { stage: { ...stage, sandbox }, standIns, chosen, otherAccount };
		const world = await SentenceWorld.create(steps, accounts);
		const texts = () => readsFrom?.(world) ?? world.texts();
		await happens(world);
		await until('it arrives', () => texts().length >= arrives.length).catch(() => undefined);
		await world.ended(0);
		await world.close();
		const seen = [...texts().sort(), sandbox.control.charges().length];
		return compared(what, seen, [...arrives.toSorted(), charges]);
	} catch (error) {
		return { what, seen: String(error), ok: false };
	} finally {
		await sandbox.stop();
		await otherAccount.stop();
	}
}

/** The part of n8n that its assistant searches nodes with. */
interface NodeCatalog {
	NodeSearchEngine: new (types: NodeTypeDescription[]) => {
		searchByName(query: string, limit: number): Array<{ name: string }>;
	};
}

/** As many as n8n's code builder looks at. */
const FIRST = 5;

async function searches({ host }: Stage): Promise<Finding> {
	const types = await host.rest.nodeTypes();
	const { NodeSearchEngine } = createRequire(host.installation.n8n)(
		'@n8n/ai-utilities/node-catalog',
	) as NodeCatalog;
	const engine = new NodeSearchEngine(types.filter(({ name }) => !name.endsWith('Tool')));
	const isOwn = (name: string) => name.startsWith('n8n-nodes-company-radar.');
	const found = SEARCHES.map(([phrase, type]) => {
		const names = engine.searchByName(phrase, FIRST).map(({ name }) => name);
		return { phrase, place: names.indexOf(type) + 1, ok: names.find(isOwn) === type };
	});
	return {
		what: `the assistant looks among ${types.length} nodes of n8n: place of ours`,
		seen: found.map(({ phrase, place }) => `${phrase} ${place}`).join(', '),
		ok: found.every(({ ok }) => ok),
	};
}
