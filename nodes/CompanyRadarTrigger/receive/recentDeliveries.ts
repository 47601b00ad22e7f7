import { RecentMap } from '../../shared/concurrency/recentMap';
import { perNode } from '../../shared/triggers/perNode';

const RETENTION_SECONDS = 60;

/** Whether each update that was just received is acknowledged, so that a repeated delivery gets the same response as the first. */
export const recentDeliveriesOf = perNode(
	() => new RecentMap<Promise<boolean>>({ seconds: RETENTION_SECONDS }),
);
