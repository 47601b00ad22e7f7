import type { Radar, RadarDefinition } from '../../shared/api/types';
import { RadarApiError, type RadarClient } from '../../shared/client';
import { clock } from '../../shared/host/clock';
import { isSameReceiver } from '../../shared/values/basics/sameText';
import { Purchases } from '../../shared/money/purchases';
import { Spending } from '../../shared/money/spending';
import { isActive, radarName } from '../../shared/values/radars/radarInWords';
import { noteCreation } from './reconcile';
import { settingsIn, type PublishPlan } from './planPublish';
import { conflictError, editedError, elsewhereError, nameWithId } from './refusals';
import { refusalIn, Refused } from '../../shared/values/basics/refusal';

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
	return await buy({ ...definition, webhook_url: webhookUrl }).catch(adoptConflicting);
}

/** Creates radars. If one fails, the error says which were created before. */
class RadarCreator {
	private readonly spending = new Spending();

	private readonly created: string[] = [];

	private balanceBefore: number | undefined;

	private readonly purchases: Purchases;

	/** @param existing names of radars that were there already */
	constructor(
		private readonly client: RadarClient,
		private readonly existing: string[],
		monthlyBudget: number | undefined,
	) {
		this.purchases = new Purchases({ monthlyBudget }, client);
	}

	async begin(): Promise<void> {
		this.balanceBefore = await this.purchases.readBalance();
	}

	/** The radar of a definition: a new one, or the equal one that the service had already. */
	async radarFor(definition: RadarDefinition, webhookUrl: string): Promise<Radar> {
		const radar = await createOrAdopt(this.client, definition, webhookUrl, async (wanted) => {
			const bought = await this.purchases.buy(async () => await this.client.createRadar(wanted));
			this.spending.radarCreated(bought);
			this.created.push(nameWithId(wanted, bought));
			return bought;
		});
		const name = nameWithId(definition, radar);
		if (!this.created.includes(name)) this.existing.push(name);
		return radar;
	}

	/** @param definitions the one that failed, then those that weren't tried */
	async failed(error: unknown, [failed, ...untried]: RadarDefinition[]): Promise<Refused> {
		const fates: Record<string, string[]> = {
			Created: this.created,
			'Already there': this.existing,
			'Not created': failed ? [radarName(failed)] : [],
			'Not tried': untried.map(radarName),
		};
		const lines = Object.entries(fates)
			.filter(([, names]) => names.length > 0)
			.map(([fate, names]) => `${fate}: ${names.join('; ')}.`);
		if (this.created.length > 0)
			lines.push('The next publish finds the created radars and does not pay for them twice.');
		this.spending.failed(error);
		this.spending.bought(this.balanceBefore, await this.client.readBalance());
		const refusal = refusalIn(error);
		const todo = [refusal.todo, ...lines, this.spending.sentences().join(' ')].filter(Boolean).join('\n');
		return new Refused({ ...refusal, todo });
	}
}

/**
 * Creates the missing radars in order. Returns them, or the equal ones that the service had already.
 * @throws Refused at the first radar that fails
 */
export async function createMissing(
	client: RadarClient,
	{ missing, adopted }: Pick<PublishPlan, 'missing' | 'adopted'>,
	{ node, webhookUrl, monthlyBudget }: { node: string; webhookUrl: string; monthlyBudget?: number },
): Promise<Map<RadarDefinition, Radar>> {
	const radars = new Map<RadarDefinition, Radar>();
	if (missing.length === 0) return radars;
	const existing = [...adopted].map((pair) => nameWithId(...pair));
	const creation = new RadarCreator(client, existing, monthlyBudget);
	await creation.begin();
	for (const [index, definition] of missing.entries()) {
		try {
			const radar = await creation.radarFor(definition, webhookUrl);
			noteCreation(node, definition, { radarId: radar.radar_id });
			radars.set(definition, radar);
		} catch (error) {
			if (error instanceof RadarApiError && error.failure.outcome === 'unknown')
				noteCreation(node, definition, { unknownSince: clock.now() });
			throw await creation.failed(error, missing.slice(index));
		}
	}
	return radars;
}
