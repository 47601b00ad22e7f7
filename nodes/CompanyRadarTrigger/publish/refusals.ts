import type { Radar, RadarDefinition } from '../../shared/api/types';
import { firstLines } from '../../shared/values/basics/inWords';
import {
	AFTER_TOP_UP,
	paidUntil,
	differencesInWords,
	radarName,
} from '../../shared/values/radars/radarInWords';
import type { PublishPlan, RadarOfDefinition } from './planPublish';
import { type Refused, wrong } from '../../shared/values/basics/refusal';

export const nameWithId = (definition: RadarDefinition, { radar_id: id }: Radar): string =>
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
export function conflictError(definition: RadarDefinition, radar: Radar, now: number): Refused {
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

export function elsewhereError(definition: RadarDefinition, radar: Radar): Refused {
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
