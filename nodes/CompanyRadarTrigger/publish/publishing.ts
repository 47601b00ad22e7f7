import { clock } from '../../shared/host/clock';
import { KeyedMutex } from '../../shared/host/keyedMutex';

/** Publishes of a node take turns, so that the second one finds the radars that the first one created. */
export const publishing = new KeyedMutex();

/** n8n finishes a publish within milliseconds of the lifecycle methods. */
const N8N_FINISHES_MS = 1000;

/**
 * Waits while the node is being published. n8n 2.41 removes the expression engine of a workflow when a scheduled poll ends, which fails a
 * publish that still runs.
 */
export async function untilPublished(node: string): Promise<void> {
	if (!publishing.isBusy(node)) return;
	await publishing.run(node, async () => await clock.sleep(N8N_FINISHES_MS));
}
