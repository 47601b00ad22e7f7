import type { Radar, RadarDefinition } from '../../shared/api/types';
import { RadarApiError } from '../../shared/client/errors/radarApiError';
import type { RadarClient } from '../../shared/client/radarClient';
import { clock } from '../../shared/host/clock';
import { isSameReceiver } from '../../shared/values/basics/sameText';
import { Purchases, Spending } from '../../shared/money/purchases';
import {
	isActive,
	radarName,
	AFTER_TOP_UP,
	paidUntil,
	differencesInWords,
} from '../../shared/values/radars/radarInWords';
import { noteCreation } from './reconcile';
import { settingsIn, type PublishPlan, type RadarOfDefinition } from './planPublish';
import { refusalIn, Refused, wrong } from '../../shared/values/basics/refusal';
import { firstLines } from '../../shared/values/basics/inWords';

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

const nameWithId = (definition: RadarDefinition, { radar_id: id }: Radar): string =>
	`${radarName(definition)} (${id})`;

/**
 * Keeps a copied workflow from silently creating all of its radars again, on an account that allows duplicates.
 * @throws Refused if radars to create already exist and don't send to this node
 */
export function rejectExisting(elsewhere: PublishPlan['elsewhere'], count: number): void {
	const [first] = elsewhere;
	if (!first) return;
	if (elsewhere.size === 1) throw elsewhereError(...first);
	const lines = [...elsewhere].map((pair) => `${nameWithId(...pair)}.`);
	throw wrong(
		`${elsewhere.size} of these ${count} radars already exist and don't send their updates to this node`,
		[
			...firstLines(lines),
			"A workflow was copied, n8n's address changed, or the radars were created without a webhook URL. To avoid new charges, set 'Delivery' to Polling, which gets the updates of all your radars. To create them again, which may be charged, use Radar: Create with this node's production URL, and set 'Radars' to 'Existing Radars'. Nothing was created now.",
		].join('\n'),
	);
}

const AFTER_PAID_MONTH = 'A radar that is charged monthly can be replaced only after its paid month.';

/** The service refused a new radar because of an inactive one. @param now the service's time */
function conflictError(definition: RadarDefinition, radar: Radar, now: number): Refused {
	const { radar_id: id } = radar;
	const until = paidUntil(radar, now)?.slice(0, 10);
	if (until === undefined) {
		return wrong(
			`The radar ${radarName(definition)} is inactive, and the service accepts no new one`,
			`If the balance ran out: ${AFTER_TOP_UP} Otherwise, remove ${id} from the list and publish again.`,
		);
	}
	return wrong(
		`The radar ${radarName(definition)} was deactivated, and its paid month ends on ${until}`,
		`Its updates keep coming to this node until then. The service accepts a new radar of this kind only afterwards (the old one is ${id}). Remove it from the list for now, or publish again then.`,
	);
}

function elsewhereError(definition: RadarDefinition, radar: Radar): Refused {
	return wrong(
		`The radar ${radarName(definition)} already exists and doesn't send its updates to this node`,
		`A radar's URL can't be changed. To avoid new charges, remove it from the list and set 'Delivery' to Polling, which gets the updates of all your radars. To replace it, which may be charged again, deactivate ${radar.radar_id} and publish again. ${AFTER_PAID_MONTH} The workflow was copied, n8n's address changed, or the radar was created without a webhook URL.`,
	);
}

/** A radar that was published and isn't active is never created again by itself: the user deactivated it, or it starts again. */
export function inactiveError(inactive: RadarOfDefinition[]): Refused {
	const lines = inactive.map(({ definition, radar }) => `${nameWithId(definition, radar)}.`);
	const [first] = inactive;
	return wrong(
		inactive.length === 1 && first
			? `The radar ${radarName(first.definition)} is no longer active`
			: `${inactive.length} radars of this node are no longer active`,
		[
			...firstLines(lines),
			`Publishing doesn't create them again, since new radars may be charged. If you deactivated them, remove them from the list. If the balance ran out: ${AFTER_TOP_UP} To create them again, remove them, publish, add them and publish again.`,
		].join('\n'),
	);
}

/** Edited radars are never replaced automatically: a new radar may be charged, so the user decides. */
export function editedError(edited: PublishPlan['edited']): Refused {
	const lines = edited.map(
		({ definition, radar, differs }) =>
			`${nameWithId(definition, radar)}: ${differencesInWords(differs) || 'it may have other filters'}.`,
	);
	const [first] = edited;
	return wrong(
		edited.length === 1 && first
			? `The radar ${radarName(first.definition)} differs from the one that is active`
			: `${edited.length} radars differ from those that are active`,
		[
			...firstLines(lines),
			"A radar can't be changed, and a new one may be charged, so none was created. To keep the old one, undo the edit. To replace it, deactivate it with Radar: Deactivate and publish again.",
			AFTER_PAID_MONTH,
		].join('\n'),
	);
}
