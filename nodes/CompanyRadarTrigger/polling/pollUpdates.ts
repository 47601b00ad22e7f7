import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { createService, type RadarService } from '../../shared/transport';
import { checkTimestamp } from '../../shared/validation/timestamp';
import { CATCH_UP } from '../fields/delivery';
import { isWanted } from '../filters';
import { ownUpdates } from './ownUpdates';
import { PROCESS, type NodeMemory } from '../memory';
import { readSettings, type Settings } from '../settings';
import { staticDataOf, type StaticData } from '../staticData';
import { toItems } from '../update';
import { InputError } from '../inputError';
import { poll } from './poller';
import { firstState, readState, type Start } from './state';
import { updatePages } from './updatePages';

/** Of what n8n remembers for the node, so much is fetched again and handed over in a poll at most. */
const SHARE = 4;
const MOST_ROOM = 1250;

/** Handings of an update that nobody confirms: executions run in another process, or are discarded again and again. */
const HANDINGS_ELSEWHERE = 2;
const HANDINGS_HERE = 5;

const STUCK = new InputError(
	'The list of updates cannot be followed by polling',
	'It begins with the oldest update, is too long to be read from its start in one poll, and the service does not let a poll go on where the last one ended. Choose the delivery Webhook.',
);

const NO_URL = new InputError(
	'The URL of this node is not known yet',
	'Switch the workflow off and on again: then n8n tells it.',
);

const LOOKS_FOR_URL = 50;
const BETWEEN_LOOKS = 100;

/** The present as the service sees it: its clock may differ from ours. */
async function serviceTime(service: RadarService): Promise<number> {
	const { timestamp } = await service.listRadars({ limit: 1 });
	const time = Date.parse(timestamp);
	return Number.isNaN(time) ? Date.now() : time;
}

async function startOf(context: IPollFunctions, settings: Settings, service: RadarService): Promise<Start> {
	if (settings.startFrom === 'everything') return { kind: 'everything' };
	if (settings.startFrom === 'date') {
		const date = checkTimestamp(context.getNodeParameter('startDate'), { timeZone: context.getTimezone() });
		if (!date.ok) throw InputError.ofField('Start Date', date.problems);
		return { kind: 'date', time: date.value.millis };
	}
	return { kind: 'now', time: await serviceTime(service) };
}

async function replayOf({ replayHours }: Settings, kept: StaticData, service: RadarService) {
	if (replayHours === undefined || kept.replayed === replayHours) return undefined;
	const to = await serviceTime(service);
	return { token: `replay ${to}`, from: to - replayHours * 3_600_000, to };
}

/** While the workflow is being switched on, the lifecycle methods run at the same time: they learn the URL. */
async function ownUrlOf(kept: StaticData): Promise<string> {
	for (let left = LOOKS_FOR_URL; kept.ownUrl === undefined && left > 0; left--) await sleep(BETWEEN_LOOKS);
	if (kept.ownUrl === undefined) throw NO_URL;
	return kept.ownUrl;
}

const wantedBy =
	(settings: Settings, kept: StaticData, memory: NodeMemory, service: RadarService) =>
	async (updates: IDataObject[]): Promise<boolean[]> => {
		const wanted = updates.map((update) => isWanted(update, settings.filters));
		if (settings.delivery !== CATCH_UP) return wanted;
		const own = await ownUpdates(updates, await ownUrlOf(kept), memory, service);
		return wanted.map((isWantedHere, index) => isWantedHere && own[index] === true);
	};

/** Time that a poll may take, in milliseconds, where the host tells it. */
const budgetOf = (context: IPollFunctions): number => context.getPollBudgetMs?.() ?? Number.POSITIVE_INFINITY;

/** One poll: what is new, or null. State is kept only if nothing failed. */
export async function pollUpdates(
	context: IPollFunctions,
	memory: NodeMemory,
): Promise<INodeExecutionData[][] | null> {
	const settings = readSettings(context);
	const kept = staticDataOf(context);
	const until = Date.now() + budgetOf(context);
	const service = await createService(context, { interactive: true });
	const state =
		readState(kept.poll, PROCESS, memory.lastState) ??
		firstState(await startOf(context, settings, service), PROCESS);
	const replay = await replayOf(settings, kept, service);

	const result = await poll<IDataObject>({
		state,
		fetch: updatePages(service, wantedBy(settings, kept, memory, service), () => Date.now() < until),
		rules: {
			isConfirmed: (id) => memory.deduplicator.has(id),
			mostHandings: memory.deduplicator.hasAny ? HANDINGS_HERE : HANDINGS_ELSEWHERE,
		},
		room: Math.min(MOST_ROOM, Math.floor(settings.remembered / SHARE)),
		now: Date.now(),
		replay,
	});
	if (result.isStuck) throw STUCK;
	if (result.isBehind) context.logger.info('Company Radar Trigger is working its way through older updates');
	kept.poll = result.state;
	memory.lastState = result.state;
	kept.replayed = settings.replayHours;
	if (result.updates.length === 0) return null;
	return [toItems(result.updates.map(({ update, replay: token }) => ({ update, replay: token })))];
}
