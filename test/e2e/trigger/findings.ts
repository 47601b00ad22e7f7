import type { Sandbox } from '../../../sandbox';

/** New findings of the newest radar; gives their `update_id`s. */
export function newFindings(sandbox: Sandbox, count: number): string[] {
	const radar = sandbox.control.radars().at(-1);
	return sandbox.control.pushFindings({ radar_id: radar?.radar_id, count }).map(({ update_id: id }) => id);
}
