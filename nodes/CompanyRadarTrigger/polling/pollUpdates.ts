import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { createService, type RadarService } from '../../shared/transport';
import { checkTimestamp } from '../../shared/validation/timestamp';
import { CATCH_UP } from '../fields/delivery';
import { isWanted } from '../filters';
import { ownUpdates } from './ownUpdates';
import { memoryOf, PROCESS, type NodeMemory } from '../memory';
import { readSettings, type Settings } from '../settings';
import { toItems } from '../update';
import { InputError } from '../inputError';
import { poll } from './poller';
import { firstState, readState, type Start } from './state';
import type { PollState } from './types';
import { updatePages } from './updatePages';

/** Of what n8n remembers for the node, so much is fetched again and handed over in a poll at most. */
const SHARE = 4;
const MOST_ROOM = 1250;

/** Handings of an update that nobody confirms: executions run in another process, or are discarded again and again. */
const HANDINGS_ELSEWHERE = 2;
const HANDINGS_HERE = 5;

interface NodeState {
	poll?: PollState;
	/** Hours of the last replay, until the option is taken away. */
	replayed?: number;
}

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
		if (!date.ok) throw new InputError('Start Date', date.problems);
		return { kind: 'date', time: date.value.millis };
	}
	return { kind: 'now', time: await serviceTime(service) };
}

async function replayOf({ replayHours }: Settings, kept: NodeState, service: RadarService) {
	if (replayHours === undefined || kept.replayed === replayHours) return undefined;
	const to = await serviceTime(service);
	return { token: `replay ${to}`, from: to - replayHours * 3_600_000, to };
}

const wantedBy =
	(settings: Settings, memory: NodeMemory, service: RadarService) =>
	async (updates: IDataObject[]): Promise<boolean[]> => {
		const wanted = updates.map((update) => isWanted(update, settings.filters));
		if (settings.delivery !== CATCH_UP) return wanted;
		const own = await ownUpdates(updates, memory, service);
		return wanted.map((isWantedHere, index) => isWantedHere && own[index] === true);
	};

/** Time that a poll may take, in milliseconds, where the host tells it. */
const budgetOf = (context: IPollFunctions): number => context.getPollBudgetMs?.() ?? Number.POSITIVE_INFINITY;

/** One poll: what is new, or null. State is kept only if nothing failed. */
export async function pollUpdates(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const settings = readSettings(context);
	const memory = memoryOf(context);
	const kept = context.getWorkflowStaticData('node') as NodeState;
	const until = Date.now() + budgetOf(context);
	const service = await createService(context, { interactive: true });
	const state =
		readState(kept.poll, PROCESS) ?? firstState(await startOf(context, settings, service), PROCESS);
	const replay = await replayOf(settings, kept, service);

	const result = await poll<IDataObject>({
		state,
		fetch: updatePages(service, wantedBy(settings, memory, service), () => Date.now() < until),
		rules: {
			isConfirmed: (id) => memory.recorder.knows(id),
			mostHandings: memory.recorder.isInUse ? HANDINGS_HERE : HANDINGS_ELSEWHERE,
		},
		room: Math.min(MOST_ROOM, Math.floor(settings.remembered / SHARE)),
		now: Date.now(),
		replay,
	});
	if (result.isStuck) throw new InputError('Delivery', [STUCK]);
	if (result.isBehind) context.logger.info('Company Radar Trigger is working its way through older updates');
	kept.poll = result.state;
	kept.replayed = settings.replayHours;
	if (result.updates.length === 0) return null;
	return [toItems(result.updates.map(({ update, replay: token }) => ({ update, replay: token })))];
}

const STUCK = {
	reason:
		'The list of updates begins with the oldest, and is too long to be read from its start in one poll.',
	fix: 'Choose the delivery Webhook: the service does not let a poll go on where the last one ended.',
};
