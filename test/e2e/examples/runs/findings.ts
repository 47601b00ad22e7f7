import type { Radar, RadarType } from '../../../../sandbox/types';
import { simplifyUpdate } from '../../../../nodes/shared/updates/simplifyUpdate';
import type { SimplifiedUpdate } from '../../../../nodes/shared/updates/updateColumns';
import { loopback } from '../../../../tools/shared/loopback';
import type { World } from './run';

export async function createRadar({ sandbox }: World, body: Partial<Radar>): Promise<void> {
	const headers = { 'x-api-key': sandbox.apiKey };
	const { status, data } = await loopback.post<unknown>(`${sandbox.baseUrl}/v1/radars`, body, { headers });
	if (status >= 400) throw new Error(`The radar was rejected: ${JSON.stringify(data)}`);
}

/** A fresh service with one radar that found something. */
export async function find(
	world: World,
	radar: Partial<Radar> & { radar_type: RadarType },
	content?: Record<string, unknown>,
): Promise<SimplifiedUpdate> {
	world.sandbox.control.reset();
	await createRadar(world, radar);
	const [finding] = world.sandbox.control.pushFindings({ content: content as never });
	if (!finding) throw new Error('The service found nothing.');
	return simplifyUpdate(finding);
}
