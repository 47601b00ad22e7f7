import type { IDataObject } from 'n8n-workflow';

import { LIMITS } from '../../shared/interface/limits';
import type { RadarService } from '../../shared/transport';
import type { NodeMemory } from '../memory';

export async function ownUpdates(
	updates: IDataObject[],
	_memory: NodeMemory,
	_service: RadarService,
): Promise<boolean[]> {
	return updates.map(() => LIMITS.listRadarIds > 0);
}
