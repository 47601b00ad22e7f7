import type { Radar, RadarDefinition } from '../../shared/api/types';
import { RadarApiError, type RadarClient } from '../../shared/client';
import { clock } from '../../shared/concurrency/clock';
import { isSameReceiver } from '../../shared/basics/sameText';
import { Purchases } from '../../shared/money/purchases';
import { Spending } from '../../shared/money/spending';
import { isActive } from '../../shared/radars/radarState';
import { withFingerprint } from '../../shared/radars/sameRadar';
import { CreationError } from '../../shared/triggers/errors';
import { noteCreation } from './reconcile';
import { targetInWords } from './definitions';
import { settingsIn, type PublishPlan } from './planPublish';
import { conflictError, editedError, elsewhereError, nameWithId } from './refusals';

/** Creates a radar, or adopts the conflicting one if it is active, equal and sends to this node. */
async function createOrAdopt(
	client: RadarClient,
	definition: RadarDefinition,
	webhookUrl: string,
	buy: (definition: RadarDefinition) => Promise<Radar>,
): Promise<Radar> {
	const adoptConflicting = async (error: unknown): Promise<Radar> => {
		const conflictingId = error instanceof RadarApiError ? error.failure.conflictingRadarId : undefined;
		if (conflictingId === undefined) throw error;
		const { data: radar } = await client.call('getRadar', { id: conflictingId });
		if (!isSameReceiver(radar.webhook_url, webhookUrl)) throw elsewhereError(definition, radar);
		if (!isActive(radar)) throw conflictError(definition, radar, client.now);
		const differs = settingsIn(definition, radar);
		if (differs.length > 0) throw editedError([{ definition, radar, differs }]);
		return radar;
	};
	return await buy({ ...withFingerprint(definition), webhook_url: webhookUrl }).catch(adoptConflicting);
}

/**
 * Creates the missing radars in order. Returns them, or the equal ones that the service had already.
 * @throws CreationError at the first radar that fails
 */
export async function createMissing(
	client: RadarClient,
	{ missing, adopted }: Pick<PublishPlan, 'missing' | 'adopted'>,
	{ node, webhookUrl, monthlyBudget }: { node: string; webhookUrl: string; monthlyBudget?: number },
): Promise<Map<RadarDefinition, Radar>> {
	const radars = new Map<RadarDefinition, Radar>();
	if (missing.length === 0) return radars;
	const created: string[] = [];
	const existing = [...adopted].map((pair) => nameWithId(...pair));
	const spending = new Spending();
	const purchases = new Purchases({ monthlyBudget }, client);
	const buy = async (definition: RadarDefinition): Promise<Radar> => {
		const radar = await purchases.buy(async () => await client.createRadar(definition));
		spending.radarCreated(radar);
		created.push(nameWithId(definition, radar));
		return radar;
	};
	const before = await purchases.readBalance();
	const costs = async (): Promise<string> => {
		spending.bought(before, await client.readBalance());
		return spending.sentences().join(' ');
	};
	const failed = async (
		error: unknown,
		index: number,
		definition: RadarDefinition,
	): Promise<CreationError> => {
		if (error instanceof RadarApiError && error.failure.outcome === 'unknown') {
			noteCreation(node, definition, { unknownSince: clock.now() });
		}
		const lists: Array<[title: string, names: string[]]> = [
			['Created', created],
			['Already there', existing],
			['Not created', [targetInWords(definition)]],
			['Not tried', missing.slice(index + 1).map(targetInWords)],
		];
		const lines = lists
			.filter(([, names]) => names.length > 0)
			.map(([title, names]) => `${title}: ${names.join('; ')}.`);
		if (created.length > 0)
			lines.push('The next publish finds the created radars and does not pay for them twice.');
		spending.failed(error);
		return new CreationError(error, [...lines, await costs()].join('\n'));
	};
	for (const [index, definition] of missing.entries()) {
		const radar = await createOrAdopt(client, definition, webhookUrl, buy).catch(async (error: unknown) => {
			throw await failed(error, index, definition);
		});
		const name = nameWithId(definition, radar);
		if (!created.includes(name)) existing.push(name);
		noteCreation(node, definition, { radarId: radar.radar_id });
		radars.set(definition, radar);
	}
	return radars;
}
