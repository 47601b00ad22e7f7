import { LIMITS } from '../../shared/api/limits';
import type { Radar, RadarDefinition } from '../../shared/api/types';
import { RadarApiError } from '../../shared/client/errors/radarApiError';
import type { RadarClient } from '../../shared/client/radarClient';
import { inSlices } from '../../shared/host/clock';
import { toFailure } from '../../shared/run/itemErrors';
import type { RunContext } from '../../shared/run/runContext';
import { refusalIn, isBudgetReached } from '../../shared/values/basics/refusal';
import { chunk } from '../../shared/values/basics/values';
import { endOf, isActive } from '../../shared/values/radars/radarInWords';
import { RadarIndex } from '../../shared/values/radars/sameRadar';

export const notLoaded = (error: unknown): string =>
	`Couldn't load the existing radars: ${toFailure(error).what}.`;

/** The account's radars, read once for each type that is asked for. */
export class RadarsByType {
	private readonly byType = new Map<string, Promise<RadarIndex>>();

	/** @param withEnding whether deactivated radars count until their paid month ends */
	constructor(
		private readonly client: RadarClient,
		private readonly withEnding = false,
	) {}

	/** The closest radar of the same target. @throws RadarApiError */
	async closest(definition: RadarDefinition) {
		const { radar_type: type } = definition;
		const reading = this.byType.get(type) ?? this.read(type);
		this.byType.set(type, reading);
		return (await reading).closest(definition);
	}

	private async read(type: string): Promise<RadarIndex> {
		const { client, withEnding } = this;
		const radars: Record<'active' | 'ending', Radar[]> = { active: [], ending: [] };
		const query = { radar_type: type, ...(withEnding ? {} : { radar_status: 'active' as const }) };
		for await (const radar of client.allRadars(query)) {
			if (isActive(radar)) radars.active.push(radar);
			else if (withEnding && endOf(radar, client.now) !== undefined) radars.ending.push(radar);
		}
		return await RadarIndex.of([...radars.active, ...radars.ending]);
	}
}

/** A radar that wasn't created, and why. */
interface NotCreated {
	definition: RadarDefinition;
	error: unknown;
}

/** The same, and the radar that exists in its place. */
type Instead<Each> = Each & { existing?: Radar };

/** Whether the error names the radar in the way of one. That of a whole bulk request doesn't. */
const isConflict = (error: unknown): error is RadarApiError =>
	error instanceof RadarApiError &&
	error.failure.endpoint === 'createRadar' &&
	error.failure.conflictingRadarId !== undefined;

const idInTheWay = ({ failure }: RadarApiError): string => failure.conflictingRadarId?.toLowerCase() ?? '';

/** Whether nothing was sent because of doubts or the budget: a radar that exists costs nothing. */
const isHeldBack = (error: unknown): boolean =>
	refusalIn(error).kind === 'doubtful' || isBudgetReached(error);

/** The step after creating: finds the radars that exist in place of those that weren't created. */
export class ExistingRadars {
	private readonly ofAccount: RadarsByType;

	/** @param areReturned whether the user wants them */
	constructor(
		private readonly context: RunContext,
		private readonly areReturned: boolean,
	) {
		this.ofAccount = new RadarsByType(context.client);
	}

	/**
	 * The radar that a conflict names, or, if nothing was sent, one of the same target and filters. Others keep their error. Never throws,
	 * so that created radars are always reported.
	 */
	async insteadOf<Each extends NotCreated>(refused: Each[]): Promise<Array<Instead<Each>>> {
		if (!this.areReturned) return refused;
		const inTheWay = await this.inTheWay(refused.map(({ error }) => error).filter(isConflict));
		const results: Array<Instead<Each>> = [];
		for await (const each of inSlices(refused)) {
			const { definition, error } = each;
			if (isConflict(error)) results.push({ ...each, ...inTheWay(error) });
			else results.push({ ...each, existing: isHeldBack(error) ? await this.find(definition) : undefined });
		}
		return results;
	}

	/** Loads the radars that conflicts name. Returns a function that looks one up, or adds to the error that it couldn't be loaded. */
	private async inTheWay(conflicts: RadarApiError[]) {
		const { client } = this.context;
		const radars = new Map<string, Radar>();
		let detail = "Couldn't load the existing radar.";
		for (const ids of chunk([...new Set(conflicts.map(idInTheWay))], LIMITS.listRadarIds)) {
			try {
				for await (const radar of client.forFollowUp().allRadars({ radar_id: ids.join(',') }))
					radars.set(radar.radar_id.toLowerCase(), radar);
			} catch (error) {
				detail = notLoaded(error);
			}
		}
		return (error: RadarApiError): Pick<Instead<NotCreated>, 'existing' | 'error'> => {
			const existing = radars.get(idInTheWay(error));
			if (existing) return { existing, error };
			return { error: new RadarApiError({ ...error.failure, detail }) };
		};
	}

	/** The radar of the same target with the same filters, else one whose filters aren't known. */
	private async find(definition: RadarDefinition): Promise<Radar | undefined> {
		try {
			const closest = await this.ofAccount.closest(definition);
			return closest?.filters === 'other' ? undefined : closest?.radar;
		} catch (error) {
			this.context.summary.note(notLoaded(error));
			return undefined;
		}
	}
}
