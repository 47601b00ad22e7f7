import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { chunk } from '../../shared/values/basics/values';
import { HOUR_MS } from '../../shared/values/basics/time';
import { isSameReceiver } from '../../shared/values/basics/sameText';
import { LIMITS } from '../../shared/api/limits';
import type { RadarClient } from '../../shared/client/radarClient';
import { clock, inSlices } from '../../shared/host/clock';
import { RecentMap } from '../../shared/host/recentMap';
import { perNode } from '../../shared/host/host';
import { radarRefOf, timeOf } from '../../shared/updates/update';
import { isWanted, isWantedAndCounted } from '../deliveredUpdate';
import { CATCH_UP } from '../fields';
import type { TriggerParameters } from '../parameters';
import { staticDataOf } from './pollState';

const REMEMBERED = { size: 50_000 };

/** Updates of an unlisted radar wait up to this long, since the list of radars may lag. */
const MAX_WAIT_MS = HOUR_MS;
const MIN_LOOKUPS = 2;
const FIRST_INTERVAL_MS = 30_000;

/** A radar that the service does not list (yet). */
interface Unlisted {
	lookups: number;
	/** By `clock.now()`. */
	nextLookup: number;
	isReported?: boolean;
}

/** Which radars have the URL of a node, as far as this process knows. */
class OwnRadars {
	/** By `radar_id`. The URL of a radar never changes, so one lookup is enough. */
	private readonly isOwn = new RecentMap<boolean>(REMEMBERED);

	/** By `radar_id`. */
	private readonly unlisted = new RecentMap<Unlisted>(REMEMBERED);

	/**
	 * Whether each update belongs to a radar with this node's URL; undefined if that isn't known yet. Failures of unlisted radars count too:
	 * a failed creation leaves no radar, and its refund must not be missed (docs/contributing/api.md, Radar states).
	 * @param skipsUnlisted called once for each radar whose updates are skipped because the service doesn't list it
	 */
	async areOwn(
		updates: IDataObject[],
		{ client, ownUrls, serviceTime }: { client: RadarClient; ownUrls: string[]; serviceTime: number },
		skipsUnlisted: (radarId: string) => void,
	): Promise<Array<boolean | undefined>> {
		const ids = updates.map((update) => radarRefOf(update).radarId);
		await this.lookUp(
			[...new Set(ids)].filter((id) => id !== undefined),
			ownUrls,
			client,
		);
		return updates.map((update, index) => {
			const id = ids[index];
			const isFailure = update.update_type === 'radar_failure';
			if (id === undefined) return isFailure;
			const isOwn = this.isOwn.get(id);
			if (isOwn !== undefined) return isOwn;
			if (isFailure) return true;
			const radar = this.unlisted.get(id);
			const isYoung = serviceTime - (timeOf(update) ?? 0) < MAX_WAIT_MS;
			if (!radar || radar.lookups < MIN_LOOKUPS || isYoung) return undefined;
			if (!radar.isReported) skipsUnlisted(id);
			radar.isReported = true;
			return false;
		});
	}

	/** Looks up unknown radars, 50 per call, at growing intervals. */
	private async lookUp(radarIds: string[], ownUrls: string[], client: RadarClient): Promise<void> {
		const { isOwn, unlisted } = this;
		const unknown = radarIds.filter(
			(id) => !isOwn.has(id) && clock.now() >= (unlisted.get(id)?.nextLookup ?? 0),
		);
		for (const ids of chunk(unknown, LIMITS.listRadarIds)) {
			const query = { radar_id: ids.join(','), limit: LIMITS.listRadarIds };
			const { data } = await client.call('listRadars', { query });
			for (const id of ids) {
				const lookups = (unlisted.get(id)?.lookups ?? 0) + 1;
				const radar = data.find((listed) => listed.radar_id === id);
				if (radar)
					isOwn.set(
						id,
						ownUrls.some((url) => isSameReceiver(radar.webhook_url, url)),
					);
				else
					unlisted.set(id, {
						...unlisted.get(id),
						lookups,
						nextLookup: clock.now() + FIRST_INTERVAL_MS * 2 ** lookups,
					});
			}
		}
	}
}

const ownRadarsOf = perNode(() => new OwnRadars());

/** Which updates of a poll pass the filters, and with Catch-Up, belong to radars that send here; undefined if that isn't known yet. */
export const wantedBy =
	(context: IPollFunctions, settings: TriggerParameters, client: RadarClient) =>
	async (updates: IDataObject[], serviceTime: number): Promise<Array<boolean | undefined>> => {
		const wanted: boolean[] = [];
		const { delivery, filters } = settings;
		// With Catch-Up, the list also has updates of radars that don't send here.
		for await (const update of inSlices(updates))
			wanted.push(
				delivery === CATCH_UP ? isWanted(update, filters) : isWantedAndCounted(context, update, filters),
			);
		if (delivery !== CATCH_UP) return wanted;
		const { ownUrls } = staticDataOf(context);
		// While a workflow is published, n8n polls even before the URL is saved. A later poll decides then.
		if (ownUrls === undefined) return wanted.map((isWantedHere) => (isWantedHere ? undefined : false));
		const own = await ownRadarsOf(context).areOwn(updates, { client, ownUrls, serviceTime }, (id) =>
			context.logger.warn(
				`Company Radar Trigger skips updates of radar ${id}, which the service doesn't list`,
			),
		);
		return wanted.map((isWantedHere, index) => isWantedHere && own[index]);
	};
