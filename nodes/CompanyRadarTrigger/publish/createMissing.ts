import type { WorkflowActivateMode } from 'n8n-workflow';

import { LATE_COMMIT_SECONDS } from '../../shared/api/assumptions';
import { differencesInWords } from '../../shared/api/names';
import type { Radar, RadarDefinition } from '../../shared/api/types';
import { RadarApiError, type RadarClient } from '../../shared/client';
import { clock } from '../../shared/concurrency/clock';
import { counted, listed } from '../../shared/basics/listed';
import { MonthlyBudget } from '../../shared/money/monthlyBudget';
import { Spending } from '../../shared/money/spending';
import { differences, withFingerprint } from '../../shared/radars/sameRadar';
import { CreationError, InputError } from '../../shared/triggers/errors';
import { noteCreation } from './createdRadars';
import { targetInWords } from './definitions';
import { isSameUrl } from './ownUrl';
import type { ActivationPlan } from './planActivation';

const LISTED = 5;

const nameWithId = (definition: RadarDefinition, { radar_id: id }: Radar): string =>
	`${targetInWords(definition)} (${id})`;

/**
 * Waits until the creates of a process that was killed while publishing can no longer take effect: n8n saves nothing of an unfinished
 * publish, so only the service's list can show their radars. Returns whether it waited.
 * @throws InputError instead of waiting where n8n publishes by itself
 */
export async function outwaitLastProcess(mode: WorkflowActivateMode): Promise<boolean> {
	const left = LATE_COMMIT_SECONDS * 1000 - clock.uptime();
	if (left <= 0) return false;
	if (mode !== 'activate') {
		throw new InputError(
			`No radars are created in the first ${LATE_COMMIT_SECONDS} seconds after n8n has started`,
			`Radars that were being created when n8n ended may still appear. Publish again in ${Math.ceil(left / 1000)} seconds.`,
		);
	}
	await clock.sleep(left);
	return true;
}

/**
 * Keeps a copied workflow from silently creating all of its radars again, on an account that allows duplicates.
 * @throws InputError if radars to create already exist and send to another URL
 */
export function rejectExisting(elsewhere: ActivationPlan['elsewhere'], count: number): void {
	const [first] = elsewhere;
	if (!first) return;
	if (elsewhere.size === 1) throw conflictError(...first, '');
	throw new InputError(
		`${elsewhere.size} of these ${count} radars already exist and send their updates to another URL`,
		[
			...[...elsewhere].slice(0, LISTED).map((pair) => `${nameWithId(...pair)}.`),
			"This happens after a workflow was copied or n8n's address changed. To avoid new charges, set 'Delivery' to Polling, which gets the updates of all your radars. To create them again, which may be charged, turn on 'Create Existing Radars Again'. Nothing was created now.",
		].join('\n'),
	);
}

const AFTER_PAID_MONTH = 'A radar that is charged monthly can be replaced only after its paid month.';

const conflictError = (definition: RadarDefinition, radar: Radar, ownUrl: string): InputError => {
	const name = targetInWords(definition);
	if (isSameUrl(radar.webhook_url, ownUrl)) {
		const until = radar.next_charge_at ? ` until ${radar.next_charge_at}` : '';
		return new InputError(
			`The radar ${name} was deactivated and still runs in its paid period${until}`,
			`Its updates keep coming to this node until then. The service accepts a new radar of this kind only afterwards (the old one is ${radar.radar_id}). Remove it from the list for now, or publish again then.`,
		);
	}
	return new InputError(
		`The radar ${name} already exists and sends its updates to another URL`,
		`A radar's URL can't be changed. To avoid new charges, remove it from the list and set 'Delivery' to Polling, which gets the updates of all your radars. To replace it, which may be charged again, deactivate ${radar.radar_id} and publish again. ${AFTER_PAID_MONTH} If your account allows duplicates, you can also turn on 'Create Existing Radars Again'. This happens after a workflow was copied or n8n's address changed.`,
	);
};

/** Edited radars are never replaced automatically: a new radar may be charged, so the user decides. */
export function editedError(edited: ActivationPlan['edited']): InputError {
	const lines = edited.map(
		({ definition, radar, differs }) =>
			`${nameWithId(definition, radar)}: ${differencesInWords(differs) || 'it may have other filters'}.`,
	);
	const more = edited.length > LISTED ? [`${edited.length - LISTED} more differ.`] : [];
	const [first] = edited;
	return new InputError(
		edited.length === 1 && first
			? `The radar ${targetInWords(first.definition)} differs from the one that is active`
			: `${edited.length} radars differ from those that are active`,
		[
			...lines.slice(0, LISTED),
			...more,
			"A radar can't be changed, and a new one may be charged, so none was created. To keep the old one, undo the edit. To replace it, deactivate it with Radar: Deactivate and publish again.",
			AFTER_PAID_MONTH,
		].join('\n'),
	);
}

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
		if (radar.radar_status !== 'active' || !isSameUrl(radar.webhook_url, webhookUrl)) {
			throw conflictError(definition, radar, webhookUrl);
		}
		const differs = differences(definition, radar);
		if (differs.length > 0) throw editedError([{ definition, radar, differs }]);
		return radar;
	};
	return await buy({ ...withFingerprint(definition), webhook_url: webhookUrl }).catch(adoptConflicting);
}

/**
 * Creates the missing radars in order. Returns what was created and charged, in sentences; undefined if none was missing.
 * @throws CreationError at the first radar that fails
 */
export async function createMissing(
	client: RadarClient,
	{ missing, adopted }: Pick<ActivationPlan, 'missing' | 'adopted'>,
	{ node, webhookUrl, monthlyBudget }: { node: string; webhookUrl: string; monthlyBudget?: number },
): Promise<string | undefined> {
	if (missing.length === 0) return undefined;
	const created: string[] = [];
	const spending = new Spending();
	const budget = new MonthlyBudget(monthlyBudget, client);
	const buy = async (definition: RadarDefinition): Promise<Radar> => {
		const radar = await budget.buy(async () => await client.createRadar(definition));
		spending.radarCreated(radar);
		return radar;
	};
	const before = await client.readBalance();
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
			['Already there', [...adopted].map((pair) => nameWithId(...pair))],
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
		created.push(nameWithId(definition, radar));
		noteCreation(node, definition, { radarId: radar.radar_id });
	}
	const day = new Date(client.now).toISOString().slice(0, 10);
	const what = `${counted(created.length, 'radar', 'radars')}: ${listed(created, LISTED, '; ')}`;
	return `When this workflow was published on ${day}, it created ${what}. ${await costs()}`;
}
